import type { TextFacts } from '../facts/facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { isSecretByPlace } from '../rulesets/secrets/values.ts';
import { isHarmlessName, SECRET_KIND } from './secret-manifests.ts';

/** What the command gets that makes a Secret of Kubernetes: `kubectl create secret generic a --from-literal=foo=…`, whatever it is called. */

const WORD = SECRET_KIND.toLowerCase();
const IS_WORD = Uint8Array.from(LITERALS, ({ text }) => Number(text === WORD));
const COMMAND = /(?:kubectl|oc)(?: -{1,2}[\w-]{1,30}(?:[ =][\w./-]{1,60})?){0,3} create $/u;
const COMMAND_REACH = 200;
/** A stream keeps more text than that for context. */
const LONGEST_COMMAND = 400;
const COMMAND_END = /(?<!\\)\n/u;
const OPTION = '--from-literal';
const LITERAL = new RegExp(
  String.raw`${OPTION}[= ](?:["']?([\w.-]{1,100})=["']?([^\s"'\x60\\]{6,200})(?=["'\s\x60\\]|$))`,
  'dgu',
);
const OPEN = new RegExp(
  String.raw`^${OPTION}(?:[= ]["']?[\w.-]{0,100}(?:=["']?[^\s"'\x60\\]{0,200})?)?$`,
  'u',
);

const NOTHING: readonly RawFinding[] = [];

const literalsBehind = (text: string, at: number): readonly RawFinding[] => {
  const part = text.slice(at, at + LONGEST_COMMAND);
  const end = part.search(COMMAND_END);
  const command = end === -1 ? part : part.slice(0, end);
  return Array.from(command.matchAll(LITERAL)).flatMap(({ 1: name = '', 2: value = '', indices }) => {
    const place = indices?.[2];
    const isCut = place === undefined || (place[1] === LONGEST_COMMAND && at + place[1] < text.length);
    if (isCut || isHarmlessName(name) || !isSecretByPlace(value)) return [];
    const span = { start: at + place[0], end: at + place[1] };
    return [{ ruleId: 'SE-1344', category: 'secret', subType: 'generic_secret', score: 0.85, span } as const];
  });
};

/** @returns In ascending order. */
export const secretLiterals = ({ text, hits }: TextFacts): readonly RawFinding[] => {
  let found: RawFinding[] | undefined;
  for (let i = 0; i < hits.length; i += 2) {
    if (IS_WORD[hits[i] ?? 0] !== 1) continue;
    const at = hits[i + 1] ?? 0;
    const start = at - WORD.length;
    if (!text.startsWith('create ', start - 'create '.length)) continue;
    if (!COMMAND.test(text.slice(Math.max(0, start - COMMAND_REACH), start))) continue;
    found ??= [];
    found.push(...literalsBehind(text, at));
  }
  return found ?? NOTHING;
};

/**
 * Where an option with such a value begins that a text ends in the middle of.
 *
 * @returns `text.length` where there is none.
 */
export const openLiteralFrom = (text: string): number => {
  const from = Math.max(0, text.length - LONGEST_COMMAND);
  const at = text.slice(from).lastIndexOf(OPTION);
  return at !== -1 && OPEN.test(text.slice(from + at)) ? from + at : text.length;
};

import type { TextFacts } from '../facts/facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { isPassword, isSecretByPlace } from '../rulesets/secrets/values.ts';
import { isHarmlessName, SECRET_KIND } from './secret-manifests.ts';

/** What the command gets that makes a Secret of Kubernetes: `kubectl create secret generic a --from-literal=foo=…`, whatever it is called. */

const WORD = SECRET_KIND.toLowerCase();
const IS_WORD = Uint8Array.from(LITERALS, ({ text }) => Number(text === WORD));
const COMMAND = /(?:kubectl|oc)(?: -{1,2}[\w-]{1,30}(?:[ =][\w./-]{1,60})?){0,3} create $/u;
const COMMAND_REACH = 200;
const LONGEST_COMMAND = 2000;
/** A stream keeps more text than that for context. */
const LONGEST_STREAMED = 400;
const COMMAND_END = /(?<!\\)\n/u;
const OPTION = '--from-literal';
const NAME = String.raw`(?<name>[\w.-]{1,100})=`;
const SINGLE = String.raw`(?<value>[^'\n]{6,200})'`;
const DOUBLE = String.raw`(?<value>(?:[^"\n\\]|\\.){6,200})"`;
/** Between quotes a value may have blanks and the other quotes; elsewhere what would end it stands behind a backslash. */
const BARE = String.raw`(?<value>(?:[^\s"'\x60\\;|&)]|\\\S){6,200})(?=["'\s\x60\\;|&)]|$)`;
const LITERAL = new RegExp(
  `${OPTION}[= ](?:'${NAME}${SINGLE}|"${NAME}${DOUBLE}|${NAME}'${SINGLE}|${NAME}"${DOUBLE}|["']?${NAME}["']?${BARE})`,
  'dgu',
);
const OPEN_VALUE = String.raw`(?:'[^'\n]{0,200}'?|"(?:[^"\n\\]|\\.?){0,200}"?|(?:[^\s"'\x60\\;|&)]|\\\S?){0,200})`;
const OPEN = new RegExp(
  String.raw`^${OPTION}(?:[= ](?:["']?[\w.-]{0,100}|'[\w.-]{1,100}=[^'\n]{0,200}'?|"[\w.-]{1,100}=(?:[^"\n\\]|\\.?){0,200}"?|[\w.-]{1,100}=${OPEN_VALUE}))?$`,
  'u',
);
const LONGEST_OPTION = 550;

const NOTHING: readonly RawFinding[] = [];

const isSecret = (name: string, value: string): boolean =>
  !isHarmlessName(name) &&
  (/\s/u.test(value) ? isPassword(value) && !value.includes('$(') : isSecretByPlace(value));

type Literal = Readonly<{ name: string; value: string; start: number; end: number }>;

/** Where a command begins and how much of it is read; what stands in front of `from` was. */
type Place = Readonly<{ at: number; from: number; longest: number }>;

/** The values of a command. */
const literalsIn = (text: string, { at, from, longest }: Place): readonly Literal[] => {
  if (from > at + longest) return [];
  const part = text.slice(at, at + longest);
  const lineEnd = part.search(COMMAND_END);
  const command = (lineEnd === -1 ? part : part.slice(0, lineEnd)).slice(from - at);
  const isCut = lineEnd === -1 && at + longest < text.length;
  return Array.from(command.matchAll(LITERAL)).flatMap(({ groups, indices }): readonly Literal[] => {
    const { name = '', value = '' } = groups ?? {};
    const place = indices?.groups?.['value'];
    if (place === undefined || (isCut && place[1] === command.length)) return [];
    return [{ name, value, start: from + place[0], end: from + place[1] }];
  });
};

const isCommand = (text: string, at: number): boolean => {
  const start = at - WORD.length;
  return (
    text.startsWith('create ', start - 'create '.length) &&
    COMMAND.test(text.slice(Math.max(0, start - COMMAND_REACH), start))
  );
};

/** @returns In ascending order. */
export const secretLiterals = (
  { text, hits }: TextFacts,
  direction: 'input' | 'output',
): readonly RawFinding[] => {
  const longest = direction === 'input' ? LONGEST_COMMAND : LONGEST_STREAMED;
  let found: RawFinding[] | undefined;
  let done = 0;
  for (let i = 0; i < hits.length; i += 2) {
    if (IS_WORD[hits[i] ?? 0] !== 1) continue;
    const at = hits[i + 1] ?? 0;
    if (!isCommand(text, at)) continue;
    const literals = literalsIn(text, { at, from: Math.max(at, done), longest });
    done = literals.at(-1)?.end ?? done;
    found ??= [];
    for (const { name, value, ...span } of literals)
      if (isSecret(name, value))
        found.push({ ruleId: 'SE-1344', category: 'secret', subType: 'generic_secret', score: 0.85, span });
  }
  return found ?? NOTHING;
};

/**
 * Where an option with such a value begins that a text ends in the middle of.
 *
 * @returns `text.length` where there is none.
 */
export const openLiteralFrom = (text: string): number => {
  const from = Math.max(0, text.length - LONGEST_OPTION);
  const at = text.slice(from).lastIndexOf(OPTION);
  return at !== -1 && OPEN.test(text.slice(from + at)) ? from + at : text.length;
};

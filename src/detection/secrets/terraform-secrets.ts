import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { type RawFinding, together } from '../matching/matcher.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { isPassword, isPasswordWithBlanks } from '../rulesets/secrets/values.ts';
import { isHarmlessName, SECRET_KIND } from './secret-manifests.ts';

/**
 * What Terraform puts into a Secret of Kubernetes and into AWS's manager of secrets, whatever it is called there:
 * `data = { foo = "…" }`, `secret_string = jsonencode({ foo = "…" })`; and JSON that a command or a program puts there.
 */

const WORD = SECRET_KIND.toLowerCase();
const IS_WORD = Uint8Array.from(LITERALS, ({ text }) => Number(text === WORD));
const RESOURCE = /resource\s{1,3}"kubernetes_$/u;
const RESOURCE_REACH = 32;
const LONGEST_HEAD = 1500;
/** Indents are gone by then; the next block begins with its kind and a quote. */
const TO_DATA =
  /^(?:_v1)?(?:_data)?"\s{1,3}"[\w.-]{1,100}"\s{0,3}\{(?:(?!\n(?:resource|data|module|variable|output|locals)\s?["{])[\s\S]){0,1400}?[\s{](?:data|string_data)\s{0,20}=\s{0,3}(?:[a-z_]{1,20}\(\s{0,3})?\{/u;
const TO_STRING =
  /^(?:_string|-string|String)\\?["']?\s{0,20}(?:[=:]\s{0,3}|\s)(?:jsonencode\(\s{0,3}\{|["']\s{0,8}\{)/u;
const STRING_REACH = 80;

const COMMENT = String.raw`(?:(?:#|\/\/)[^\n]{0,300}\n\s{0,40})`;
const ENTRY = new RegExp(
  String.raw`[\s,]{0,40}${COMMENT}{0,8}\\?"?([\w.-]{1,100})\\?"?\s{0,40}[=:]\s{0,3}(?:\\?"((?:[^"\n\\]|\\(?!")){0,1000})\\?"|[^\s"\n,}][^\n,}]{0,300})`,
  'duy',
);
const LEAST_CHARS = 6;

const NOTHING: readonly RawFinding[] = [];

const isSecret = (name: string, value: string): boolean =>
  value.length >= LEAST_CHARS &&
  !isHarmlessName(name) &&
  !value.includes('${') &&
  (/\s/u.test(value) ? isPasswordWithBlanks(value) : isPassword(value));

/** Where the entries begin of what is told at a hit of the word. */
const entriesAt = (text: string, at: number): number | undefined => {
  const string = TO_STRING.exec(text.slice(at, at + STRING_REACH));
  if (string !== null) return at + string[0].length;
  const start = at - WORD.length;
  if (!RESOURCE.test(text.slice(Math.max(0, start - RESOURCE_REACH), start))) return undefined;
  const head = TO_DATA.exec(text.slice(at, at + LONGEST_HEAD));
  return head === null ? undefined : at + head[0].length;
};

/** The values of a map, and where it ends as far as it was read. */
const secretsFrom = (text: string, from: number): Readonly<{ spans: readonly Span[]; end: number }> => {
  const spans: Span[] = [];
  let end = from;
  ENTRY.lastIndex = from;
  for (let match = ENTRY.exec(text); match !== null; match = ENTRY.exec(text)) {
    end = ENTRY.lastIndex;
    const [, name = '', value] = match;
    const place = match.indices?.[2];
    if (value === undefined || place === undefined || !isSecret(name, value)) continue;
    spans.push({ start: place[0], end: place[1] });
  }
  return { spans, end };
};

/** @returns In ascending order. */
export const secretsOfTerraform = ({ text, hits }: TextFacts): readonly RawFinding[] => {
  let found: readonly RawFinding[] = NOTHING;
  let done = 0;
  for (let i = 0; i < hits.length; i += 2) {
    const at = hits[i + 1] ?? 0;
    if (IS_WORD[hits[i] ?? 0] !== 1 || at < done) continue;
    const from = entriesAt(text, at);
    if (from === undefined) continue;
    const { spans, end } = secretsFrom(text, from);
    done = end;
    found = together(
      found,
      spans.map((span) => ({
        ruleId: 'SE-1360',
        category: 'secret',
        subType: 'generic_secret',
        score: 0.85,
        span,
      })),
    );
  }
  return found;
};

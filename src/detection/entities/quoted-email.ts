import { codeAt } from '../text/code-units.ts';
import { EMAIL_DOMAIN } from './email.ts';
import type { Candidate, Samples } from './entity.ts';
import { sticky } from './letters.ts';

/**
 * Addresses of mail whose part before the sign stands in quotes, as it must where it has blanks (RFC 5321): `"john doe"@example.org`. A
 * stream would have to hold back whatever follows a quote, so they are looked for in requests alone.
 */

const QUOTE = 0x22;
const LONGEST_QUOTED = 70;
/**
 * Its end is the closing quote, which a backslash may stand in front of within JSON. Between two texts in quotes there are signs and
 * blanks at the borders: `["a", "@example.org"]`.
 */
const QUOTED =
  /(?<![\p{L}\p{N}_"'\\])\\?"(?:[\p{L}\p{N}_%+](?:[^"\\\n<>]{0,62}[\p{L}\p{N}\p{M}._%+!-])?)\\?"$/u;

/** Where the quoted part in front of the sign at `at` begins, or `at`. */
const quotedBefore = (text: string, at: number): number => {
  const length = QUOTED.exec(text.slice(Math.max(0, at - LONGEST_QUOTED), at))?.[0].length ?? 0;
  return at - length;
};

export const quotedEmailsIn = (text: string, found: Candidate[]): void => {
  for (let at = text.indexOf('"@'); at !== -1; at = text.indexOf('"@', at + 1)) {
    const sign = at + 1;
    const domain = sticky(text, EMAIL_DOMAIN, sign);
    const start = domain === undefined ? sign : quotedBefore(text, sign);
    if (domain === undefined || start === sign) continue;
    const opening = codeAt(text, start) === QUOTE ? start : start + 1;
    found.push({
      ...{ name: 'EMAIL_ADDRESS', score: 0.9, isChecked: true },
      span: { start: opening, end: sign + domain.length },
    });
  }
};

export const QUOTED_EMAIL_SAMPLES: Samples = {
  match: [
    '"john doe"@example.org',
    'write to <"hans maier"@example.com>',
    'cc: "very.unusual.@.name"@example.org, please',
    '{\\"to\\":\\"x\\"} \\"john doe\\"@example.org',
    '"jürgen m."@beispiel.de',
  ],
  noMatch: [
    '["a", "@example.org"]',
    '{"suffix":"@example.org"}',
    'a "b" and "@example.org"',
    '"a"@"example.org"',
    '""@example.org',
    'say "hello"@all',
    'import x from "y"; @app.route("/")',
  ],
};

import type { RawFinding } from '../matching/matcher.ts';
import { isToken } from '../rulesets/secrets/values.ts';

/**
 * Passwords as the oldest `crypt` keeps them: `anna:abYEB4ZT8s9kw`, a line of `.htpasswd` or of `/etc/passwd`. No sign tells
 * of it but its length and its last character, of which two bits are always zero.
 */

const COLON = 0x3a;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LENGTH = 13;
const HASH = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[./\dA-Za-z]{12}[.26AEIMQUYcgkosw]$/u;
const NAME = /^[>"'\x60 \t]{0,4}[\w.@+-]{1,64}$/u;
const LONGEST_NAME = 68;

/** What may stand behind it: the end of the line, or the next field. */
const endsField = (text: string, at: number): boolean => {
  if (at === text.length) return true;
  const code = text.charCodeAt(at);
  return code === LINE_FEED || code === COLON || code === CARRIAGE_RETURN;
};

const isBehindName = (text: string, colon: number): boolean => {
  const near = Math.max(0, colon - LONGEST_NAME - 1);
  const line = text.slice(near, colon);
  const lineBreak = line.lastIndexOf('\n');
  if (lineBreak === -1 && near > 0) return false;
  return NAME.test(line.slice(lineBreak + 1));
};

const NOTHING: readonly RawFinding[] = [];

/** @returns In ascending order. */
export const desHashes = (text: string): readonly RawFinding[] => {
  let found: RawFinding[] | undefined;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const start = at + 1;
    const end = start + LENGTH;
    if (end > text.length) break;
    if (!endsField(text, end)) continue;
    const value = text.slice(start, end);
    if (!HASH.test(value) || !isToken(value) || !isBehindName(text, at)) continue;
    found ??= [];
    found.push({
      ...{ ruleId: 'SE-1363', category: 'secret', subType: 'generic_secret', score: 0.85 },
      span: { start, end },
    });
  }
  return found ?? NOTHING;
};

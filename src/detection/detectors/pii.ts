import type { Detector } from '../detector.ts';
import { emailsIn } from '../entities/email.ts';
import type { Candidate } from '../entities/entity.ts';
import { numbersIn } from '../entities/find-numbers.ts';
import { colonAddressesIn } from '../entities/ip-address.ts';
import { machineReadableIn } from '../entities/machine-readable.ts';
import { ruleIdOf } from '../entities/names.ts';
import { DOTS, withPlainSigns } from '../entities/plain-signs.ts';
import { quotedEmailsIn } from '../entities/quoted-email.ts';
import { settle } from '../entities/settle.ts';
import { spokenNumbersIn } from '../entities/spoken-numbers.ts';
import { writtenEmailsIn } from '../entities/written-email.ts';
import { CHARS } from '../facts/signs.ts';
import { readFacts } from '../facts/text-facts.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { numbersInColumns } from '../secrets/secret-columns.ts';

const NO_FINDINGS: readonly RawFinding[] = [];

const toFinding = ({ name, score, span }: Candidate): RawFinding => ({
  ruleId: ruleIdOf(name),
  category: 'pii',
  subType: name,
  score,
  span,
});

const HAS_DOT = new RegExp(`[${DOTS}]`, 'u');
/** `10⋅20⋅30⋅40⋅50⋅60`: nobody divides the address of a device by dots in the middle of a line. */
const isProduct = (original: string, { name, span }: Candidate): boolean =>
  name === 'MAC_ADDRESS' && HAS_DOT.test(original.slice(span.start, span.end));

/** Personal data by Presidio's entity names; at each place there is one finding, but within an address of mail. */
export const pii: Detector = {
  id: 'pii',
  readings: 'plain',
  sparesPlainWords: true,
  applies: () => true,
  detect: (original, { direction, table }, facts = readFacts(original)) => {
    const text = withPlainSigns(facts);
    const found: Candidate[] = [];
    const glued: Candidate[] = [];
    if (facts.chars & CHARS.at) emailsIn(text, found, glued);
    if (facts.chars & CHARS.less) machineReadableIn(text, found);
    if (direction === 'input') {
      if (facts.chars & CHARS.at && facts.chars & CHARS.quote) quotedEmailsIn(text, found);
      writtenEmailsIn(text, facts, found);
      spokenNumbersIn(text, facts.hits, found);
    }
    numbersIn(text, facts.marks, found);
    if (facts.marks.length > 0) found.push(...numbersInColumns(facts, table));
    if (facts.chars & CHARS.colon) colonAddressesIn(text, found);
    if (found.length === 0 && glued.length === 0) return NO_FINDINGS;
    const likely = text === original ? found : found.filter((each) => !isProduct(original, each));
    return settle(text, facts.marks, likely, glued).map(toFinding);
  },
};

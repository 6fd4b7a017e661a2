import { SURE } from '../entities/overlaps.ts';
import type { RawFinding } from '../matching/matcher.ts';

const AT = '@';

/**
 * In `https://user:password@host` the password and the host read as an e-mail address, but are none: the password is found, and
 * at one place there is one finding.
 *
 * @param found Of one text.
 * @returns The same without e-mail addresses that overlap a secret behind which the sign `@` stands.
 */
export const withoutPasswordAddresses = (
  text: string,
  found: readonly RawFinding[],
): readonly RawFinding[] => {
  const passwords = found.filter(
    ({ category, score, span }) => category === 'secret' && score >= SURE && text.charAt(span.end) === AT,
  );
  if (passwords.length === 0) return found;
  const isOfPassword = ({ span }: RawFinding): boolean =>
    passwords.some(({ span: { start, end } }) => span.start <= end && start < span.end);
  return found.filter((finding) => finding.subType !== 'EMAIL_ADDRESS' || !isOfPassword(finding));
};

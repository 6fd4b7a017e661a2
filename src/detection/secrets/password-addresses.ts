import type { Span } from '../../chat/segment.ts';
import { SURE } from '../entities/overlaps.ts';
import type { RawFinding } from '../matching/matcher.ts';

/** What was found in a reading of a window, and where in the window that stands. */
export type Placed = Readonly<{ raw: RawFinding; inWindow: Span; reading: Readonly<{ text: string }> }>;

const AT = '@';

const isPassword = ({ raw: { category, score, span }, reading }: Placed): boolean =>
  category === 'secret' && score >= SURE && reading.text.charAt(span.end) === AT;

/**
 * In `https://user:password@host` the password and the host read as an e-mail address, but are none: the password is found, and
 * at one place there is one finding. In a reading without the escapes of the password, what stands behind them reads so as well.
 *
 * @param all What was found in all readings of one window.
 * @returns Says of each of it whether it stays: e-mail addresses that overlap a secret behind which the sign `@` stands do not.
 */
export const passwordAddressFilter = (all: readonly Placed[]): ((found: Placed) => boolean) => {
  const passwords = all.filter(isPassword);
  if (passwords.length === 0) return () => true;
  return ({ raw, inWindow }) =>
    raw.subType !== 'EMAIL_ADDRESS' ||
    passwords.every(({ inWindow: { start, end } }) => inWindow.start > end || start >= inWindow.end);
};

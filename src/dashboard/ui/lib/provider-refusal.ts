/** Where the server sends people to whom the sign-in provider's way was closed; it is no page of its own. */
export const SIGN_IN = '/sign-in';

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['oidc_expired', 'That sign-in took too long, or began in another browser. Try again.'],
  ['oidc_failed', 'The sign-in provider did not let you in. Try again, or ask an admin.'],
  ['oidc_unavailable', 'The sign-in provider does not answer. Try again later.'],
  ['oidc_email_unverified', 'The sign-in provider has not verified your e-mail address.'],
  ['oidc_other_account', 'Your e-mail address belongs to another account of the sign-in provider.'],
  ['oidc_not_invited', 'Nobody has invited your e-mail address. Ask an admin for an invitation.'],
  ['oidc_no_role', 'The sign-in provider gives you no role here. Ask whoever looks after it.'],
  ['setup_needed', 'There is no account yet: make the first one with the link that the start printed.'],
  ['account_disabled', 'Your account is switched off. Ask an admin.'],
  ['too_many_attempts', 'Too many attempts. Wait a little before the next one.'],
]);

/** Why that way was closed, in words of ours: what stands in an address is anybody's to write. */
export const readProviderRefusal = ({ pathname, search }: Location): string | null => {
  const code = pathname === SIGN_IN ? new URLSearchParams(search).get('error') : null;
  return code === null ? null : (REFUSALS.get(code) ?? 'The sign-in did not work. Try again.');
};

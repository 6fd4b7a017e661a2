/** For password managers, which otherwise keep a new password under no name, or under the nearest field's. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);

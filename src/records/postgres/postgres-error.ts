/** SQLSTATE of an error from the server; null where it did not come from there, as EPIPE, which looks like one. */
export const sqlState = (error: unknown): string | null => {
  const code = error instanceof Error && 'code' in error && !('syscall' in error) ? error.code : null;
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) ? code : null;
};

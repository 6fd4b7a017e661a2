/** What one check of `doctor` came to: all is well, something to know, or something to mend. */
export type Outcome = Readonly<{ state: 'ok' | 'warn' | 'fail'; detail: string }>;

export const ok = (detail: string): Outcome => ({ state: 'ok', detail });
export const warn = (detail: string): Outcome => ({ state: 'warn', detail });
export const fail = (detail: string): Outcome => ({ state: 'fail', detail });

/** What went wrong, and why where that is known. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message.split('\n', 1)[0]})` : error.message;
};

import type { z } from 'zod';

/** What a schema holds against a value, for people: in one line, without the place. */
export const issueWords = (issue: z.core.$ZodIssue): string => {
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  const message = inner === undefined ? issue.message : `not a name that may stand here (${inner})`;
  return message.replace(/^Invalid input: /, '').replace(/^expected boolean\b.*/, 'expected true or false');
};

// What the fake remembers.
import type { z } from 'zod';
import type * as access from '../../../src/dashboard/api/access.ts';
import * as data from '../data.ts';

export type Options = Readonly<{
  words?: data.Words;
  role?: access.Role;
  isSignedIn?: boolean;
  needsSetup?: boolean;
  /** False while somebody reads what was there before it was erased. */
  isErasureSettled?: boolean;
  isEmpty?: boolean;
  isFailing?: boolean;
  /** What the configuration file sets besides, so that it is locked. */
  file?: Readonly<Record<string, unknown>>;
}>;

export const createState = ({
  words = data.PLAIN,
  role = 'owner',
  isSignedIn = true,
  needsSetup = false,
  isErasureSettled = true,
  file = {},
}: Options) => {
  const nowMs = Date.now();
  const rows = Array.from({ length: 60 }, (_, at) => data.requestRow(at, words, nowMs));
  const allUsers = data.users(nowMs, words);
  return {
    nowMs,
    words,
    rows,
    users: allUsers,
    me: { ...allUsers[0], role } as z.output<typeof access.User>,
    isSignedIn,
    needsSetup,
    isErasureSettled,
    revision: 12,
    file,
    own: undefined as Readonly<Record<string, unknown>> | undefined,
    conflicts: 0,
    keys: data.keys(nowMs, words),
    /** Tries that have made a key, and its name. */
    attempts: new Map<string, string>(),
    feedback: [data.feedbackItem('fbk_1', rows[4]?.requestId ?? '', words, nowMs)],
    exclusions: data.exclusions(nowMs, words),
    webhooks: data.webhooks(nowMs, words),
    views: [
      {
        id: 'viw_1',
        name: 'Blocked today',
        query: 'outcome=blocked&range=24h',
        isShared: true,
        owner: 'grace@example.com',
      },
    ],
  };
};
export type State = ReturnType<typeof createState>;

export const rowOf = (state: State, requestId: string | undefined) =>
  state.rows.find((row) => row.requestId === requestId);

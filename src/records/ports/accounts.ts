export type UserRole = 'owner' | 'admin' | 'analyst' | 'viewer';

export type StoredUser = Readonly<{
  id: string;
  /** In lower case; unique. */
  email: string;
  name: string;
  role: UserRole;
  /** PHC string of argon2id; null for those who only come through OIDC. */
  passwordHash: string | null;
  /** `issuer subject` of the OIDC account; null where there is none; unique. */
  oidcSubject: string | null;
  createdAtMs: number;
  lastSignInAtMs: number | null;
  disabledAtMs: number | null;
}>;

export type StoredSession = Readonly<{
  /** Public id, to name it by; not the token. */
  id: string;
  tokenSha256: string;
  userId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  userAgent: string;
  address: string;
}>;

/** A link that works once: a set-up, an invitation, a new password. */
export type StoredTicket = Readonly<{
  id: string;
  tokenSha256: string;
  kind: 'setup' | 'invitation' | 'password_reset';
  /** Null for `setup`. */
  email: string | null;
  /** Of whom it makes an account; of a link to a new password what its user was when it was issued, null where any role may use it. */
  role: UserRole | null;
  userId: string | null;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
}>;

export type AccountStore = Readonly<{
  countUsers: () => Promise<number>;
  listUsers: () => Promise<readonly StoredUser[]>;
  getUser: (id: string) => Promise<StoredUser | null>;
  findUserByEmail: (email: string) => Promise<StoredUser | null>;
  findUserByOidc: (subject: string) => Promise<StoredUser | null>;
  /** False where the e-mail or the OIDC account is taken. */
  insertUser: (user: StoredUser) => Promise<boolean>;
  /** The first user of all: false where there is one already, whoever was faster. */
  insertFirstUser: (user: StoredUser) => Promise<boolean>;
  /**
   * Whoever loses a role or is switched off loses the links that he issued, too; with a higher role or a new password those to a new
   * password of his end. False where the change would leave no enabled owner, no user has this id, or somebody else has the OIDC account.
   *
   * @param atMost False, too, where the user has a higher role by now: whoever may change him as he was may not change him as he is.
   */
  updateUser: (
    id: string,
    changes: Partial<
      Pick<StoredUser, 'name' | 'role' | 'passwordHash' | 'oidcSubject' | 'disabledAtMs' | 'lastSignInAtMs'>
    >,
    atMost?: UserRole,
  ) => Promise<boolean>;
  /** Like `updateUser`; sessions go with the user, and the links that he issued or that were issued for him. */
  deleteUser: (id: string) => Promise<boolean>;
  insertSession: (session: StoredSession) => Promise<void>;
  findSession: (
    tokenSha256: string,
  ) => Promise<Readonly<{ session: StoredSession; user: StoredUser }> | null>;
  touchSession: (id: string, atMs: number, expiresAtMs: number) => Promise<void>;
  listSessions: (userId: string) => Promise<readonly StoredSession[]>;
  /** Of everybody, that have not ended. */
  countSessions: (nowMs: number) => Promise<number>;
  /** All of a user's; one, where `onlyId` is given. */
  deleteSessions: (userId: string, which: Readonly<{ onlyId?: string }>) => Promise<number>;
  deleteExpired: (beforeMs: number) => Promise<void>;
  insertTicket: (ticket: StoredTicket) => Promise<void>;
  listTickets: (kind: StoredTicket['kind']) => Promise<readonly StoredTicket[]>;
  findTicket: (tokenSha256: string) => Promise<StoredTicket | null>;
  /** Takes the ticket away: null where it was used by somebody else in between. */
  redeemTicket: (tokenSha256: string) => Promise<StoredTicket | null>;
  deleteTicket: (id: string) => Promise<boolean>;
}>;

/** Under a name `limit` attempts may be counted within a window; with null they are counted and limit nothing. */
export type AttemptLimit = Readonly<{ name: string; limit: number | null }>;

/** Attempts to sign in, in sliding windows. All replicas count together. */
export type AttemptStore = Readonly<{
  /**
   * Counts an attempt under all names at once, unless one of them has had its fill.
   *
   * @returns Milliseconds until the next may be made; 0 where this one was counted.
   */
  countAttempt: (names: readonly AttemptLimit[], nowMs: number, windowMs: number) => Promise<number>;
  /** It succeeded: forgets all attempts under `own`, which is known from now on, and the newest under each of `others`. */
  forgiveAttempt: (own: string, others: readonly string[], nowMs: number) => Promise<void>;
  /** Whether somebody has succeeded under this name, these last months. */
  isKnownName: (name: string) => Promise<boolean>;
}>;

import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AttemptLimit, AttemptStore } from '../../records/ports/accounts.ts';

/**
 * Failed sign-ins are counted three ways within a sliding window:
 * by address and account (whoever mistypes), by address (whoever tries many accounts), and by account (many addresses try
 * one). The last one spares addresses from which the account was signed in before, so that nobody can lock a person out
 * by failing on purpose; strangers' addresses have to wait.
 */
const LIMITS = { pair: 5, address: 30, account: 50 } as const;
/**
 * Whoever comes back from the sign-in provider has it asked, and names no account before it has answered: its failures are counted by
 * address and, for all addresses from which nobody has signed in by it, together. Many people share the address of an office.
 */
const PROVIDER_LIMITS = { pair: 30, address: 30, account: 200 } as const;
const WINDOW_MS = 15 * 60_000;
const MAX_REFUSALS = 20_000;
/** In place of an account; no e-mail address. */
const PROVIDER = 'oidc-callback';
const START = 'oidc';
/** One household has a /64; whoever has one has all its addresses. */
const V6_GROUPS = 4;

/**
 * Counts in the store, so that neither a restart nor another replica gives anybody more tries. Rejects with GatewayError
 * `STORE_FAILED` where the store is away: then nobody's password is looked at.
 */
export type Throttle = Readonly<{
  /**
   * Counts an attempt as failed until `succeed` says otherwise: so that a hundred attempts at once are a hundred.
   *
   * @param isKnown Whether this account was signed in from this address before.
   * @returns Milliseconds to wait; 0 where the attempt may go on.
   */
  attempt: (address: string, account: string, isKnown: boolean) => Promise<number>;
  /** Takes the counted failures of this pair back, and remembers the address as one of the account's. */
  succeed: (address: string, account: string) => Promise<void>;
  isKnown: (address: string, account: string) => Promise<boolean>;
  /** Of what anybody may cause as often as he likes: whether it is one of the first few from there within the window. Counts nobody as failed. */
  isAmongFirst: (address: string, what: string) => Promise<boolean>;
  /** For whoever goes to the sign-in provider: counted while its address is looked up, and taken back then, found or not. */
  start: Readonly<{
    attempt: (address: string) => Promise<number>;
    succeed: (address: string) => Promise<void>;
  }>;
  /** The same as `attempt` for whoever comes back from the sign-in provider. */
  provider: Readonly<{
    attempt: (address: string) => Promise<number>;
    succeed: (address: string) => Promise<void>;
  }>;
}>;

const expandV6 = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
};

/** Addresses that belong to one caller, as one name. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const groups = expandV6(address)
    .slice(0, V6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
};

/** Who was told to wait, and until when: so that whoever goes on all the same costs the store nothing. Forgetting costs nothing else. */
const createRefusals = (now: () => number) => {
  const until = new Map<string, number>();
  return {
    waitFor: (key: string): number => Math.max(0, (until.get(key) ?? 0) - now()),
    add: (key: string, waitMs: number): void => {
      until.delete(key);
      until.set(key, now() + waitMs);
      const [oldest] = until.size > MAX_REFUSALS ? until.keys() : [];
      if (oldest !== undefined) until.delete(oldest);
    },
    forget: (key: string): void => {
      until.delete(key);
    },
  };
};

/** No name says what was typed: in place of the account it may have been the password. */
const nameOf = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`, 'hex');

/** @param now Unix time in milliseconds. */
export const createThrottle = (store: AttemptStore, now: () => number): Throttle => {
  const refusals = createRefusals(now);
  const namesOf = (address: string, account: string) => {
    const network = networkOf(address);
    return {
      pair: nameOf('pair', `${network} ${account}`),
      address: nameOf('address', network),
      account: nameOf('account', account),
    };
  };
  /** @param asked Whose wait it is: of whom other limits hold. */
  const count = async (asked: string, limits: readonly AttemptLimit[]): Promise<number> => {
    const knownWaitMs = refusals.waitFor(asked);
    if (knownWaitMs > 0) return knownWaitMs;
    const waitMs = await store.countAttempt(limits, now(), WINDOW_MS);
    if (waitMs > 0) refusals.add(asked, waitMs);
    return waitMs;
  };
  const attempt = (
    address: string,
    account: string,
    isKnownThere: boolean,
    limits: Readonly<Record<keyof typeof LIMITS, number>>,
  ): Promise<number> => {
    const names = namesOf(address, account);
    return count(`${names.pair} ${isKnownThere}`, [
      { name: names.pair, limit: limits.pair },
      { name: names.address, limit: limits.address },
      { name: names.account, limit: isKnownThere ? null : limits.account },
    ]);
  };
  const succeed: Throttle['succeed'] = async (address, account) => {
    const names = namesOf(address, account);
    await store.forgiveAttempt(names.pair, [names.address, names.account], now());
    // Who was refused beside attempts that went well is to ask the store again.
    for (const isKnownThere of [true, false]) refusals.forget(`${names.pair} ${isKnownThere}`);
  };
  const isKnown: Throttle['isKnown'] = (address, account) =>
    store.isKnownName(namesOf(address, account).pair);
  return {
    attempt: (address, account, isKnownThere) => attempt(address, account, isKnownThere, LIMITS),
    succeed,
    isKnown,
    isAmongFirst: async (address, what) => {
      const { pair } = namesOf(address, what);
      return (await count(pair, [{ name: pair, limit: LIMITS.pair }])) === 0;
    },
    start: {
      attempt: (address) => attempt(address, START, true, PROVIDER_LIMITS),
      succeed: (address) => succeed(address, START),
    },
    provider: {
      attempt: async (address) =>
        attempt(address, PROVIDER, await isKnown(address, PROVIDER), PROVIDER_LIMITS),
      succeed: (address) => succeed(address, PROVIDER),
    },
  };
};

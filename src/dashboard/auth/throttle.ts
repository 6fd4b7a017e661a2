import { isIP } from 'node:net';

/**
 * Failed sign-ins are counted three ways within a sliding window:
 * by address and account (whoever mistypes), by address (whoever tries many accounts), and by account (many addresses try
 * one). The last one spares addresses from which the account was signed in before, so that nobody can lock a person out
 * by failing on purpose; strangers' addresses have to wait.
 */
const LIMITS = { pair: 5, address: 30, account: 50 } as const;
const WINDOW_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;
/** One household has a /64; whoever has one has all its addresses. */
const V6_GROUPS = 4;

export type Throttle = Readonly<{
  /**
   * Counts an attempt as failed until `succeed` says otherwise: so that a hundred attempts at once are a hundred.
   *
   * @param isKnown Whether this account was signed in from this address before.
   * @returns Milliseconds to wait; 0 where the attempt may go on.
   */
  attempt: (address: string, account: string, isKnown: boolean) => number;
  /** Takes the counted failures of this pair back, and remembers the address as one of the account's. */
  succeed: (address: string, account: string) => void;
  isKnown: (address: string, account: string) => boolean;
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

/** A map that forgets what was used longest ago. */
const createBounded = <T>() => {
  const entries = new Map<string, T>();
  return {
    get: (key: string): T | undefined => entries.get(key),
    set: (key: string, value: T): void => {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.size > MAX_ENTRIES ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key: string): void => {
      entries.delete(key);
    },
  };
};

/** @param now Unix time in milliseconds. */
export const createThrottle = (now: () => number): Throttle => {
  const failures = createBounded<readonly number[]>();
  const known = createBounded<true>();

  const recent = (key: string): readonly number[] =>
    (failures.get(key) ?? []).filter((atMs) => atMs > now() - WINDOW_MS);

  const waitFor = (key: string, limit: number): number => {
    const times = recent(key);
    const oldest = times.at(-limit);
    return oldest === undefined ? 0 : Math.max(1, oldest + WINDOW_MS - now());
  };

  const keysOf = (address: string, account: string) => {
    const network = networkOf(address);
    return { pair: `p ${network} ${account}`, address: `a ${network}`, account: `u ${account}` };
  };

  return {
    attempt: (address, account, isKnown) => {
      const keys = keysOf(address, account);
      const waitMs = Math.max(
        waitFor(keys.pair, LIMITS.pair),
        waitFor(keys.address, LIMITS.address),
        isKnown ? 0 : waitFor(keys.account, LIMITS.account),
      );
      if (waitMs > 0) return waitMs;
      for (const [kind, key] of Object.entries(keys)) {
        const most = kind === 'account' ? LIMITS.account : LIMITS.address;
        failures.set(key, [...recent(key), now()].slice(-most));
      }
      return 0;
    },
    succeed: (address, account) => {
      const keys = keysOf(address, account);
      failures.delete(keys.pair);
      for (const key of [keys.address, keys.account]) failures.set(key, recent(key).slice(0, -1));
      known.set(keys.pair, true);
    },
    isKnown: (address, account) => known.get(keysOf(address, account).pair) === true,
  };
};

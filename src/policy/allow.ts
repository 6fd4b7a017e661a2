import { canonical } from './values.ts';

/** Most values for one entity, and for all of them together. */
export const MAX_ALLOWED = 1000;
export const MAX_ALL_ALLOWED = 10_000;
/** Longest value, in UTF-16 code units. */
export const MAX_ALLOWED_CHARS = 256;

/** By entity: values, and domains for what ends in one, as `@example.com` (that domain) or `.example.com` (those below it). */
export type AllowLists = Readonly<Record<string, readonly string[]>>;

/** The domain of an e-mail or web address and those above it: `a.example.com`, `example.com`, `com`. */
const domainsOf = (value: string): readonly string[] => {
  const host =
    value
      .toLowerCase()
      .replace(/^[a-z][a-z\d+.-]{0,20}:\/\//u, '')
      .split(/[/\\?#]/u)[0] ?? '';
  const domain = host.slice(host.lastIndexOf('@') + 1).replace(/:\d+$/u, '');
  const labels = domain.split('.').slice(-20);
  return labels.map((_, at) => labels.slice(at).join('.'));
};

/** Entities whose values end in a domain. */
export const WITH_DOMAIN: ReadonlySet<string> = new Set(['EMAIL_ADDRESS', 'URL']);

const isDomain = (entry: string): boolean => entry.startsWith('@') || entry.startsWith('.');

type Lists = Readonly<{
  values: ReadonlySet<string>;
  exact: ReadonlySet<string>;
  below: ReadonlySet<string>;
}>;

const compile = (entity: string, entries: readonly string[]): Lists => {
  const domains = WITH_DOMAIN.has(entity) ? entries.filter(isDomain).map((entry) => entry.toLowerCase()) : [];
  return {
    values: new Set(entries.map((entry) => canonical(entity, entry))),
    exact: new Set(domains.filter((entry) => entry.startsWith('@')).map((entry) => entry.slice(1))),
    below: new Set(domains.filter((entry) => entry.startsWith('.')).map((entry) => entry.slice(1))),
  };
};

/** @returns Whether a value of an entity is never taken for one. */
export const createAllowed = (lists: AllowLists): ((entity: string, value: string) => boolean) => {
  const byEntity = new Map(
    Object.entries(lists).map(([entity, entries]) => [entity, compile(entity, entries)]),
  );
  if (byEntity.size === 0) return () => false;
  return (subType, value) => {
    const entity = subType.toUpperCase();
    const own = byEntity.get(entity);
    if (own === undefined) return false;
    if (own.values.has(canonical(entity, value))) return true;
    if (own.exact.size + own.below.size === 0) return false;
    const [domain = '', ...parents] = domainsOf(value);
    return own.exact.has(domain) || parents.some((parent) => own.below.has(parent));
  };
};

/**
 * A place that an operator's value fills later, in a template made from the same objects as everything else
 * (`deploy/helm-template.ts`). In objects that are used as they are there are none.
 */
export type NumberHole = `⟦int ${string}⟧`;

/** Envoy's way to write a time; of a hole, one that writes what is filled in so. */
export const seconds = (ms: number | NumberHole): string =>
  typeof ms === 'number' ? `${ms / 1000}s` : ms.replace('int', 'seconds');

/** The Gateway API's way: whole numbers with units, at most five digits each. */
export const gatewayDuration = (ms: number | NumberHole): string => {
  if (typeof ms !== 'number') return ms.replace('int', 'duration');
  const rest = ms % 1000;
  return `${Math.floor(ms / 1000)}s${rest === 0 ? '' : `${rest}ms`}`;
};

/** Left out of a template where nothing fills it; `value` is what stands in it otherwise. */
export type MaybeHole = `⟦maybe ${string}⟧`;

const isMaybe = (value: string): value is MaybeHole => value.startsWith('⟦maybe ');

/** A field that is there only where it has a value. */
export const optional = <T>(
  key: string,
  value: string | null,
  make: (value: string) => T,
): Readonly<Record<string, T>> => {
  if (value === null) return {};
  if (!isMaybe(value)) return { [key]: make(value) };
  const expression = value.slice('⟦maybe '.length, -1);
  return { [`⟦if ${expression}⟧${key}`]: make(`⟦text ${expression}⟧`) };
};

/** Labels, selectors and other mappings and lists that a template gets as a whole. */
export type JsonHole = `⟦json ${string}⟧`;

/** The part behind `?` as plain names and values, so that it can be read, shared and kept in a saved view. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export const parseSearch = (text: string): Record<string, string | string[]> => {
  const search: Record<string, string | string[]> = {};
  const params = new URLSearchParams(text);
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    search[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return search;
};

export const stringifySearch = (search: Record<string, unknown>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') params.append(name, String(each));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

export const one = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** One of the parts of a page, by its name in an address; the first where it names none. */
export const oneOf = <T extends string>(search: Search, name: string, known: readonly [T, ...T[]]): T => {
  const value = one(search, name);
  return known.find((each) => each === value) ?? known[0];
};

export const many = (search: Search, name: string): readonly string[] => {
  const value = search[name];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
};

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, queryString } from '../lib/client.ts';
import type { Key, KeyPage } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const OFFERED = 25;
const SETTLED_MS = 250;
/** As many as one question may name. */
const MOST = 200;

/** What is asked for where somebody pastes a whole key: its beginning, so that it stands in no address. */
export const withoutSecret = (text: string): string => text.replace(/\b(pcl_\w{4})\w+/g, '$1');

const useKeys = (params: Readonly<{ id: readonly string[] }>) =>
  useQuery({
    queryKey: ['keys', 'named', params],
    queryFn: () => call<KeyPage>('GET', `/keys${queryString({ ...params, limit: MOST })}`),
    enabled: params.id.length > 0,
    placeholderData: keepPreviousData,
  });

/** These keys, in no order; those that are gone are left out. */
export const useKeysById = (ids: readonly string[]): readonly Key[] => {
  const id = [...new Set(ids)].toSorted().slice(0, MOST);
  const items = useKeys({ id }).data?.items ?? [];
  return id.length === 0 ? [] : items;
};

export const useKeyNames = (ids: readonly (string | null)[]): ReadonlyMap<string, string> =>
  new Map(useKeysById(ids.filter((id) => id !== null)).map(({ id, name }) => [id, name]));

/** Keys to choose from by what is typed: there may be thousands. */
export const useFoundKeys = (typed: string): readonly Key[] => {
  const [search] = useDebouncedValue(withoutSecret(typed.trim()), SETTLED_MS);
  const found = useQuery({
    queryKey: ['keys', 'found', search],
    queryFn: () => call<KeyPage>('GET', `/keys${queryString({ search, limit: OFFERED })}`),
    placeholderData: keepPreviousData,
  });
  return found.data?.items ?? [];
};

type Option = Readonly<{ value: string; label: string }>;

/** Names that several keys have are told apart by how the keys begin. */
export const keyOptions = (keys: readonly Pick<Key, 'id' | 'name' | 'displayPrefix'>[]): readonly Option[] =>
  keys.map(({ id, name, displayPrefix }) => ({
    value: id,
    label:
      keys.filter((each) => each.name === name).length > 1
        ? `${visibleString(name)} (${displayPrefix}…)`
        : visibleString(name),
  }));

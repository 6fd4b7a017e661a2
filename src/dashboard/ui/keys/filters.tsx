import { Group, MultiSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { many, one } from '../lib/search.ts';
import { type Change, TypedFilter } from '../requests/typed-filter.tsx';
import { withoutSecret } from './lookup.ts';
import { STATES } from './states.ts';

/** What the address says of which keys are wanted. */
export const useKeyFilters = () => {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = one(address, 'search') ?? '';
  const status = many(address, 'status');
  const change: Change = (next) =>
    void navigate({ to: '/keys', search: { ...address, ...next }, replace: true });
  return { search, status, isFiltered: search !== '' || status.length > 0, change };
};

export const KeyFilters = ({
  search,
  status,
  onChange,
}: {
  search: string;
  status: readonly string[];
  onChange: Change;
}) => (
  <Group gap="xs" align="flex-start">
    <TypedFilter
      aria-label="Search keys"
      placeholder="Name, id or how the key begins"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 320 }}
      maxLength={200}
      value={search}
      onChange={(text) => onChange({ search: withoutSecret(text) })}
    />
    <MultiSelect
      aria-label="State"
      placeholder={status.length === 0 ? 'State' : ''}
      w={{ base: '100%', xs: status.length > 0 ? 260 : 160 }}
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': 'Any state' }}
      data={Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))}
      value={[...status]}
      onChange={(next) => onChange({ status: next })}
    />
  </Group>
);

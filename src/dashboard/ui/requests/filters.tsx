import { Button, Group, MultiSelect, Tooltip } from '@mantine/core';
import { IconFilterX, IconMessages, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { outcomeWord } from '../components/badges.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { keyOptions, useFoundKeys, useKeysById } from '../keys/lookup.ts';
import { FILTERS } from '../lib/address-faults.ts';
import type { Params } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import type { Range } from '../lib/range.ts';
import { many, one, type Search } from '../lib/search.ts';
import type { Facets } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { ColumnMenu, ExportMenu } from './list-menus.tsx';
import { counted, MoreFilters } from './more-filters.tsx';
import { type Change, TypedFilter } from './typed-filter.tsx';
import { Views } from './views.tsx';

/** The filters of the address, as the API takes them. */
export const filterParams = (search: Search): Params =>
  Object.fromEntries(FILTERS.map((name) => [name, search[name]] as const));

export const isFiltered = (search: Search): boolean => FILTERS.some((name) => search[name] !== undefined);

const FacetSelect = ({
  name,
  values,
  options,
  onChange,
  onTyped,
}: {
  name: string;
  values: readonly string[];
  options: readonly { value: string; label: string }[];
  onChange: (values: readonly string[]) => void;
  onTyped?: (text: string) => void;
}) => (
  <MultiSelect
    aria-label={name}
    placeholder={values.length === 0 ? name : ''}
    w={{ base: 'calc(50% - 5px)', xs: values.length > 0 ? 250 : 160 }}
    clearable
    searchable
    hidePickedOptions
    // What is chosen and the place to type stand in one line.
    styles={{ inputField: { minWidth: 24 }, pill: { maxWidth: 150 } }}
    clearButtonProps={{ 'aria-label': `Any ${name.toLowerCase()}` }}
    comboboxProps={{ width: 260, position: 'bottom-start' }}
    data={[
      ...options,
      ...values
        .filter((value) => options.every((each) => each.value !== value))
        .map((value) => ({ value, label: visibleString(value) })),
    ]}
    value={[...values]}
    onChange={onChange}
    {...(onTyped === undefined ? {} : { onSearchChange: onTyped })}
  />
);

/** Keys with traffic, and whichever of all keys somebody types. */
const KeyFilter = ({
  values,
  facets,
  onChange,
}: {
  values: readonly string[];
  facets: Facets | undefined;
  onChange: (values: readonly string[]) => void;
}) => {
  const [typed, setTyped] = useState('');
  const offered = (facets?.key ?? []).map((each) => ({
    value: each.value,
    label: counted(visibleString(each.name ?? each.value), each.count),
  }));
  const isOffered = (id: string): boolean => offered.some(({ value }) => value === id);
  const chosen = useKeysById(values.filter((id) => !isOffered(id)));
  const found = useFoundKeys(typed);
  const others = [...chosen, ...found].filter(
    ({ id }, at, all) => !isOffered(id) && all.findIndex((each) => each.id === id) === at,
  );
  return (
    <FacetSelect
      name="Key"
      values={values}
      options={[...offered, ...keyOptions(others)]}
      onChange={onChange}
      onTyped={setTyped}
    />
  );
};

export const FilterBar = ({
  search,
  range,
  columns,
  facets,
  params,
  isThreats,
  onChange,
  onOpen,
}: {
  search: Search;
  range: Range;
  columns: readonly string[];
  facets: Facets | undefined;
  params: Params;
  isThreats: boolean;
  onChange: Change;
  onOpen: (search: Search) => void;
}) => {
  const isOfOneConversation = search['conversation'] !== undefined;
  return (
    <Group gap="xs" align="flex-start">
      <TypedFilter
        aria-label="Search"
        placeholder="Id, model, path, rule or text"
        leftSection={<IconSearch size={16} aria-hidden />}
        w={{ base: '100%', xs: 250 }}
        maxLength={200}
        value={one(search, 'search') ?? ''}
        onChange={(text) => onChange({ search: text })}
      />
      <FacetSelect
        name="Outcome"
        values={many(search, 'outcome')}
        options={(facets?.outcome ?? []).map((each) => ({
          value: each.value,
          label: counted(outcomeWord(each.value), each.count),
        }))}
        onChange={(outcome) => onChange({ outcome })}
      />
      <FacetSelect
        name="Category"
        values={many(search, 'category')}
        options={(facets?.category ?? []).map((each) => ({
          value: each.value,
          label: counted(label(each.value), each.count),
        }))}
        onChange={(category) => onChange({ category })}
      />
      <KeyFilter values={many(search, 'keyId')} facets={facets} onChange={(keyId) => onChange({ keyId })} />
      <MoreFilters search={search} onChange={onChange} facets={facets} />
      <RangePicker
        value={range}
        onChange={(next) =>
          onChange({
            range: next.range,
            fromMs: next.fromMs === undefined ? undefined : String(next.fromMs),
            toMs: next.toMs === undefined ? undefined : String(next.toMs),
          })
        }
      />
      {isOfOneConversation ? (
        <Button
          variant="light"
          leftSection={<IconMessages size={16} aria-hidden />}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label="One conversation: show all again"
          onClick={() => onChange({ conversation: undefined })}
        >
          One conversation
        </Button>
      ) : null}
      {isFiltered(search) ? (
        <Tooltip label="Remove all filters">
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilterX size={16} aria-hidden />}
            onClick={() => onChange(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}
          >
            Clear
          </Button>
        </Tooltip>
      ) : null}
      <Group gap="xs" ml={{ base: 0, lg: 'auto' }}>
        <Views search={search} onOpen={onOpen} />
        <ColumnMenu columns={columns} onChange={onChange} />
        <ExportMenu path="/requests/export" params={{ ...params, threatsOnly: isThreats ? true : null }} />
      </Group>
    </Group>
  );
};

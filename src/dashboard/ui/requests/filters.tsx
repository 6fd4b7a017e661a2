import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  Modal,
  MultiSelect,
  NumberInput,
  Popover,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconColumns3,
  IconDownload,
  IconFilterX,
  IconSearch,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OUTCOMES } from '../components/badges.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { apiUrl, call, listItems, type Params, segment } from '../lib/client.ts';
import { count, label } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import type { Range } from '../lib/range.ts';
import { many, one, parseSearch, type Search, stringifySearch } from '../lib/search.ts';
import { useCan, useUser } from '../lib/session.ts';
import type { Facets, Outcome, SavedView } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { COLUMNS } from './columns.tsx';

export type Change = (change: Record<string, string | readonly string[] | undefined>) => void;

const FILTERS = [
  'outcome',
  'category',
  'subType',
  'keyId',
  'model',
  'stream',
  'wouldBlock',
  'hasUnjudged',
  'minConfidence',
  'feedback',
  'search',
  'conversation',
] as const;

/** The filters of the address, as the API takes them. */
export const filterParams = (search: Search): Params =>
  Object.fromEntries(FILTERS.map((name) => [name, search[name]] as const));

const SearchBox = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const send = useDebouncedCallback(onChange, 350);
  return (
    <TextInput
      aria-label="Search"
      placeholder="Id, model, path, rule or text"
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: '100%', xs: 250 }}
      maxLength={200}
      value={text}
      rightSection={
        text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setText('');
              onChange('');
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
};

const FacetSelect = ({
  name,
  values,
  options,
  onChange,
}: {
  name: string;
  values: readonly string[];
  options: readonly { value: string; label: string }[];
  onChange: (values: readonly string[]) => void;
}) => (
  <MultiSelect
    aria-label={name}
    placeholder={values.length === 0 ? name : ''}
    w={{ base: 'calc(50% - 5px)', xs: values.length > 1 ? 230 : 160 }}
    clearable
    searchable
    hidePickedOptions
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
  />
);

const counted = (word: string, number: number): string => `${word} (${count(number)})`;

const MoreFilters = ({
  search,
  onChange,
  facets,
}: {
  search: Search;
  onChange: Change;
  facets: Facets | undefined;
}) => {
  const set = ['model', 'subType', 'stream', 'wouldBlock', 'hasUnjudged', 'minConfidence', 'feedback'].filter(
    (name) => one(search, name) !== undefined,
  ).length;
  const minimum = one(search, 'minConfidence');
  const model = one(search, 'model') ?? null;
  const models = (facets?.model ?? []).map((each) => ({
    value: each.value,
    label: counted(visibleString(each.value), each.count),
  }));
  return (
    <Popover position="bottom-start" shadow="md" width={290} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
          More filters{set > 0 ? ` (${set})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Stack gap="sm">
          <Select
            label="Model"
            placeholder="Any"
            clearable
            searchable
            clearButtonProps={{ 'aria-label': 'Any model' }}
            comboboxProps={{ withinPortal: false }}
            data={
              model === null || models.some(({ value }) => value === model)
                ? models
                : [...models, { value: model, label: visibleString(model) }]
            }
            value={model}
            onChange={(value) => onChange({ model: value ?? undefined })}
          />
          <TextInput
            label="Sub-type"
            placeholder="instruction_override"
            maxLength={64}
            defaultValue={one(search, 'subType') ?? ''}
            onBlur={(event) => onChange({ subType: event.currentTarget.value.trim() })}
          />
          <NumberInput
            label="Confidence at least"
            min={0}
            max={1}
            step={0.05}
            decimalScale={3}
            placeholder="0.000"
            value={minimum === undefined ? '' : Number(minimum)}
            onChange={(value) => onChange({ minConfidence: value === '' ? undefined : String(value) })}
          />
          <Select
            label="Feedback"
            placeholder="Any or none"
            clearable
            clearButtonProps={{ 'aria-label': 'Any or none' }}
            comboboxProps={{ withinPortal: false }}
            data={[
              { value: 'any', label: 'Given' },
              { value: 'none', label: 'Not given' },
              { value: 'not_attack', label: 'Not an attack' },
              { value: 'missed_attack', label: 'Missed attack' },
            ]}
            value={one(search, 'feedback') ?? null}
            onChange={(value) => onChange({ feedback: value ?? undefined })}
          />
          <Switch
            label="Would have been blocked"
            checked={one(search, 'wouldBlock') === 'true'}
            onChange={(event) => onChange({ wouldBlock: event.currentTarget.checked ? 'true' : undefined })}
          />
          <Switch
            label="With unjudged parts"
            checked={one(search, 'hasUnjudged') === 'true'}
            onChange={(event) => onChange({ hasUnjudged: event.currentTarget.checked ? 'true' : undefined })}
          />
          <Switch
            label="Streams only"
            checked={one(search, 'stream') === 'true'}
            onChange={(event) => onChange({ stream: event.currentTarget.checked ? 'true' : undefined })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

const ColumnMenu = ({ columns, onChange }: { columns: readonly string[]; onChange: Change }) => (
  <Popover position="bottom-end" shadow="md" trapFocus>
    <Popover.Target>
      <Button variant="default" visibleFrom="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Stack gap={8}>
        {COLUMNS.map(({ id, title }) => (
          <Checkbox
            key={id}
            size="sm"
            label={title}
            checked={columns.includes(id)}
            disabled={id === 'time'}
            onChange={(event) => {
              const isShown = event.currentTarget.checked;
              const next = COLUMNS.filter((each) => (each.id === id ? isShown : columns.includes(each.id)));
              onChange({ columns: next.map((each) => each.id).join(',') });
            }}
          />
        ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
);

const SaveView = ({ search, onClose }: { search: Search; onClose: () => void }) => {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call('POST', '/views', {
        name,
        query: stringifySearch({ ...search, open: undefined }).slice(1),
        isShared,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['views'] });
      tellDone(`Saved as “${visibleString(name)}”.`);
      onClose();
    },
    onError: tellFailure,
  });
  return (
    <Modal opened onClose={onClose} title="Save these filters and columns">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label="Everybody may use it"
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save the view
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

const Views = ({ search, onOpen }: { search: Search; onOpen: (search: Search) => void }) => {
  const user = useUser();
  const client = useQueryClient();
  const canSave = useCan('analyst');
  const [isSaving, setSaving] = useState(false);
  const views = useQuery({ queryKey: ['views'], queryFn: () => listItems<SavedView>('/views') });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE', `/views/${segment(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['views'] }),
    onError: tellFailure,
  });
  const own = (views.data ?? []).filter(({ owner }) => owner === user.email || owner === user.id);
  return (
    <>
      <Menu shadow="md" position="bottom-end" width={270}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(views.data ?? []).length === 0 ? <Menu.Label>No saved views yet</Menu.Label> : null}
          {(views.data ?? []).map((view) => (
            <Menu.Item key={view.id} onClick={() => onOpen(parseSearch(view.query))}>
              <Text size="sm" truncate>
                {visibleString(view.name)}
              </Text>
              {view.isShared ? (
                <Text size="xs" c="dimmed" truncate>
                  shared by {visibleString(view.owner)}
                </Text>
              ) : null}
            </Menu.Item>
          ))}
          {canSave ? <Menu.Divider /> : null}
          {canSave ? (
            <Menu.Item onClick={() => setSaving(true)} leftSection={<IconBookmark size={16} aria-hidden />}>
              Save this view …
            </Menu.Item>
          ) : null}
          {own.length > 0 ? <Menu.Divider /> : null}
          {own.map((view) => (
            <Menu.Item
              key={`delete-${view.id}`}
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => remove.mutate(view.id)}
            >
              <Text size="sm" truncate>
                Delete “{visibleString(view.name)}”
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isSaving ? <SaveView search={search} onClose={() => setSaving(false)} /> : null}
    </>
  );
};

const ExportMenu = ({ params, isThreats }: { params: Params; isThreats: boolean }) => (
  <Menu shadow="md" position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {(['csv', 'jsonl'] as const).map((format) => (
        <Menu.Item
          key={format}
          component="a"
          href={apiUrl('/requests/export', { ...params, threatsOnly: isThreats ? true : null, format })}
          download
        >
          {format === 'csv' ? 'CSV (comma-separated)' : 'JSON Lines'}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

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
  const isFiltered = FILTERS.some((name) => search[name] !== undefined);
  return (
    <Group gap="xs" align="flex-start">
      <SearchBox value={one(search, 'search') ?? ''} onChange={(text) => onChange({ search: text.trim() })} />
      <FacetSelect
        name="Outcome"
        values={many(search, 'outcome')}
        options={(facets?.outcome ?? []).map((each) => ({
          value: each.value,
          label: counted(OUTCOMES[each.value as Outcome]?.word ?? label(each.value), each.count),
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
      <FacetSelect
        name="Key"
        values={many(search, 'keyId')}
        options={(facets?.key ?? []).map((each) => ({
          value: each.value,
          label: counted(visibleString(each.name ?? each.value), each.count),
        }))}
        onChange={(keyId) => onChange({ keyId })}
      />
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
      {isFiltered ? (
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
        <ExportMenu params={params} isThreats={isThreats} />
      </Group>
    </Group>
  );
};

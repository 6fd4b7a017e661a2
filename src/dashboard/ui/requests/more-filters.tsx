import { Button, MultiSelect, NumberInput, Popover, Select, Stack, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { count } from '../lib/format.ts';
import { many, one, type Search } from '../lib/search.ts';
import type { Facets } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Change, TypedFilter } from './typed-filter.tsx';

export const counted = (word: string, number: number): string => `${word} (${count(number)})`;

export const MoreFilters = ({
  search,
  onChange,
  facets,
}: {
  search: Search;
  onChange: Change;
  facets: Facets | undefined;
}) => {
  const set = [
    'model',
    'errorCode',
    'subType',
    'stream',
    'wouldBlock',
    'wouldRemove',
    'hasUnjudged',
    'passedThrough',
    'minConfidence',
    'feedback',
  ].filter((name) => one(search, name) !== undefined).length;
  const minimum = one(search, 'minConfidence');
  const model = one(search, 'model') ?? null;
  const codes = many(search, 'errorCode');
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
            // It is focused when this opens, and its list would cover the rest.
            openOnFocus={false}
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
          <MultiSelect
            label="Error code"
            placeholder={codes.length === 0 ? 'Any or none' : ''}
            clearable
            searchable
            hidePickedOptions
            openOnFocus={false}
            clearButtonProps={{ 'aria-label': 'Any or no error code' }}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage="No such code was recorded"
            data={[...new Set([...(facets?.errorCode ?? []), ...codes])].map((value) => ({
              value,
              label: visibleString(value),
            }))}
            value={[...codes]}
            onChange={(errorCode) => onChange({ errorCode })}
          />
          <TypedFilter
            label="Sub-type"
            placeholder="instruction_override"
            maxLength={64}
            value={one(search, 'subType') ?? ''}
            onChange={(subType) => onChange({ subType })}
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
            label="Text would have been removed"
            checked={one(search, 'wouldRemove') === 'true'}
            onChange={(event) => onChange({ wouldRemove: event.currentTarget.checked ? 'true' : undefined })}
          />
          <Switch
            label="With unjudged parts"
            checked={one(search, 'hasUnjudged') === 'true'}
            onChange={(event) => onChange({ hasUnjudged: event.currentTarget.checked ? 'true' : undefined })}
          />
          <Switch
            label="Passed through unscanned"
            checked={one(search, 'passedThrough') === 'true'}
            onChange={(event) =>
              onChange({ passedThrough: event.currentTarget.checked ? 'true' : undefined })
            }
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

import { Button, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { TIME_ZONE } from '../lib/format.ts';
import { RANGES, type Range } from '../lib/range.ts';

const localInput = (ms: number): string => {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The ready-made times, and a from–to. */
export const RangePicker = ({ value, onChange }: { value: Range; onChange: (range: Range) => void }) => {
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(() => localInput(value.fromMs ?? Date.now() - 86_400_000));
  const [to, setTo] = useState(() => localInput(value.toMs ?? Date.now()));
  const isValid = from !== '' && to !== '' && from < to;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Select
          aria-label="Time"
          w={180}
          leftSection={<IconClock size={16} aria-hidden />}
          data={[
            ...RANGES.map(({ value: each, label }) => ({ value: each, label })),
            { value: 'custom', label: 'From – to …' },
          ]}
          value={value.range}
          allowDeselect={false}
          onChange={(range) => {
            if (range === 'custom') setOpen(true);
            else if (range !== null) onChange({ range });
          }}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="From and to">
        <Stack gap="xs">
          <TextInput
            type="datetime-local"
            label="From"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label="To"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            error={isValid ? null : 'must be later than “From”'}
          />
          <Text size="xs" c="dimmed">
            Times of {TIME_ZONE}
          </Text>
          <Group justify="flex-end">
            <Button
              size="xs"
              disabled={!isValid}
              onClick={() => {
                setOpen(false);
                onChange({ range: 'custom', fromMs: new Date(from).getTime(), toMs: new Date(to).getTime() });
              }}
            >
              Show
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

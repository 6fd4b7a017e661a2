import { Button, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { minuteTime, TIME_ZONE } from '../lib/format.ts';
import { RANGES, type Range } from '../lib/range.ts';

const localInput = (ms: number): string => {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const customLabel = ({ range, fromMs, toMs }: Range): string =>
  range === 'custom' && fromMs !== undefined
    ? `${minuteTime(fromMs)} – ${toMs === undefined ? 'now' : minuteTime(toMs)}`
    : 'From – to …';

/** The ready-made times, and a from–to. */
export const RangePicker = ({ value, onChange }: { value: Range; onChange: (range: Range) => void }) => {
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const open = () => {
    setFrom(localInput(value.fromMs ?? Date.now() - 86_400_000));
    setTo(localInput(value.toMs ?? Date.now()));
    setOpen(true);
  };
  const isValid = from !== '' && to !== '' && from < to;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      shadow="md"
      // Its own would name it by what opened it, which has a name for something else.
      withRoles={false}
    >
      <Popover.Target>
        <Select
          aria-label="Time"
          w={value.range === 'custom' ? 300 : 180}
          maw="100%"
          leftSection={<IconClock size={16} aria-hidden />}
          data={[
            ...RANGES.map(({ value: each, label }) => ({ value: each, label })),
            { value: 'custom', label: customLabel(value) },
          ]}
          value={value.range}
          allowDeselect={false}
          // Of what is chosen already there is no change, but its times may be.
          onOptionSubmit={(range) => (range === 'custom' ? open() : onChange({ range }))}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="From and to">
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
            Times in {TIME_ZONE}
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

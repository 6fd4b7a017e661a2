import {
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Slider,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Failed } from '../components/states.tsx';
import { call, segment } from '../lib/client.ts';
import { DAY } from '../lib/format.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Key, Mode, Sensitivity } from '../lib/types.ts';

type Form = Readonly<{
  name: string;
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Key['override'];
  rateLimitPerMinute: number | null;
  expiry: string;
  rolloutPercent: number;
}>;

const OVERRIDES = [
  { value: 'allow', label: 'Anything' },
  { value: 'tighten', label: 'Only something stricter' },
  { value: 'ignore', label: 'Nothing' },
];
const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

const bodyOf = ({ expiry, ...form }: Form) => ({
  ...form,
  ...(expiry === 'same'
    ? {}
    : { expiresAtMs: expiry === 'never' ? null : Date.now() + Number(expiry) * DAY }),
});

const formOf = (key: Key | null): Form =>
  key === null
    ? {
        name: '',
        mode: null,
        sensitivity: null,
        override: 'allow',
        rateLimitPerMinute: null,
        expiry: 'never',
        rolloutPercent: 100,
      }
    : {
        name: key.name,
        mode: key.mode,
        sensitivity: key.sensitivity,
        override: key.override,
        rateLimitPerMinute: key.rateLimitPerMinute,
        expiry: 'same',
        rolloutPercent: key.rolloutPercent,
      };

/** A new key, or what can be changed about one. */
export const KeyForm = ({
  editing,
  onCreated,
  onClose,
}: {
  editing: Key | null;
  onCreated: (key: Key, secret: string) => void;
  onClose: () => void;
}) => {
  const [form, setForm] = useState(formOf(editing));
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      if (editing !== null) {
        await call('PATCH', `/keys/${segment(editing.id)}`, bodyOf(form));
        return null;
      }
      return call<{ key: Key; secret: string }>('POST', '/keys', bodyOf(form));
    },
    onSuccess: async (created) => {
      await client.invalidateQueries({ queryKey: ['keys'] });
      if (created === null) tellDone('Saved.');
      else onCreated(created.key, created.secret);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={editing === null ? 'New key' : 'Edit the key'} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          {save.error === null ? null : <Failed error={save.error} />}
          <TextInput
            label="Name"
            description="Which application or team uses it"
            required
            maxLength={100}
            data-autofocus
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="Mode"
              placeholder="As the policy says"
              clearable
              clearButtonProps={{ 'aria-label': 'As the policy says' }}
              data={MODES.map((value) => ({ value, label: MODE_WORDS[value].word }))}
              value={form.mode}
              onChange={(value) => set({ mode: MODES.find((each) => each === value) ?? null })}
            />
            <Select
              label="Sensitivity"
              placeholder="As the policy says"
              clearable
              clearButtonProps={{ 'aria-label': 'As the policy says' }}
              data={SENSITIVITIES.map((value) => ({ value, label: SENSITIVITY_WORDS[value].word }))}
              value={form.sensitivity}
              onChange={(value) => set({ sensitivity: SENSITIVITIES.find((each) => each === value) ?? null })}
            />
            <Select
              label="Callers may change by header"
              data={OVERRIDES}
              allowDeselect={false}
              value={form.override}
              onChange={(value) => set({ override: (value ?? 'allow') as Key['override'] })}
            />
            <NumberInput
              label="Requests per minute"
              placeholder="No limit"
              min={1}
              thousandSeparator=","
              value={form.rateLimitPerMinute ?? ''}
              onChange={(value) => set({ rateLimitPerMinute: value === '' ? null : Number(value) })}
            />
            <Select
              label="Expires"
              data={editing === null ? EXPIRIES : [{ value: 'same', label: 'Unchanged' }, ...EXPIRIES]}
              allowDeselect={false}
              value={form.expiry}
              onChange={(value) => set({ expiry: value ?? 'never' })}
            />
          </SimpleGrid>
          <div>
            <Text size="sm" fw={500}>
              Roll-out: its own mode holds for {form.rolloutPercent} % of its requests
            </Text>
            <Text size="xs" c="dimmed" mb="xs">
              The rest goes by advisory, so that blocking can be tried on a part first.
            </Text>
            <Slider
              thumbLabel="Roll-out in percent"
              min={0}
              max={100}
              step={5}
              label={(value) => `${value} %`}
              value={form.rolloutPercent}
              onChange={(rolloutPercent) => set({ rolloutPercent })}
            />
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {editing === null ? 'Create the key' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

import {
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Slider,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Refused } from '../components/states.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { call, segment } from '../lib/client.ts';
import { DAY } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Key, Mode, Sensitivity } from '../lib/types.ts';
import { type Json, recordOf, textOf } from '../policy/draft.ts';
import { KeyEntities } from './entities.tsx';

type Form = Readonly<{
  name: string;
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Key['override'];
  rateLimitPerMinute: number | null;
  expiry: string;
  rolloutPercent: number;
  entities: Json;
}>;

/** As much as the API takes. */
const MAX_RATE = 1_000_000;

const OVERRIDES = [
  { value: 'allow', label: 'Anything' },
  { value: 'tighten', label: 'Only something stricter' },
  { value: 'ignore', label: 'Nothing' },
] as const satisfies readonly Readonly<{ value: Key['override']; label: string }>[];
const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

const bodyOf = ({ expiry, entities, ...form }: Form) => ({
  ...form,
  entities: Object.keys(entities).length === 0 ? null : entities,
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
        entities: {},
      }
    : {
        name: key.name,
        mode: key.mode,
        sensitivity: key.sensitivity,
        override: key.override,
        rateLimitPerMinute: key.rateLimitPerMinute,
        expiry: 'same',
        rolloutPercent: key.rolloutPercent,
        entities: key.entities ?? {},
      };

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A form as it was left when a session ended. */
const readForm = (stored: unknown): Form => {
  const form = recordOf(stored);
  return {
    name: textOf(form['name'], ''),
    mode: MODES.find((each) => each === form['mode']) ?? null,
    sensitivity: SENSITIVITIES.find((each) => each === form['sensitivity']) ?? null,
    override: OVERRIDES.find(({ value }) => value === form['override'])?.value ?? 'allow',
    rateLimitPerMinute: numberOf(form['rateLimitPerMinute']),
    expiry: textOf(form['expiry'], 'never'),
    rolloutPercent: numberOf(form['rolloutPercent']) ?? 100,
    entities: recordOf(form['entities']),
  };
};

const ownRules = (entities: Json): string => {
  const rules = Object.keys(entities).length;
  return rules === 0 ? '' : ` (${rules})`;
};

const General = ({
  form,
  isNew,
  onChange,
}: {
  form: Form;
  isNew: boolean;
  onChange: (change: Partial<Form>) => void;
}) => (
  <Stack>
    <TextInput
      label="Name"
      description="Which application or team uses it"
      required
      maxLength={100}
      data-autofocus
      value={form.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label="Mode"
        placeholder="As the policy says"
        clearable
        clearButtonProps={{ 'aria-label': 'As the policy says' }}
        data={MODES.map((value) => ({ value, label: MODE_WORDS[value].word }))}
        value={form.mode}
        onChange={(value) => onChange({ mode: MODES.find((each) => each === value) ?? null })}
      />
      <Select
        label="Sensitivity"
        placeholder="As the policy says"
        clearable
        clearButtonProps={{ 'aria-label': 'As the policy says' }}
        data={SENSITIVITIES.map((value) => ({ value, label: SENSITIVITY_WORDS[value].word }))}
        value={form.sensitivity}
        onChange={(value) => onChange({ sensitivity: SENSITIVITIES.find((each) => each === value) ?? null })}
      />
      <Select
        label="Callers may change by header"
        data={OVERRIDES}
        allowDeselect={false}
        value={form.override}
        onChange={(value) => onChange({ override: (value ?? 'allow') as Key['override'] })}
      />
      <NumberInput
        label="Requests per minute"
        placeholder="No limit"
        min={1}
        max={MAX_RATE}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        thousandSeparator=","
        value={form.rateLimitPerMinute ?? ''}
        onChange={(value) => onChange({ rateLimitPerMinute: value === '' ? null : Number(value) })}
      />
      <Select
        label="Expires"
        data={isNew ? EXPIRIES : [{ value: 'same', label: 'Unchanged' }, ...EXPIRIES]}
        allowDeselect={false}
        value={form.expiry}
        onChange={(value) => onChange({ expiry: value ?? 'never' })}
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
        onChange={(rolloutPercent) => onChange({ rolloutPercent })}
      />
    </div>
  </Stack>
);

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
  const [form, setForm] = useKept(`key ${editing?.id ?? ''}`, formOf(editing), readForm);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const unsaved = useDialogUnsaved(JSON.stringify(form) !== JSON.stringify(formOf(editing)), onClose);
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
    <Dialog {...unsaved} title={editing === null ? 'New key' : 'Edit the key'} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          {save.error === null ? null : <Refused error={save.error} />}
          <Tabs defaultValue="general" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="general">General</Tabs.Tab>
              <Tabs.Tab value="entities">Personal data and secrets{ownRules(form.entities)}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="general">
              <General form={form} isNew={editing === null} onChange={set} />
            </Tabs.Panel>
            <Tabs.Panel value="entities">
              <KeyEntities entities={form.entities} onChange={(entities) => set({ entities })} />
            </Tabs.Panel>
          </Tabs>
          <Group justify="flex-end">
            <Button variant="default" onClick={unsaved.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={form.name.trim() === ''}>
              {editing === null ? 'Create the key' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

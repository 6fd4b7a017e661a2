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
import { useState } from 'react';
import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Overtaken, type Theirs } from '../components/overtaken.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { Refused } from '../components/states.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { ApiFailure, call, isOpen, queryString, segment } from '../lib/client.ts';
import { isStale } from '../lib/edits.ts';
import { useKept } from '../lib/kept.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Key, KeyPage } from '../lib/types.ts';
import type { Json } from '../policy/draft.ts';
import { KeyEntities } from './entities.tsx';
import {
  bodyOf,
  changeOf,
  type Form,
  newAttempt,
  OVERRIDES,
  overNewest,
  readState,
  stateOf,
  theirsOf,
} from './form-state.ts';

/** As much as the API takes. */
const MAX_RATE = 1_000_000;

const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

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

type Made = Readonly<{ key: Key; secret: string }>;

const newestOf = async (id: string): Promise<Key | null> =>
  (await call<KeyPage>('GET', `/keys${queryString({ id })}`)).items[0] ?? null;

/** An earlier try has made it, whose answer was lost. */
const isMadeAlready = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'made_already';

/** What is to be known of a key that may have been made, and of one that was. */
const Unanswered = ({ error, onFind }: { error: unknown; onFind: () => void }) => {
  if (isMadeAlready(error))
    return (
      <Group justify="space-between">
        <Text size="sm">Rotate it to be shown a new one, or revoke it.</Text>
        <Button size="xs" variant="default" onClick={onFind}>
          Show it in the list
        </Button>
      </Group>
    );
  return isOpen(error) ? (
    <Text size="sm">It is not known whether the key was made. Trying again here makes no second one.</Text>
  ) : null;
};

/** A new key, or what can be changed about one. */
export const KeyForm = ({
  editing,
  onCreated,
  onFind,
  onClose,
}: {
  editing: Key | null;
  onCreated: (key: Key, secret: string) => void;
  /** Shows the keys of a name. */
  onFind: (name: string) => void;
  onClose: () => void;
}) => {
  const [state, setState] = useKept(`key ${editing?.id ?? ''}`, stateOf(editing), readState);
  const [theirs, setTheirs] = useState<readonly Theirs[] | null>(null);
  const { form, seen } = state;
  const set = (change: Partial<Form>) => setState({ ...state, form: { ...form, ...change } });
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['keys'] });
  const create = () => {
    const attempt = state.attempt ?? newAttempt(form.name.trim());
    setState({ ...state, attempt });
    return call<Made>('POST', '/keys', { ...bodyOf(form), attempt: attempt.id });
  };
  const save = useMutation({
    mutationFn: async () => {
      if (editing === null) return create();
      await call('PATCH', `/keys/${segment(editing.id)}`, changeOf(state));
      return null;
    },
    onSuccess: async (created) => {
      if (created === null) {
        await refresh();
        tellDone('Saved.');
      } else {
        // Shown once, so it waits for nothing: the list may be late, or not come at all.
        void refresh();
        onCreated(created.key, created.secret);
      }
      onClose();
    },
    onError: async (error) => {
      // What was refused has made none: the next try is the first.
      if (!isOpen(error) && !isMadeAlready(error)) setState((now) => ({ ...now, attempt: null }));
      // One that was made is in the list.
      else void refresh();
      const newest = editing !== null && isStale(error) ? await newestOf(editing.id) : null;
      if (newest === null) return;
      setTheirs(theirsOf(state, newest));
      setState(overNewest(state, newest));
      await refresh();
    },
  });
  // There is nothing left to save where the key is made.
  const isDirty = JSON.stringify(form) !== JSON.stringify(seen) && !isMadeAlready(save.error);
  const unsaved = useDialogUnsaved(isDirty, onClose);
  const isOvertaken = theirs !== null && isStale(save.error);
  return (
    <Dialog {...unsaved} title={editing === null ? 'New key' : 'Edit the key'} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <RoleLack least="admin" />
          {save.error === null || isOvertaken ? null : <Refused error={save.error} />}
          {save.error === null || editing !== null ? null : (
            <Unanswered
              error={save.error}
              onFind={() => {
                onClose();
                onFind(state.attempt?.name ?? form.name);
              }}
            />
          )}
          {isOvertaken ? (
            <Overtaken
              theirs={theirs}
              isSaving={save.isPending}
              onSave={() => save.mutate()}
              onDiscard={onClose}
            />
          ) : null}
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
            <Button type="submit" loading={save.isPending} disabled={isOvertaken || form.name.trim() === ''}>
              {editing === null ? 'Create the key' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

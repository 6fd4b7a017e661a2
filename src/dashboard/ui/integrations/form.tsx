import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Overtaken, type Theirs } from '../components/overtaken.tsx';
import { Refused } from '../components/states.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { call, listItems, segment } from '../lib/client.ts';
import { changesOf, disputed, isStale, rebased } from '../lib/edits.ts';
import { useKept } from '../lib/kept.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Webhook, WebhookEvent } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Json, listOf, recordOf, textOf } from '../policy/draft.ts';
import type { Told } from './secret.tsx';

const EVENTS: readonly Readonly<{ value: WebhookEvent; word: string }>[] = [
  { value: 'threat.blocked', word: 'A threat was blocked' },
  { value: 'threat.removed', word: 'A threat was removed from a request' },
  { value: 'threat.flagged', word: 'A threat was flagged' },
  { value: 'threat.would_block', word: 'A threat would have been blocked' },
  { value: 'threat.would_remove', word: 'A threat would have been removed from a request' },
  { value: 'scan.failed', word: 'A scan failed' },
  { value: 'settings.changed', word: 'The settings changed' },
  { value: 'feedback.added', word: 'Somebody gave feedback' },
];

type Wanted = Readonly<{ name: string; url: string; events: readonly string[] }>;

/** What is wanted, over what the webhook was when it was looked at. */
type Form = Readonly<{ wanted: Wanted; seen: Wanted; isUrlLost: boolean }>;

const formOf = ({ name, url, events }: Wanted): Form => {
  const wanted = { name, url, events: [...events] };
  return { wanted, seen: wanted, isUrlLost: false };
};

/** A URL often has a token in it: that one was typed is kept, and not which. */
const toKeep = ({ wanted, seen, isUrlLost }: Form): object => ({
  wanted: { ...wanted, url: '' },
  seen: { ...seen, url: '' },
  isUrlLost: isUrlLost || wanted.url !== '',
});

const readWanted = (stored: unknown): Wanted => {
  const { name, events } = recordOf(stored);
  return {
    name: textOf(name, ''),
    url: '',
    events: EVENTS.map(({ value }) => value).filter((value) => listOf(events).includes(value)),
  };
};

const readForm = (stored: unknown): Form => {
  const { wanted, seen, isUrlLost } = recordOf(stored);
  return { wanted: readWanted(wanted), seen: readWanted(seen), isUrlLost: isUrlLost === true };
};

const theirsOf = ({ wanted, seen }: Form, shownUrl: string | null, newest: Webhook): readonly Theirs[] => {
  const names = disputed({ ...wanted, url: '' }, seen, { ...newest, url: '' });
  const words = EVENTS.filter(({ value }) => newest.events.includes(value)).map(({ word }) => word);
  return [
    ...(names.includes('name') ? [{ name: 'Name', value: newest.name }] : []),
    ...(wanted.url !== '' && newest.url !== shownUrl ? [{ name: 'URL', value: newest.url }] : []),
    ...(names.includes('events') ? [{ name: 'Send when', value: words.join(', ') }] : []),
  ];
};

const WebhookForm = ({
  kept,
  title,
  confirm,
  editing = null,
  initial,
  save,
  onClose,
}: {
  kept: string;
  title: string;
  confirm: string;
  /** Its address goes on where none is typed. */
  editing?: Webhook | null;
  initial: Wanted;
  save: (form: Form, shownUrl: string | null) => Promise<void>;
  onClose: () => void;
}) => {
  const [form, setForm] = useKept(kept, formOf(initial), readForm, toKeep);
  const [shownUrl, setShownUrl] = useState(editing?.url ?? null);
  const [theirs, setTheirs] = useState<readonly Theirs[] | null>(null);
  const { wanted, seen, isUrlLost } = form;
  const set = (change: Partial<Wanted>) => setForm({ ...form, wanted: { ...wanted, ...change } });
  const isDirty = isUrlLost || JSON.stringify(wanted) !== JSON.stringify(seen);
  const unsaved = useDialogUnsaved(isDirty, onClose);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const saving = useMutation({
    mutationFn: async () => {
      await save(form, shownUrl);
      await refresh();
    },
    onSuccess: onClose,
    onError: async (error) => {
      if (editing === null || !isStale(error)) return;
      const newest = (await listItems<Webhook>('/webhooks')).find(({ id }) => id === editing.id);
      if (newest === undefined) return;
      const { seen: now } = formOf({ ...newest, url: '' });
      setTheirs(theirsOf(form, shownUrl, newest));
      setForm({ ...form, wanted: rebased(wanted, seen, now), seen: now });
      setShownUrl(newest.url);
      await refresh();
    },
  });
  const isOvertaken = theirs !== null && isStale(saving.error);
  return (
    <Dialog {...unsaved} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {saving.error === null || isOvertaken ? null : <Refused error={saving.error} />}
          {isOvertaken ? (
            <Overtaken
              theirs={theirs}
              isSaving={saving.isPending}
              onSave={() => saving.mutate()}
              onDiscard={onClose}
            />
          ) : null}
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={wanted.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label={shownUrl === null ? 'URL' : 'New URL'}
            description={
              shownUrl === null
                ? 'Gets a POST with JSON, signed with HMAC-SHA-256'
                : `Left empty, it stays as it is: ${visibleString(shownUrl)}`
            }
            type="url"
            required={shownUrl === null}
            maxLength={2000}
            placeholder="https://siem.example.com/hooks/portcullis"
            error={
              isUrlLost ? 'Enter it again: since it may hold a token, it is not kept over a sign-in.' : null
            }
            value={wanted.url}
            onChange={(event) => {
              const url = event.currentTarget.value;
              setForm({ ...form, wanted: { ...wanted, url }, isUrlLost: false });
            }}
          />
          <Checkbox.Group
            label="Send when"
            value={[...wanted.events]}
            onChange={(events) => set({ events })}
            required
          >
            <Stack gap={8} mt={6}>
              {EVENTS.map(({ value, word }) => (
                <Checkbox key={value} value={value} label={word} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={unsaved.onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={isOvertaken || wanted.events.length === 0}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

export const NewWebhook = ({ onMade, onClose }: { onMade: (told: Told) => void; onClose: () => void }) => (
  <WebhookForm
    kept="webhook "
    title="New webhook"
    confirm="Create"
    initial={{ name: '', url: '', events: ['threat.blocked', 'scan.failed'] }}
    save={async ({ wanted }) => {
      onMade(await call<Told>('POST', '/webhooks', { ...wanted, isEnabled: true }));
    }}
    onClose={onClose}
  />
);

/** The secret stays, and so does whether it is on. */
export const EditWebhook = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
  <WebhookForm
    kept={`webhook ${webhook.id}`}
    title={`Edit “${visibleString(webhook.name)}”`}
    confirm="Save"
    editing={webhook}
    initial={{ ...webhook, url: '' }}
    save={async ({ wanted, seen }, shownUrl) => {
      const changes = changesOf(wanted, seen);
      const before: Json = { ...seen, url: shownUrl };
      const expected = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name]]));
      await call('PATCH', `/webhooks/${segment(webhook.id)}`, { ...changes, expected });
      tellDone('Saved.');
    }}
    onClose={onClose}
  />
);

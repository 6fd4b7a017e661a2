import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../components/dialog.tsx';
import { Refused } from '../components/states.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { call, segment } from '../lib/client.ts';
import { useKept } from '../lib/kept.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Webhook, WebhookEvent } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { listOf, recordOf, textOf } from '../policy/draft.ts';

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

type Form = Readonly<{ name: string; url: string; events: string[]; isUrlLost: boolean }>;

const formOf = ({ name, url, events }: Wanted): Form => ({
  name,
  url,
  events: [...events],
  isUrlLost: false,
});

/** A URL often has a token in it: that one was typed is kept, and not which. */
const toKeep = ({ url, events, ...form }: Form): object => ({
  ...{ ...form, events },
  isUrlLost: form.isUrlLost || url !== '',
});

const readForm = (stored: unknown, initial: Wanted): Form => {
  const form = recordOf(stored);
  const isUrlLost = form['isUrlLost'] === true;
  return {
    name: textOf(form['name'], initial.name),
    url: '',
    events: EVENTS.map(({ value }) => value).filter((value) => listOf(form['events']).includes(value)),
    isUrlLost,
  };
};

const WebhookForm = ({
  kept,
  title,
  confirm,
  initial,
  shownUrl = null,
  save,
  onClose,
}: {
  kept: string;
  title: string;
  confirm: string;
  initial: Wanted;
  /** What is shown of the address that goes on where none is typed; null where there is none yet. */
  shownUrl?: string | null;
  save: (wanted: Wanted) => Promise<void>;
  onClose: () => void;
}) => {
  const [form, setForm] = useKept(kept, formOf(initial), (stored) => readForm(stored, initial), toKeep);
  const { isUrlLost, ...wanted } = form;
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const unsaved = useDialogUnsaved(JSON.stringify(form) !== JSON.stringify(formOf(initial)), onClose);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      await save(wanted);
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog {...unsaved} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {saving.error === null ? null : <Refused error={saving.error} />}
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={form.name}
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
            value={form.url}
            onChange={(event) => set({ url: event.currentTarget.value, isUrlLost: false })}
          />
          <Checkbox.Group
            label="Send when"
            value={form.events}
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
            <Button type="submit" loading={saving.isPending} disabled={form.events.length === 0}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

export const NewWebhook = ({
  onSecret,
  onClose,
}: {
  onSecret: (secret: string) => void;
  onClose: () => void;
}) => (
  <WebhookForm
    kept="webhook "
    title="New webhook"
    confirm="Create"
    initial={{ name: '', url: '', events: ['threat.blocked', 'scan.failed'] }}
    save={async (wanted) => {
      const made = await call<{ webhook: Webhook; secret: string }>('POST', '/webhooks', {
        ...wanted,
        isEnabled: true,
      });
      onSecret(made.secret);
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
    initial={{ ...webhook, url: '' }}
    shownUrl={webhook.url}
    save={async ({ url, ...wanted }) => {
      await call('PATCH', `/webhooks/${segment(webhook.id)}`, url === '' ? wanted : { ...wanted, url });
      tellDone('Saved.');
    }}
    onClose={onClose}
  />
);

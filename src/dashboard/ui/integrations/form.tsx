import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Refused } from '../components/states.tsx';
import { call, segment } from '../lib/client.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Webhook, WebhookEvent } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const EVENTS: readonly Readonly<{ value: WebhookEvent; word: string }>[] = [
  { value: 'threat.blocked', word: 'A threat was blocked' },
  { value: 'threat.flagged', word: 'A threat was flagged' },
  { value: 'threat.would_block', word: 'A threat would have been blocked' },
  { value: 'scan.failed', word: 'A scan failed' },
  { value: 'settings.changed', word: 'The settings changed' },
  { value: 'feedback.added', word: 'Somebody gave feedback' },
];

type Wanted = Readonly<{ name: string; url: string; events: readonly string[] }>;

const WebhookForm = ({
  title,
  confirm,
  initial,
  save,
  onClose,
}: {
  title: string;
  confirm: string;
  initial: Wanted;
  save: (wanted: Wanted) => Promise<void>;
  onClose: () => void;
}) => {
  const [name, setName] = useState(initial.name);
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<string[]>([...initial.events]);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      await save({ name, url, events });
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog onClose={onClose} title={title} size="lg">
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
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="URL"
            description="Gets a POST with JSON, signed with HMAC-SHA-256"
            type="url"
            required
            maxLength={2000}
            placeholder="https://siem.example.com/hooks/portcullis"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Checkbox.Group label="Send when" value={events} onChange={setEvents} required>
            <Stack gap={8} mt={6}>
              {EVENTS.map(({ value, word }) => (
                <Checkbox key={value} value={value} label={word} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={events.length === 0}>
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
    title={`Edit “${visibleString(webhook.name)}”`}
    confirm="Save"
    initial={webhook}
    save={async (wanted) => {
      await call('PATCH', `/webhooks/${segment(webhook.id)}`, wanted);
      tellDone('Saved.');
    }}
    onClose={onClose}
  />
);

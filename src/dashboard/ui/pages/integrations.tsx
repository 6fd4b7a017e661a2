import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Drawer,
  Group,
  Modal,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskFirst } from '../components/ask.tsx';
import { Secret } from '../components/copy.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { Answer, Empty, Failed } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, listItems, queryString, segment } from '../lib/client.ts';
import { count } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import type { Delivery, Page, Webhook, WebhookEvent } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const EVENTS: readonly Readonly<{ value: WebhookEvent; word: string }>[] = [
  { value: 'threat.blocked', word: 'A threat was blocked' },
  { value: 'threat.flagged', word: 'A threat was flagged' },
  { value: 'threat.would_block', word: 'A threat would have been blocked' },
  { value: 'scan.failed', word: 'A scan failed' },
  { value: 'settings.changed', word: 'The settings changed' },
  { value: 'feedback.added', word: 'Somebody gave feedback' },
];

const STATES = {
  pending: { word: 'Waiting', color: 'blue', icon: IconClock },
  delivered: { word: 'Delivered', color: 'green', icon: IconCheck },
  dead: { word: 'Given up', color: 'red', icon: IconX },
} as const;

/** Deliveries end by themselves; nothing tells the page of it. */
const REFRESH_MS = 5000;

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
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {saving.error === null ? null : <Failed error={saving.error} />}
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
    </Modal>
  );
};

const NewWebhook = ({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) => (
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
const EditWebhook = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => (
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

const Deliveries = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const client = useQueryClient();
  const queryKey = ['deliveries', webhook.id];
  const deliveries = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page<Delivery>>(
        'GET',
        `/webhooks/${segment(webhook.id)}/deliveries${queryString({ cursor: pageParam })}`,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
  });
  const retry = useMutation({
    mutationFn: (id: string) => call('POST', `/deliveries/${segment(id)}/retry`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      tellDone('It will be sent again.');
    },
    onError: tellFailure,
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(720px, 100vw)"
      title={`Deliveries of “${visibleString(webhook.name)}”`}
    >
      <Answer query={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          return all.length === 0 ? (
            <Empty icon={<IconSend size={22} aria-hidden />} title="Nothing was sent yet" />
          ) : (
            <div className="table-wrap">
              <Table className="data-table">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Time</Table.Th>
                    <Table.Th>Event</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th ta="right">Tries</Table.Th>
                    <Table.Th>Last error</Table.Th>
                    <Table.Th aria-label="Actions" />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {all.map((each) => {
                    const { word, color, icon: Icon } = STATES[each.status];
                    return (
                      <Table.Tr key={each.id}>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>
                          <When ms={each.createdAtMs} />
                        </Table.Td>
                        <Table.Td>{visibleString(each.event)}</Table.Td>
                        <Table.Td>
                          <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
                            {word}
                          </Badge>
                        </Table.Td>
                        <Table.Td ta="right" className="number">
                          {each.attempts}
                        </Table.Td>
                        <Table.Td maw={220}>
                          {each.lastError === null ? '–' : <CallerText text={each.lastError} />}
                        </Table.Td>
                        <Table.Td>
                          {each.status === 'dead' ? (
                            <Button size="compact-xs" variant="default" onClick={() => retry.mutate(each.id)}>
                              Retry
                            </Button>
                          ) : null}
                        </Table.Td>
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </div>
          );
        }}
      </Answer>
      {deliveries.hasNextPage ? (
        <Button variant="default" mt="sm" onClick={() => void deliveries.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </Drawer>
  );
};

const Row = ({
  webhook,
  onDeliveries,
  onEdit,
}: {
  webhook: Webhook;
  onDeliveries: () => void;
  onEdit: () => void;
}) => {
  const client = useQueryClient();
  const path = `/webhooks/${segment(webhook.id)}`;
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const test = useMutation({
    mutationFn: () => call('POST', `${path}/test`),
    onSuccess: async () => {
      await refresh();
      tellDone('A test event is on its way.');
    },
    onError: tellFailure,
  });
  const change = useMutation({
    mutationFn: (isEnabled: boolean) => call('PATCH', path, { isEnabled }),
    onSuccess: refresh,
    onError: tellFailure,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', path),
    onSuccess: refresh,
    onError: tellFailure,
  });
  return (
    <Group
      component="article"
      aria-label={visibleString(webhook.name)}
      justify="space-between"
      p="md"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Stack gap={4} flex={1} miw={240}>
        <Group gap="xs">
          <Text fw={650} size="sm" component="div">
            <CallerText text={webhook.name} />
          </Text>
          {webhook.failed > 0 ? (
            <Badge variant="light" color="red" leftSection={<IconAlertTriangle size={12} aria-hidden />}>
              {count(webhook.failed)} given up
            </Badge>
          ) : null}
          {webhook.pending > 0 ? (
            <Badge variant="light" color="blue" leftSection={<IconClock size={12} aria-hidden />}>
              {count(webhook.pending)} waiting
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <CallerText text={webhook.url} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {webhook.events.join(', ')} · last delivered <When ms={webhook.lastDeliveredAtMs} never="never" />
        </Text>
      </Stack>
      <Group gap="xs">
        <Switch
          aria-label={`Send to ${visibleString(webhook.name)}`}
          checked={webhook.isEnabled}
          onLabel="On"
          offLabel="Off"
          size="md"
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        <Button size="xs" variant="default" onClick={onDeliveries}>
          Deliveries
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          leftSection={<IconSend size={14} aria-hidden />}
          onClick={() => test.mutate()}
        >
          Test
        </Button>
        <AskFirst
          title={`Delete “${visibleString(webhook.name)}”?`}
          confirm="Delete"
          onConfirm={() => remove.mutate()}
          trigger={(open) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={open}
            >
              Delete
            </Button>
          )}
        >
          What is waiting is not sent any more.
        </AskFirst>
      </Group>
    </Group>
  );
};

export const IntegrationsPage = () => {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, setOpened] = useState<Webhook | null>(null);
  const [edited, setEdited] = useState<Webhook | null>(null);
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => listItems<Webhook>('/webhooks'),
    refetchInterval: REFRESH_MS,
  });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Integrations"
        description="Where events go: signed, sent again where they fail, never lost silently"
        actions={add}
      />
      <Card padding={0}>
        <Answer query={webhooks}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<IconWebhook size={22} aria-hidden />} title="No webhooks yet" action={add}>
                Tell a SIEM, a chat or a pager when a threat is blocked or a scan fails.
              </Empty>
            ) : (
              all.map((each) => (
                <Row
                  key={each.id}
                  webhook={each}
                  onDeliveries={() => setOpened(each)}
                  onEdit={() => setEdited(each)}
                />
              ))
            )
          }
        </Answer>
      </Card>
      {isCreating ? <NewWebhook onSecret={setSecret} onClose={() => setCreating(false)} /> : null}
      {edited === null ? null : <EditWebhook webhook={edited} onClose={() => setEdited(null)} />}
      {opened === null ? null : <Deliveries webhook={opened} onClose={() => setOpened(null)} />}
      {secret === null ? null : (
        <Modal
          opened
          onClose={() => setSecret(null)}
          title="The webhook’s secret"
          size="lg"
          closeOnClickOutside={false}
          closeOnEscape={false}
        >
          <Stack>
            <Alert variant="light" color="orange" icon={<IconAlertTriangle aria-hidden />}>
              This is the only time it is shown. The receiver checks the signature with it.
            </Alert>
            <Secret value={secret} what="the secret" />
            <Group justify="flex-end">
              <Button onClick={() => setSecret(null)}>I have stored it</Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
};

import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AskFirst } from '../components/ask.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, segment } from '../lib/client.ts';
import { count } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import type { Webhook } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

export const WebhookRow = ({
  webhook,
  onDeliveries,
  onEdit,
  onRotate,
}: {
  webhook: Webhook;
  onDeliveries: () => void;
  onEdit: () => void;
  onRotate: () => void;
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
          {webhook.isEnabled ? null : (
            <Badge variant="light" color="gray" leftSection={<IconPlayerPause size={12} aria-hidden />}>
              Off: sends tests only
            </Badge>
          )}
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
        <Text size="sm" c="dimmed" component="div" lineClamp={2}>
          <CallerText text={webhook.url} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {webhook.events.join(', ')} · last delivered <When ms={webhook.lastDeliveredAtMs} never="never" />
          {webhook.overlapEndsAtMs === null ? null : (
            <>
              {' '}
              · old secret ends <When ms={webhook.overlapEndsAtMs} />
            </>
          )}
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
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRotate}
        >
          Rotate
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

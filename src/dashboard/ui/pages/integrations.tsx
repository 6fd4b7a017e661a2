import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Secret } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { Deliveries, REFRESH_MS } from '../integrations/deliveries.tsx';
import { EditWebhook, NewWebhook } from '../integrations/form.tsx';
import { WebhookRow } from '../integrations/row.tsx';
import { listItems } from '../lib/client.ts';
import { useKeptItem, useKeptOpen } from '../lib/kept.ts';
import type { Webhook } from '../lib/types.ts';

export const IntegrationsPage = () => {
  const [isCreating, setCreating] = useKeptOpen('new webhook');
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, setOpened] = useState<Webhook | null>(null);
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => listItems<Webhook>('/webhooks'),
    refetchInterval: REFRESH_MS,
  });
  const [edited, setEdited] = useKeptItem('webhook', webhooks.data ?? null);
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
                <WebhookRow
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
        <Dialog
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
        </Dialog>
      )}
    </>
  );
};

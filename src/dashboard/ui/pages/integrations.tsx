import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, PageHeader } from '../components/layout.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { Deliveries, REFRESH_MS } from '../integrations/deliveries.tsx';
import { EditWebhook, NewWebhook } from '../integrations/form.tsx';
import { WebhookRow } from '../integrations/row.tsx';
import { RotateSecret, SecretOnce, type Told } from '../integrations/secret.tsx';
import { listItems } from '../lib/client.ts';
import { useKeptItem, useKeptOpen } from '../lib/kept.ts';
import type { Webhook } from '../lib/types.ts';

export const IntegrationsPage = () => {
  const [isCreating, setCreating] = useKeptOpen('new webhook');
  const [told, setTold] = useState<Told | null>(null);
  const [rotated, setRotated] = useState<Webhook | null>(null);
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
                  onRotate={() => setRotated(each)}
                />
              ))
            )
          }
        </Answer>
      </Card>
      {isCreating ? <NewWebhook onMade={setTold} onClose={() => setCreating(false)} /> : null}
      {edited === null ? null : <EditWebhook webhook={edited} onClose={() => setEdited(null)} />}
      {opened === null ? null : <Deliveries webhook={opened} onClose={() => setOpened(null)} />}
      {rotated === null ? null : (
        <RotateSecret webhook={rotated} onRotated={setTold} onClose={() => setRotated(null)} />
      )}
      {told === null ? null : <SecretOnce told={told} onClose={() => setTold(null)} />}
    </>
  );
};

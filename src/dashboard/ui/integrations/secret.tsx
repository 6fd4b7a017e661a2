import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Secret } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { RotateDialog } from '../components/rotate.tsx';
import { When } from '../components/when.tsx';
import { call, segment } from '../lib/client.ts';
import type { Webhook } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

/** What is told once, when a webhook is made and when its secret is replaced. */
export type Told = Readonly<{ webhook: Webhook; secret: string }>;

export const RotateSecret = ({
  webhook,
  onRotated,
  onClose,
}: {
  webhook: Webhook;
  onRotated: (told: Told) => void;
  onClose: () => void;
}) => {
  const client = useQueryClient();
  return (
    <RotateDialog
      title={`Rotate the secret of “${visibleString(webhook.name)}”`}
      rotate={async (overlapMs) => {
        const told = await call<Told>('POST', `/webhooks/${segment(webhook.id)}/rotate`, { overlapMs });
        // Shown once, so it waits for no list.
        void client.invalidateQueries({ queryKey: ['webhooks'] });
        return () => onRotated(told);
      }}
      onClose={onClose}
    >
      A new secret is made. What is sent has a signature of each for as long as you say, and the receiver
      takes either. With none, older secrets end, too.
    </RotateDialog>
  );
};

export const SecretOnce = ({ told: { webhook, secret }, onClose }: { told: Told; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
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
      {webhook.overlapEndsAtMs === null ? null : (
        <Text size="sm" component="div">
          Give it to the receiver in time: the old one stops signing <When ms={webhook.overlapEndsAtMs} />.
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  </Dialog>
);

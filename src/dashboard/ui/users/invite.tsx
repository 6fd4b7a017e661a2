import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Secret } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Refused } from '../components/states.tsx';
import { call } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { useUser } from '../lib/session.ts';
import type { Invitation, Role } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { ABOUT, ROLES, rolesFor } from './roles.ts';

export type Link = Readonly<{ url: string; title: string; note: string }>;

export const LinkOnce = ({ link, onClose }: { link: Link; onClose: () => void }) => (
  <Dialog onClose={onClose} title={link.title} size="lg" closeOnClickOutside={false} closeOnEscape={false}>
    <Stack>
      <Alert variant="light" color="orange" icon={<IconInfoCircle aria-hidden />}>
        {link.note} It is shown once and works once.
      </Alert>
      <Secret value={link.url} what="the link" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Dialog>
);

export const Invite = ({ onLink, onClose }: { onLink: (link: Link) => void; onClose: () => void }) => {
  const me = useUser();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('analyst');
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () => call<Invitation & { url: string }>('POST', '/invitations', { email, role }),
    onSuccess: async ({ url }) => {
      await client.invalidateQueries({ queryKey: ['invitations'] });
      onClose();
      onLink({
        url,
        title: 'Invitation',
        note: `Send this to ${visibleString(email)} over a channel that you trust.`,
      });
    },
  });
  return (
    <Dialog onClose={onClose} title="Invite somebody">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <Stack>
          {invite.error === null ? null : <Refused error={invite.error} />}
          <TextInput
            label="E-mail"
            type="email"
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Select
            label="Role"
            description={ABOUT[role]}
            allowDeselect={false}
            data={rolesFor(me.role).map((value) => ({ value, label: label(value) }))}
            value={role}
            onChange={(value) => setRole(ROLES.find((each) => each === value) ?? 'viewer')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Make an invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

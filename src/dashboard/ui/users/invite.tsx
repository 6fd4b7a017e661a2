import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Secret } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Refused } from '../components/states.tsx';
import { call } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { useUser } from '../lib/session.ts';
import type { Invitation, Role } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { recordOf, textOf } from '../policy/draft.ts';
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

type Invited = Readonly<{ email: string; role: Role }>;

const NEW: Invited = { email: '', role: 'analyst' };

const roleOf = (value: unknown): Role | undefined => ROLES.find((each) => each === value);

const readInvited = (stored: unknown): Invited => {
  const { email, role } = recordOf(stored);
  return { email: textOf(email, ''), role: roleOf(role) ?? 'analyst' };
};

export const Invite = ({ onLink, onClose }: { onLink: (link: Link) => void; onClose: () => void }) => {
  const me = useUser();
  const [{ email, role }, setInvited] = useKept('invitation', NEW, readInvited);
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () => call<Invitation & { url: string }>('POST', '/invitations', { email, role }),
    onSuccess: ({ url }) => {
      // Shown once, so it waits for no list.
      void client.invalidateQueries({ queryKey: ['invitations'] });
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
            onChange={(event) => setInvited({ email: event.currentTarget.value, role })}
          />
          <Select
            label="Role"
            description={ABOUT[role]}
            allowDeselect={false}
            data={rolesFor(me.role).map((value) => ({ value, label: label(value) }))}
            value={role}
            onChange={(value) => setInvited({ email, role: roleOf(value) ?? 'viewer' })}
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

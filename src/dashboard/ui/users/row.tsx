import { Badge, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconBan, IconCheck, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../components/ask.tsx';
import { Dialog } from '../components/dialog.tsx';
import { type RowAction, RowMenu } from '../components/row-menu.tsx';
import { Cell } from '../components/stacked-table.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, segment } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { useKept, useKeptOpen } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useSession, useUser } from '../lib/session.ts';
import type { Role, User } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import type { Link } from './invite.tsx';
import { ABOUT, ROLES, rolesFor } from './roles.ts';

const useChangeUser = (user: User) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { role?: Role; name?: string; disabled?: boolean }) =>
      call('PATCH', `/users/${segment(user.id)}`, change),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      tellDone('Saved.');
    },
    onError: tellFailure,
  });
};

const readText = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);

const Rename = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const change = useChangeUser(user);
  const [name, setName] = useKept(`name ${user.id}`, user.name, readText);
  return (
    <Dialog onClose={onClose} title={`Rename ${visibleString(user.name)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

const useUserActions = (
  user: User,
  { onRename, onLink }: { onRename: () => void; onLink: (link: Link) => void },
): readonly RowAction[] => {
  const client = useQueryClient();
  const change = useChangeUser(user);
  const reset = useMutation({
    mutationFn: () => call<{ url: string }>('POST', `/users/${segment(user.id)}/reset-link`),
    onSuccess: ({ url }) =>
      onLink({
        url,
        title: 'Link for a new password',
        note: `Send this to ${visibleString(user.email)} over a channel that you trust.`,
      }),
    onError: tellFailure,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', `/users/${segment(user.id)}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      tellDone('Deleted.');
    },
    onError: tellFailure,
  });
  const name = visibleString(user.name);
  return [
    { word: 'Rename …', icon: IconPencil, run: onRename },
    { word: 'Link for a new password', icon: IconLink, run: () => reset.mutate() },
    user.disabledAtMs === null
      ? {
          word: 'Disable …',
          icon: IconBan,
          isDanger: true,
          ask: {
            title: `Disable ${name}?`,
            text: 'Their sessions end at once, and they cannot sign in until somebody enables them again.',
            confirm: 'Disable',
          },
          run: () => change.mutate({ disabled: true }),
        }
      : { word: 'Enable again', icon: IconCheck, run: () => change.mutate({ disabled: false }) },
    {
      word: 'Delete …',
      icon: IconTrash,
      isDanger: true,
      ask: {
        title: `Delete ${name}?`,
        text: 'Their sessions, saved views and account are gone for good. What they did stays in the audit log under their e-mail.',
        confirm: 'Delete',
      },
      run: () => remove.mutate(),
    },
  ];
};

const UserMenu = ({ user, onLink }: { user: User; onLink: (link: Link) => void }) => {
  const [isRenaming, setRenaming] = useKeptOpen(`rename ${user.id}`);
  const actions = useUserActions(user, { onRename: () => setRenaming(true), onLink });
  return (
    <>
      <RowMenu name={user.name} actions={actions} />
      {isRenaming ? <Rename user={user} onClose={() => setRenaming(false)} /> : null}
    </>
  );
};

/** What a role may do holds at once, so a slip of the hand is asked about first. */
const RoleSelect = ({ user }: { user: User }) => {
  const me = useUser();
  const { data: session } = useSession();
  const [asked, setAsked] = useState<Role | null>(null);
  const change = useChangeUser(user);
  const until = (role: Role): string =>
    session?.oidcGivesRoles === true && user.usesOidc && role !== 'owner'
      ? `, until they next sign in with ${session.oidcName}, which says then what their role is`
      : '';
  return (
    <>
      <Select
        aria-label={`Role of ${visibleString(user.name)}`}
        size="xs"
        w={120}
        allowDeselect={false}
        data={rolesFor(me.role).map((value) => ({ value, label: label(value) }))}
        value={user.role}
        onChange={(value) => {
          const role = ROLES.find((each) => each === value);
          if (role !== undefined && role !== user.role) setAsked(role);
        }}
      />
      {asked === null ? null : (
        <AskDialog
          question={{
            title: `Make ${visibleString(user.name)} ${label(asked).toLowerCase()}?`,
            text: `${label(asked)}: ${ABOUT[asked]}. It holds from their next click on${until(asked)}.`,
            confirm: 'Change the role',
          }}
          onConfirm={() => change.mutate({ role: asked })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
};

export const UserRow = ({ user, onLink }: { user: User; onLink: (link: Link) => void }) => {
  const me = useUser();
  const mayChange = user.id !== me.id && rolesFor(me.role).includes(user.role);
  return (
    <Table.Tr role="row">
      <Cell maxWidth={360}>
        <Text size="sm" fw={600} component="div">
          <CallerText text={user.name} />
          {user.id === me.id ? (
            <Text span c="dimmed" size="sm" fw={400}>
              {' '}
              (you)
            </Text>
          ) : null}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <CallerText text={user.email} />
        </Text>
      </Cell>
      <Cell name="Role">{mayChange ? <RoleSelect user={user} /> : label(user.role)}</Cell>
      <Cell name="State">
        {user.disabledAtMs === null ? (
          <Badge
            className="status-badge"
            variant="light"
            color="green"
            leftSection={<IconCheck size={12} aria-hidden />}
          >
            Active
          </Badge>
        ) : (
          <Badge
            className="status-badge"
            variant="light"
            color="gray"
            leftSection={<IconBan size={12} aria-hidden />}
          >
            Disabled
          </Badge>
        )}
      </Cell>
      <Cell name="Signs in by">{user.hasPassword ? 'Password' : 'Single sign-on'}</Cell>
      <Cell name="Last signed in">
        <When ms={user.lastSignInAtMs} />
      </Cell>
      <Cell isActions>{mayChange ? <UserMenu user={user} onLink={onLink} /> : null}</Cell>
    </Table.Tr>
  );
};

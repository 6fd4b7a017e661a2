import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Menu,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconDots,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Secret } from '../components/copy.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { Answer, Refused } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, listItems, segment } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useUser } from '../lib/session.ts';
import type { Invitation, Role, User } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const ROLES: readonly Role[] = ['owner', 'admin', 'analyst', 'viewer'];
const ABOUT: Readonly<Record<Role, string>> = {
  owner: 'Everything, and makes admins and owners',
  admin: 'Settings, keys, exclusions, webhooks, analysts and viewers',
  analyst: 'Judges: feedback, full texts, playground, previews',
  viewer: 'Reads requests, policy and keys',
};

/** Whom one may make or change: admins those below them, owners everybody. */
const rolesFor = (own: Role): readonly Role[] => (own === 'owner' ? ROLES : ['analyst', 'viewer']);

type Link = Readonly<{ url: string; title: string; note: string }>;

const LinkOnce = ({ link, onClose }: { link: Link; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={link.title} size="lg" closeOnClickOutside={false}>
    <Stack>
      <Alert variant="light" color="orange" icon={<IconInfoCircle aria-hidden />}>
        {link.note} It is shown once and works once.
      </Alert>
      <Secret value={link.url} what="the link" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
);

const Invite = ({ onLink, onClose }: { onLink: (link: Link) => void; onClose: () => void }) => {
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
    <Modal opened onClose={onClose} title="Invite somebody">
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
    </Modal>
  );
};

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

const Rename = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const change = useChangeUser(user);
  const [name, setName] = useState(user.name);
  return (
    <Modal opened onClose={onClose} title={`Rename ${visibleString(user.name)}`}>
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
    </Modal>
  );
};

const Confirm = ({
  title,
  confirm,
  children,
  onConfirm,
  onClose,
}: {
  title: string;
  confirm: string;
  children: string;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <Modal opened onClose={onClose} title={title}>
    <Text size="sm">{children}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button
        color="red"
        onClick={() => {
          onClose();
          onConfirm();
        }}
      >
        {confirm}
      </Button>
    </Group>
  </Modal>
);

type Doing = 'rename' | 'disable' | 'delete';

const UserDialog = ({ user, doing, onClose }: { user: User; doing: Doing; onClose: () => void }) => {
  const change = useChangeUser(user);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE', `/users/${segment(user.id)}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] });
      tellDone('Deleted.');
    },
    onError: tellFailure,
  });
  if (doing === 'rename') return <Rename user={user} onClose={onClose} />;
  return doing === 'disable' ? (
    <Confirm
      title={`Disable ${visibleString(user.name)}?`}
      confirm="Disable"
      onConfirm={() => change.mutate({ disabled: true })}
      onClose={onClose}
    >
      Their sessions end at once, and they cannot sign in until somebody enables them again.
    </Confirm>
  ) : (
    <Confirm
      title={`Delete ${visibleString(user.name)}?`}
      confirm="Delete"
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Their sessions, saved views and account are gone for good. What they did stays in the audit log under
      their e-mail.
    </Confirm>
  );
};

const UserMenu = ({ user, onLink }: { user: User; onLink: (link: Link) => void }) => {
  const [doing, setDoing] = useState<Doing | null>(null);
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
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`What to do with ${visibleString(user.name)}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDoing('rename')}>
            Rename …
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => reset.mutate()}>
            Link for a new password
          </Menu.Item>
          {user.disabledAtMs === null ? (
            <Menu.Item
              color="red"
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => setDoing('disable')}
            >
              Disable …
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => change.mutate({ disabled: false })}
            >
              Enable again
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDoing('delete')}
          >
            Delete …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === null ? null : <UserDialog user={user} doing={doing} onClose={() => setDoing(null)} />}
    </>
  );
};

const Row = ({ user, onLink }: { user: User; onLink: (link: Link) => void }) => {
  const me = useUser();
  const change = useChangeUser(user);
  const mayChange = user.id !== me.id && rolesFor(me.role).includes(user.role);
  return (
    <Table.Tr>
      <Table.Td>
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
      </Table.Td>
      <Table.Td>
        {mayChange ? (
          <Select
            aria-label={`Role of ${visibleString(user.name)}`}
            size="xs"
            w={120}
            allowDeselect={false}
            data={rolesFor(me.role).map((value) => ({ value, label: label(value) }))}
            value={user.role}
            onChange={(value) => {
              const role = ROLES.find((each) => each === value);
              if (role !== undefined && role !== user.role) change.mutate({ role });
            }}
          />
        ) : (
          label(user.role)
        )}
      </Table.Td>
      <Table.Td>
        {user.disabledAtMs === null ? (
          <Badge variant="light" color="green" leftSection={<IconCheck size={12} aria-hidden />}>
            Active
          </Badge>
        ) : (
          <Badge variant="light" color="gray" leftSection={<IconBan size={12} aria-hidden />}>
            Disabled
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{user.hasPassword ? 'Password' : 'Single sign-on'}</Table.Td>
      <Table.Td>
        <When ms={user.lastSignInAtMs} />
      </Table.Td>
      <Table.Td ta="right">{mayChange ? <UserMenu user={user} onLink={onLink} /> : null}</Table.Td>
    </Table.Tr>
  );
};

const Invitations = () => {
  const client = useQueryClient();
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: () => listItems<Invitation>('/invitations'),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE', `/invitations/${segment(id)}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['invitations'] });
      tellDone('Taken back.');
    },
    onError: tellFailure,
  });
  const all = invitations.data ?? [];
  if (all.length === 0) return null;
  return (
    <Card title="Open invitations" padding={0}>
      {all.map((each) => (
        <Group
          key={each.id}
          justify="space-between"
          px="md"
          py="sm"
          style={{ borderTop: '1px solid var(--line)' }}
        >
          <div>
            <Text size="sm" fw={600} component="div">
              <CallerText text={each.email} />
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {label(each.role)}, by <CallerText text={each.createdBy} />, ends <When ms={each.expiresAtMs} />
            </Text>
          </div>
          <Button size="xs" variant="default" onClick={() => remove.mutate(each.id)}>
            Take back
          </Button>
        </Group>
      ))}
    </Card>
  );
};

export const UsersPage = () => {
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const users = useQuery({ queryKey: ['users'], queryFn: () => listItems<User>('/users') });
  return (
    <>
      <PageHeader
        title="Users"
        description="Who may sign in to this dashboard"
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <Stack gap="sm">
        <Card padding={0}>
          <Answer query={users}>
            {(all) => (
              <div className="table-wrap">
                <Table className="data-table">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Name</Table.Th>
                      <Table.Th>Role</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th>Signs in by</Table.Th>
                      <Table.Th>Last signed in</Table.Th>
                      <Table.Th aria-label="Actions" />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {all.map((user) => (
                      <Row key={user.id} user={user} onLink={setLink} />
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
            )}
          </Answer>
        </Card>
        <Invitations />
        <Card title="What the roles may do">
          <Stack gap={6} mt={4}>
            {ROLES.map((role) => (
              <Group key={role} gap="sm" wrap="nowrap">
                <Text size="sm" fw={600} w={70}>
                  {label(role)}
                </Text>
                <Text size="sm" c="dimmed">
                  {ABOUT[role]}
                </Text>
              </Group>
            ))}
          </Stack>
        </Card>
      </Stack>
      {isInviting ? <Invite onLink={setLink} onClose={() => setInviting(false)} /> : null}
      {link === null ? null : <LinkOnce link={link} onClose={() => setLink(null)} />}
    </>
  );
};

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, PageHeader } from '../components/layout.tsx';
import { type Heading, StackedTable } from '../components/stacked-table.tsx';
import { Answer } from '../components/states.tsx';
import { listItems } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { useKeptOpen } from '../lib/kept.ts';
import type { User } from '../lib/types.ts';
import { Invitations } from '../users/invitations.tsx';
import { Invite, type Link, LinkOnce } from '../users/invite.tsx';
import { ABOUT, ROLES } from '../users/roles.ts';
import { UserRow } from '../users/row.tsx';

const HEADINGS = [
  { name: 'Name' },
  { name: 'Role' },
  { name: 'State' },
  { name: 'Signs in by' },
  { name: 'Last signed in' },
  { name: 'Actions', isHidden: true },
] as const satisfies readonly Heading[];

export const UsersPage = () => {
  const [isInviting, setInviting] = useKeptOpen('invite');
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
              <StackedTable label="Users" headings={HEADINGS} minWidth={640}>
                {all.map((user) => (
                  <UserRow key={user.id} user={user} onLink={setLink} />
                ))}
              </StackedTable>
            )}
          </Answer>
        </Card>
        <Invitations />
        <Card title="What the roles may do">
          <Stack gap={6} mt={4}>
            {ROLES.map((role) => (
              <Group key={role} gap="sm" wrap="nowrap" align="baseline">
                <Text size="sm" fw={600} w={70} style={{ flex: 'none' }}>
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

import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AskFirst } from '../components/ask.tsx';
import { Card } from '../components/layout.tsx';
import { Failed } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, listItems, segment } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useUser } from '../lib/session.ts';
import type { Invitation } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { rolesFor } from './roles.ts';

export const Invitations = () => {
  const me = useUser();
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
  if (invitations.error !== null && invitations.data === undefined)
    return <Failed error={invitations.error} onRetry={() => void invitations.refetch()} />;
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
          {rolesFor(me.role).includes(each.role) ? (
            <AskFirst
              title={`Take the invitation of ${visibleString(each.email)} back?`}
              confirm="Take it back"
              onConfirm={() => remove.mutate(each.id)}
              trigger={(open) => (
                <Button size="xs" variant="default" onClick={open}>
                  Take back …
                </Button>
              )}
            >
              Its link does not work any more.
            </AskFirst>
          ) : null}
        </Group>
      ))}
    </Card>
  );
};

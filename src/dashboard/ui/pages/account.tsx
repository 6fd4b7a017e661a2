import { Alert, Badge, Button, Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceDesktop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskFirst } from '../components/ask.tsx';
import { Card, Fact, PageHeader } from '../components/layout.tsx';
import { Answer } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { Username } from '../components/username.tsx';
import { When } from '../components/when.tsx';
import { call, listItems, messageOf, segment } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useUser } from '../lib/session.ts';
import { forgetAll } from '../lib/tab-memory.ts';
import type { OwnSession } from '../lib/types.ts';

const SHOW = { 'aria-label': 'Show the password' };

const Password = () => {
  const { email } = useUser();
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const isSame = next === again;
  const change = useMutation({
    mutationFn: () => call('POST', '/password', { current, next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      setAgain('');
      tellDone('Your password is changed.');
      // The others ended by it.
      void client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Card title="Password" note="Your other sessions end when you change it">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSame) change.mutate();
        }}
      >
        <Stack gap="sm" maw={380} mt="xs">
          {change.error === null ? null : (
            <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {messageOf(change.error)}
            </Alert>
          )}
          <Username email={email} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            visibilityToggleButtonProps={SHOW}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters"
            autoComplete="new-password"
            required
            minLength={12}
            value={next}
            visibilityToggleButtonProps={SHOW}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            required
            value={again}
            error={again !== '' && !isSame ? 'is not the same' : null}
            visibilityToggleButtonProps={SHOW}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!isSame}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
};

const Sessions = () => {
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => listItems<OwnSession>('/sessions') });
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE', `/sessions/${segment(id)}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['sessions'] });
      tellDone('Ended.');
    },
    onError: tellFailure,
  });
  const endAll = useMutation({
    mutationFn: () => call('DELETE', '/sessions'),
    onSuccess: () => {
      forgetAll();
      client.clear();
      window.location.assign('/');
    },
    onError: tellFailure,
  });
  return (
    <Card
      title="Sessions"
      note="Where you are signed in"
      padding={0}
      actions={
        <AskFirst
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          onConfirm={() => endAll.mutate()}
          trigger={(open) => (
            <Button size="xs" variant="default" onClick={open} style={{ flexShrink: 0 }}>
              Sign out everywhere
            </Button>
          )}
        >
          All your sessions end, this one too.
        </AskFirst>
      }
    >
      <Answer query={sessions}>
        {(all) =>
          all.map((each) => (
            <Group
              key={each.id}
              justify="space-between"
              wrap="nowrap"
              px="md"
              py="sm"
              style={{ borderTop: '1px solid var(--line)' }}
            >
              <Group gap="sm" wrap="nowrap" miw={0}>
                <IconDeviceDesktop size={20} aria-hidden style={{ flex: 'none' }} />
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" component="div" lineClamp={1}>
                    <CallerText text={each.userAgent} />
                  </Text>
                  <Text size="xs" c="dimmed" component="div">
                    <CallerText text={each.address} /> · last seen <When ms={each.lastSeenAtMs} /> · since{' '}
                    <When ms={each.createdAtMs} />
                  </Text>
                </div>
              </Group>
              {each.isCurrent ? (
                <Badge variant="light" color="green" style={{ flex: 'none' }}>
                  This one
                </Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => end.mutate(each.id)}
                  style={{ flex: 'none' }}
                >
                  End
                </Button>
              )}
            </Group>
          ))
        }
      </Answer>
    </Card>
  );
};

export const AccountPage = () => {
  const user = useUser();
  return (
    <>
      <PageHeader title="Account" />
      <Stack gap="sm">
        <Card>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Fact name="Name">
              <CallerText text={user.name} />
            </Fact>
            <Fact name="E-mail">
              <CallerText text={user.email} />
            </Fact>
            <Fact name="Role">{label(user.role)}</Fact>
            <Fact name="Last signed in">
              <When ms={user.lastSignInAtMs} />
            </Fact>
          </SimpleGrid>
        </Card>
        {user.hasPassword ? <Password /> : null}
        <Sessions />
      </Stack>
    </>
  );
};

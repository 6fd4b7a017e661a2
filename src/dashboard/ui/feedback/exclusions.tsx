import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClockX, IconFilterOff, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskFirst } from '../components/ask.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Card } from '../components/layout.tsx';
import { ReplayPreview, useReplay } from '../components/replay.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { useKeyNames } from '../keys/lookup.ts';
import { call, listItems, segment } from '../lib/client.ts';
import { plural } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { Exclusion } from '../lib/types.ts';
import { Scope } from './scope.tsx';

const hasExpired = ({ expiresAtMs }: Exclusion): boolean => expiresAtMs !== null && expiresAtMs <= Date.now();

const State = ({ exclusion }: { exclusion: Exclusion }) => {
  if (exclusion.endedAtMs !== null) {
    return (
      <Badge variant="light" color="gray" leftSection={<IconPlayerStop size={12} aria-hidden />}>
        Ended
      </Badge>
    );
  }
  if (hasExpired(exclusion)) {
    return (
      <Badge variant="light" color="gray" leftSection={<IconClockX size={12} aria-hidden />}>
        Expired
      </Badge>
    );
  }
  return (
    <Badge variant="light" color="green" leftSection={<IconCheck size={12} aria-hidden />}>
      In force
    </Badge>
  );
};

const useChange = (exclusion: Exclusion) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ what, preview }: { what: 'end' | 'revive'; preview?: string | null | undefined }) =>
      call(
        'POST',
        `/exclusions/${segment(exclusion.id)}/${what}`,
        what === 'end' ? undefined : { preview: preview ?? undefined },
      ),
    onSuccess: async (_, { what }) => {
      await client.invalidateQueries({ queryKey: ['exclusions'] });
      tellDone(what === 'end' ? 'Ended. What it matched counts again.' : 'In force again.');
    },
    onError: tellFailure,
  });
};

/** What widens again is looked at again, on the traffic of today. */
const Revive = ({ exclusion, onClose }: { exclusion: Exclusion; onClose: () => void }) => {
  const change = { exclusion: exclusion.scope };
  const preview = useReplay(change);
  const revive = useChange(exclusion);
  return (
    <Dialog onClose={onClose} title="Put this exclusion in force again?" size="xl">
      <ReplayPreview change={change} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={preview.data === undefined}
          loading={revive.isPending}
          onClick={() =>
            revive.mutate({ what: 'revive', preview: preview.data?.previewToken }, { onSuccess: onClose })
          }
        >
          Put it in force
        </Button>
      </Group>
    </Dialog>
  );
};

const Actions = ({ exclusion }: { exclusion: Exclusion }) => {
  const [isReviving, setReviving] = useState(false);
  const end = useChange(exclusion);
  if (hasExpired(exclusion)) return null;
  if (exclusion.endedAtMs === null) {
    return (
      <AskFirst
        title="End this exclusion?"
        confirm="End it"
        onConfirm={() => end.mutate({ what: 'end' })}
        trigger={(open) => (
          <Button size="xs" variant="default" loading={end.isPending} onClick={open}>
            End
          </Button>
        )}
      >
        What it matches counts again from the next request on. You can take this back.
      </AskFirst>
    );
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={() => setReviving(true)}
      >
        Undo …
      </Button>
      {isReviving ? <Revive exclusion={exclusion} onClose={() => setReviving(false)} /> : null}
    </>
  );
};

const Row = ({ exclusion, keyNames }: { exclusion: Exclusion; keyNames: ReadonlyMap<string, string> }) => {
  const canEnd = useCan('admin');
  return (
    <Group
      component="article"
      aria-label={`Exclusion ${exclusion.id}`}
      justify="space-between"
      align="flex-start"
      p="md"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Stack gap={6} flex={1} miw={260}>
        <Group gap="xs">
          <State exclusion={exclusion} />
          <Text size="sm" fw={600}>
            {plural(exclusion.hitCount, 'hit')}
          </Text>
          <Text size="sm" c="dimmed" component="span">
            last <When ms={exclusion.lastHitAtMs} never="never" />
          </Text>
        </Group>
        <Scope scope={exclusion.scope} keyNames={keyNames} />
        <Text size="sm" component="div">
          <CallerText text={exclusion.comment} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <CallerText text={exclusion.owner} />, <When ms={exclusion.createdAtMs} /> · ends{' '}
          {exclusion.expiresAtMs === null ? 'when somebody ends it' : <When ms={exclusion.expiresAtMs} />}
        </Text>
      </Stack>
      {canEnd ? <Actions exclusion={exclusion} /> : null}
    </Group>
  );
};

export const ExclusionList = () => {
  const [withEnded, setWithEnded] = useState(true);
  const exclusions = useQuery({
    queryKey: ['exclusions'],
    queryFn: () => listItems<Exclusion>('/exclusions?includeEnded=true'),
    // The gateway counts hits beside the traffic; nothing tells the page of them.
    refetchInterval: 10_000,
  });
  const keyNames = useKeyNames((exclusions.data ?? []).map(({ scope }) => scope.keyId));
  return (
    <Stack gap="sm">
      <Switch
        label="With those that were ended"
        checked={withEnded}
        onChange={(event) => setWithEnded(event.currentTarget.checked)}
      />
      <Card padding={0}>
        <Answer query={exclusions}>
          {(all) => {
            const shown = all.filter(({ endedAtMs }) => withEnded || endedAtMs === null);
            return shown.length === 0 ? (
              <Empty icon={<IconFilterOff size={22} aria-hidden />} title="No exclusions">
                They are made from the queue: choose a scope, see what it would have changed, and put it in
                force.
              </Empty>
            ) : (
              shown.map((each) => <Row key={each.id} exclusion={each} keyNames={keyNames} />)
            );
          }}
        </Answer>
      </Card>
    </Stack>
  );
};

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskFirst } from '../components/ask.tsx';
import { Card } from '../components/layout.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, queryString, segment } from '../lib/client.ts';
import { plural } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import type { Page, SettingsRevision } from '../lib/types.ts';
import { DiffTable } from './diff.tsx';
import { differences } from './draft.ts';

/** Of a revision, or of 0: what was there before the first one. */
const nameOf = (revision: number): string =>
  revision === 0 ? 'before the first change' : `in revision ${revision}`;

const Revert = ({ to, newest }: { to: number; newest: number }) => {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['settings'], ['revisions'], ['pii-rules']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const revert = useMutation({
    mutationFn: () =>
      call('POST', `/settings/revisions/${segment(to)}/revert`, { expectedRevision: newest, comment: '' }),
    onSuccess: async () => {
      await refresh();
      tellDone(`As ${nameOf(to)} again.`);
    },
    onError: (error) => {
      tellFailure(error);
      void refresh();
    },
  });
  return (
    <AskFirst
      title={to === 0 ? 'Go back to before the first change?' : `Go back to revision ${to}?`}
      confirm="Go back"
      onConfirm={() => revert.mutate()}
      trigger={(open) => (
        <Button
          size="xs"
          variant="default"
          loading={revert.isPending}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={open}
        >
          Revert to this
        </Button>
      )}
    >
      The settings become as they were {nameOf(to)}, as a new revision. Nothing is lost.
    </AskFirst>
  );
};

const Revision = ({
  revision,
  before,
  newest,
  canRevert,
}: {
  revision: SettingsRevision;
  /** What stood before; undefined where that is on a page that was not loaded yet. */
  before: SettingsRevision['own'] | undefined;
  newest: number;
  canRevert: boolean;
}) => {
  const [isOpen, setOpen] = useState(false);
  const isNewest = revision.revision === newest;
  const changes = before === undefined ? [] : differences(before, revision.own);
  return (
    <Stack
      component="article"
      aria-label={`Revision ${revision.revision}`}
      gap="xs"
      p="md"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text fw={650} className="number">
              Revision {revision.revision}
            </Text>
            {isNewest ? (
              <Badge variant="light" color="green">
                In force
              </Badge>
            ) : null}
            <Text size="sm" c="dimmed" component="span">
              <CallerText text={revision.author} />, <When ms={revision.createdAtMs} />
            </Text>
          </Group>
          <Text size="sm" component="div" c={revision.comment === '' ? 'dimmed' : undefined}>
            {revision.comment === '' ? 'No comment' : <CallerText text={revision.comment} />}
          </Text>
        </div>
        <Group gap="xs">
          {before === undefined ? null : (
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'} {plural(changes.length, 'change')}
            </Button>
          )}
          {canRevert && !isNewest ? <Revert to={revision.revision} newest={newest} /> : null}
        </Group>
      </Group>
      {isOpen ? <DiffTable changes={changes} /> : null}
    </Stack>
  );
};

/** What was in force before anybody changed anything here. */
const Start = ({ newest, canRevert }: { newest: number; canRevert: boolean }) => (
  <Group
    component="article"
    aria-label="Before the first change"
    justify="space-between"
    p="md"
    style={{ borderTop: '1px solid var(--line)' }}
  >
    <div>
      <Text fw={650}>Before the first change</Text>
      <Text size="sm" c="dimmed">
        Defaults and the configuration file alone
      </Text>
    </div>
    {canRevert ? <Revert to={0} newest={newest} /> : null}
  </Group>
);

export const Revisions = ({ canRevert }: { canRevert: boolean }) => {
  const revisions = useInfiniteQuery({
    queryKey: ['revisions'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page<SettingsRevision>>('GET', `/settings/revisions${queryString({ cursor: pageParam })}`),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Card title="Revisions" note="Every change with its author; going back makes a new one" padding={0}>
      <Answer query={revisions}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          return all.length === 0 ? (
            <Empty icon={<IconHistory size={22} aria-hidden />} title="Nothing was changed here yet">
              What is in force comes from the defaults and the configuration file.
            </Empty>
          ) : (
            <>
              {all.map((each, at) => (
                <Revision
                  key={each.revision}
                  revision={each}
                  before={all[at + 1]?.own ?? (revisions.hasNextPage ? undefined : {})}
                  newest={all[0]?.revision ?? 0}
                  canRevert={canRevert}
                />
              ))}
              {revisions.hasNextPage ? null : <Start newest={all[0]?.revision ?? 0} canRevert={canRevert} />}
            </>
          );
        }}
      </Answer>
      {revisions.hasNextPage ? (
        <Group p="md" justify="center">
          <Button variant="default" onClick={() => void revisions.fetchNextPage()}>
            Load more
          </Button>
        </Group>
      ) : null}
    </Card>
  );
};

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

const Revision = ({
  revision,
  before,
  isNewest,
  canRevert,
}: {
  revision: SettingsRevision;
  /** What stood before; undefined where that is on a page that was not loaded yet. */
  before: SettingsRevision['own'] | undefined;
  isNewest: boolean;
  canRevert: boolean;
}) => {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const revert = useMutation({
    mutationFn: () => call('POST', `/settings/revisions/${segment(revision.revision)}/revert`),
    onSuccess: async () => {
      await Promise.all(
        [['settings'], ['revisions'], ['pii-rules']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      tellDone(`As in revision ${revision.revision} again.`);
    },
    onError: tellFailure,
  });
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
          {canRevert && !isNewest ? (
            <AskFirst
              title={`Go back to revision ${revision.revision}?`}
              confirm="Go back"
              isDanger={false}
              onConfirm={() => revert.mutate()}
              trigger={(open) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconArrowBackUp size={14} aria-hidden />}
                  onClick={open}
                >
                  Revert to this
                </Button>
              )}
            >
              The settings become those of revision {revision.revision}, as a new revision. Nothing is lost.
            </AskFirst>
          ) : null}
        </Group>
      </Group>
      {isOpen ? <DiffTable changes={changes} /> : null}
    </Stack>
  );
};

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
            all.map((each, at) => (
              <Revision
                key={each.revision}
                revision={each}
                before={all[at + 1]?.own ?? (revisions.hasNextPage ? undefined : {})}
                isNewest={at === 0}
                canRevert={canRevert}
              />
            ))
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

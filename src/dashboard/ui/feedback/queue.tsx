import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconFilterPlus,
  IconFlag,
  IconInboxOff,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OutcomeBadge, ThreatName } from '../components/badges.tsx';
import { Card } from '../components/layout.tsx';
import { AnchorLink, ButtonLink } from '../components/links.tsx';
import { More } from '../components/more.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, queryString, segment } from '../lib/client.ts';
import { score } from '../lib/format.ts';
import { useKeptItem } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { Page, QueueItem } from '../lib/types.ts';
import { ExcludeDialog } from './exclude.tsx';

const STATUS_WORDS = { open: 'Open', excluded: 'Excluded', dismissed: 'Dismissed' } as const;
type Status = keyof typeof STATUS_WORDS;

const About = ({ request }: Pick<QueueItem, 'request'>) => {
  if (request === null)
    return (
      <Text size="sm" c="dimmed">
        The request itself is older than what is kept.
      </Text>
    );
  return (
    <>
      <Text size="sm" fw={600} component="div">
        <ThreatName category={request.category} subType={request.subType} />
        {request.confidence === null ? null : ` · ${score(request.confidence)}`}
        {request.keyName === null ? null : (
          <Text span c="dimmed" fw={400} size="sm">
            {' '}
            · <CallerText text={request.keyName} />
          </Text>
        )}
      </Text>
      {request.excerpt === null ? null : (
        <Text size="sm" component="div" lineClamp={2}>
          <CallerText text={request.excerpt} />
        </Text>
      )}
    </>
  );
};

const Actions = ({
  item,
  isBusy,
  onStatus,
  onExclude,
}: {
  item: QueueItem;
  isBusy: boolean;
  onStatus: (status: 'open' | 'dismissed') => void;
  onExclude: () => void;
}) => {
  if (item.status === 'dismissed')
    return (
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={() => onStatus('open')}
      >
        Reopen
      </Button>
    );
  if (item.status !== 'open') return null;
  return (
    <>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => onStatus('dismissed')}>
        Dismiss
      </Button>
      {item.label === 'missed_attack' || item.request === null ? null : (
        <Button size="xs" leftSection={<IconFilterPlus size={14} aria-hidden />} onClick={onExclude}>
          Exclude …
        </Button>
      )}
    </>
  );
};

const Item = ({ item, onExclude }: { item: QueueItem; onExclude: () => void }) => {
  const canGive = useCan('analyst');
  const client = useQueryClient();
  const setStatus = useMutation({
    mutationFn: (status: 'open' | 'dismissed') => call('PATCH', `/feedback/${segment(item.id)}`, { status }),
    onSuccess: async (_, status) => {
      await client.invalidateQueries({ queryKey: ['feedback'] });
      tellDone(status === 'open' ? 'Back in the queue.' : 'Dismissed.');
    },
    onError: tellFailure,
  });
  const isAttack = item.label === 'missed_attack';
  return (
    <Group
      component="article"
      aria-label={`${isAttack ? 'Missed attack' : 'Not an attack'} by ${item.author}`}
      justify="space-between"
      align="flex-start"
      p="md"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Stack gap={6} flex={1} miw={260}>
        <Group gap="xs">
          <Badge
            variant="light"
            color={isAttack ? 'orange' : 'green'}
            leftSection={
              isAttack ? <IconFlag size={12} aria-hidden /> : <IconShieldCheck size={12} aria-hidden />
            }
          >
            {isAttack ? 'Missed attack' : 'Not an attack'}
          </Badge>
          {item.request === null ? null : (
            <OutcomeBadge
              outcome={item.request.outcome}
              wouldBlock={item.request.wouldBlock}
              wouldRemove={item.request.wouldRemove}
              removed={item.request.removed}
            />
          )}
          <Text size="xs" c="dimmed" component="span">
            <CallerText text={item.author} />, <When ms={item.createdAtMs} />
          </Text>
        </Group>
        <About request={item.request} />
        {item.comment === '' ? null : (
          <Text size="sm" c="dimmed" component="div">
            “<CallerText text={item.comment} />”
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        <ButtonLink
          to="/requests/$requestId"
          params={{ requestId: item.requestId }}
          size="xs"
          variant="default"
        >
          Open
        </ButtonLink>
        {canGive ? (
          <Actions
            item={item}
            isBusy={setStatus.isPending}
            onStatus={(status) => setStatus.mutate(status)}
            onExclude={onExclude}
          />
        ) : null}
      </Group>
    </Group>
  );
};

const ABOUT_MISSED = (
  <>
    What the gateway missed cannot be excluded; write a rule for it under{' '}
    <AnchorLink to="/policy" search={{ tab: 'rules' }} inherit underline="always">
      Policy
    </AnchorLink>
    , or export it and train.
  </>
);

/** Without what was taken back, which may be all of a page. */
const standingIn = (pages: readonly Page<QueueItem>[]): readonly QueueItem[] =>
  pages.flatMap(({ items }) => items).filter(({ undoneAtMs }) => undoneAtMs === null);

export const Queue = () => {
  const [status, setStatus] = useState<Status>('open');
  const items = useInfiniteQuery({
    queryKey: ['feedback', status],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page<QueueItem>>('GET', `/feedback${queryString({ status, cursor: pageParam })}`),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const all = items.data?.pages.flatMap((page) => page.items) ?? null;
  const standing = items.data === undefined ? null : standingIn(items.data.pages);
  const [excluding, setExcluding] = useKeptItem('exclusion', all);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(value) => setStatus(value as Status)}
          data={Object.entries(STATUS_WORDS).map(([value, word]) => ({ value, label: word }))}
        />
        <Text size="sm" c="dimmed">
          {ABOUT_MISSED}
        </Text>
      </Group>
      <Card padding={0}>
        <Answer query={items}>
          {({ pages }) => {
            const shown = standingIn(pages);
            if (shown.length === 0 && items.hasNextPage) return null;
            return shown.length === 0 ? (
              <Empty icon={<IconInboxOff size={22} aria-hidden />} title="Nothing here">
                {status === 'open'
                  ? 'Mark a request as “not an attack” or “missed attack” on its page, and it waits here.'
                  : `Nothing is ${STATUS_WORDS[status].toLowerCase()}.`}
              </Empty>
            ) : (
              shown.map((item) => <Item key={item.id} item={item} onExclude={() => setExcluding(item)} />)
            );
          }}
        </Answer>
      </Card>
      {standing === null ? null : <More list={items} shown={standing.length} one="item" />}
      {excluding === null ? null : <ExcludeDialog item={excluding} onClose={() => setExcluding(null)} />}
    </Stack>
  );
};

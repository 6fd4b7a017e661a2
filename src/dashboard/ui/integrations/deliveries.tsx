import { Alert, Badge, Button, Drawer, Table, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconClock, IconPlayerPause, IconSend, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useFocusBack } from '../components/dialog.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, queryString, segment } from '../lib/client.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import type { Delivery, Page, Webhook } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const STATES = {
  pending: { word: 'Waiting', color: 'blue', icon: IconClock },
  delivered: { word: 'Delivered', color: 'green', icon: IconCheck },
  dead: { word: 'Given up', color: 'red', icon: IconX },
} as const;

/** Deliveries end by themselves; nothing tells the page of it. */
export const REFRESH_MS = 5000;

export const Deliveries = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  useFocusBack();
  const client = useQueryClient();
  const queryKey = ['deliveries', webhook.id];
  const deliveries = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page<Delivery>>(
        'GET',
        `/webhooks/${segment(webhook.id)}/deliveries${queryString({ cursor: pageParam })}`,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
  });
  const retry = useMutation({
    mutationFn: (id: string) => call('POST', `/deliveries/${segment(id)}/retry`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      tellDone(webhook.isEnabled ? 'It will be sent again.' : 'It will be sent once this webhook is on.');
    },
    onError: tellFailure,
  });
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      position="right"
      size="min(720px, 100vw)"
      title={`Deliveries of “${visibleString(webhook.name)}”`}
    >
      {webhook.isEnabled ? null : (
        <Alert variant="light" color="gray" icon={<IconPlayerPause aria-hidden />} mb="sm">
          Switched off. Tests are sent all the same; what else waits is sent once it is switched on again.
        </Alert>
      )}
      <Answer query={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          return all.length === 0 ? (
            <Empty icon={<IconSend size={22} aria-hidden />} title="Nothing was sent yet" />
          ) : (
            <TableScroll label="Deliveries">
              <Table className="data-table" aria-label="Deliveries">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Time</Table.Th>
                    <Table.Th>Event</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th ta="right">Tries</Table.Th>
                    <Table.Th>Last error</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {all.map((each) => {
                    const { word, color, icon: Icon } = STATES[each.status];
                    return (
                      <Table.Tr key={each.id}>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>
                          <When ms={each.createdAtMs} />
                        </Table.Td>
                        <Table.Td>{visibleString(each.event)}</Table.Td>
                        <Table.Td>
                          <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
                            {word}
                          </Badge>
                        </Table.Td>
                        <Table.Td ta="right" className="number">
                          {each.attempts}
                        </Table.Td>
                        <Table.Td maw={220}>
                          {each.lastError === null ? '–' : <CallerText text={each.lastError} />}
                        </Table.Td>
                        <Table.Td>
                          {each.status === 'dead' ? (
                            <Button size="compact-xs" variant="default" onClick={() => retry.mutate(each.id)}>
                              Retry
                            </Button>
                          ) : null}
                        </Table.Td>
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </TableScroll>
          );
        }}
      </Answer>
      {deliveries.hasNextPage ? (
        <Button variant="default" mt="sm" onClick={() => void deliveries.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </Drawer>
  );
};

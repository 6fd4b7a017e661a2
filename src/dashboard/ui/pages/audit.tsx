import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { IconHistory, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card, PageHeader } from '../components/layout.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, queryString } from '../lib/client.ts';
import { one } from '../lib/search.ts';
import type { AuditEntry, Page } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { TypedFilter } from '../requests/typed-filter.tsx';

const Details = ({ details }: { details: Readonly<Record<string, unknown>> }) => {
  // What was left at its default says nothing.
  const entries = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  if (entries.length === 0) return '–';
  return (
    <Text size="xs" component="div" ff="monospace" maw={420}>
      <CallerText
        text={entries
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n')}
      />
    </Text>
  );
};

export const AuditPage = () => {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const actor = one(search, 'actor') ?? '';
  const action = one(search, 'action') ?? '';
  const change = (next: { actor?: string; action?: string }) =>
    void navigate({ to: '/audit', search: { actor, action, ...next }, replace: true });
  const entries = useInfiniteQuery({
    queryKey: ['audit', actor, action],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      call<Page<AuditEntry>>('GET', `/audit${queryString({ actor, action, cursor: pageParam })}`),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Audit log" description="Who changed or read what; nothing here can be changed" />
      <Stack gap="sm">
        <Group gap="xs">
          <TypedFilter
            aria-label="Who"
            placeholder="Who: e-mail, cli, system"
            leftSection={<IconUser size={16} aria-hidden />}
            w={240}
            maxLength={254}
            value={actor}
            onChange={(text) => change({ actor: text })}
          />
          <TypedFilter
            aria-label="What"
            placeholder="What: settings.change, key.create …"
            leftSection={<IconSearch size={16} aria-hidden />}
            w={290}
            maxLength={64}
            value={action}
            onChange={(text) => change({ action: text })}
          />
        </Group>
        <Card padding={0}>
          <Answer query={entries}>
            {({ pages }) => {
              const all = pages.flatMap(({ items }) => items);
              return all.length === 0 ? (
                <Empty icon={<IconHistory size={22} aria-hidden />} title="Nothing here">
                  No entry agrees with the filters.
                </Empty>
              ) : (
                <TableScroll label="Audit log">
                  <Table className="data-table" miw={960}>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Time</Table.Th>
                        <Table.Th>Who</Table.Th>
                        <Table.Th>What</Table.Th>
                        <Table.Th>On</Table.Th>
                        <Table.Th>Details</Table.Th>
                        <Table.Th>From</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {all.map((entry) => (
                        <Table.Tr key={entry.id}>
                          <Table.Td style={{ whiteSpace: 'nowrap' }}>
                            <When ms={entry.atMs} />
                          </Table.Td>
                          <Table.Td>
                            <CallerText text={entry.actor} isLine />
                          </Table.Td>
                          <Table.Td>
                            <Code style={{ whiteSpace: 'nowrap' }}>{visibleString(entry.action)}</Code>
                          </Table.Td>
                          <Table.Td maw={220}>
                            {entry.target === null ? '–' : <CallerText text={entry.target} />}
                          </Table.Td>
                          <Table.Td>
                            <Details details={entry.details} />
                          </Table.Td>
                          <Table.Td>
                            {entry.address === null ? '–' : <CallerText text={entry.address} />}
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </TableScroll>
              );
            }}
          </Answer>
        </Card>
        {entries.hasNextPage ? (
          <Button
            variant="default"
            mx="auto"
            loading={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage()}
          >
            Load more
          </Button>
        ) : null}
      </Stack>
    </>
  );
};

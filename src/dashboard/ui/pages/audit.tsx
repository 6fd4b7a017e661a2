import { Code, Group, Stack, Table, Text } from '@mantine/core';
import { IconHistory, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card, PageHeader } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { More } from '../components/more.tsx';
import { Cell, StackedTable } from '../components/stacked-table.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { call, queryString } from '../lib/client.ts';
import { findPage } from '../lib/find-page.ts';
import { one } from '../lib/search.ts';
import type { AuditEntry, Page } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { ExportMenu } from '../requests/list-menus.tsx';
import { TypedFilter } from '../requests/typed-filter.tsx';

const Details = ({ details }: { details: Readonly<Record<string, unknown>> }) => {
  // What was left at its default says nothing.
  const entries = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  if (entries.length === 0) return '–';
  return (
    <Text size="xs" component="div" ff="monospace">
      <CallerText
        text={entries
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n')}
      />
    </Text>
  );
};

const Target = ({ action, target }: Pick<AuditEntry, 'action' | 'target'>) => {
  if (target === null) return '–';
  if (action.startsWith('settings.')) return `revision ${visibleString(target)}`;
  const text = <CallerText text={target} />;
  if (!/^req_\w+$/.test(target)) return text;
  return (
    <AnchorLink to="/requests/$requestId" params={{ requestId: target }} size="sm">
      {text}
    </AnchorLink>
  );
};

const HEADINGS = ['Time', 'Who', 'What', 'On', 'Details', 'From'].map((name) => ({ name }));

const Row = ({ entry }: { entry: AuditEntry }) => (
  <Table.Tr role="row">
    <Cell name="Time">
      <When ms={entry.atMs} />
    </Cell>
    <Cell name="Who" minWidth={165} maxWidth={260}>
      <CallerText text={entry.actor} />
    </Cell>
    <Cell name="What">
      <Code>{visibleString(entry.action)}</Code>
    </Cell>
    <Cell name="On" minWidth={185} maxWidth={220}>
      <Target action={entry.action} target={entry.target} />
    </Cell>
    <Cell name="Details" maxWidth={420}>
      <Details details={entry.details} />
    </Cell>
    <Cell name="From" minWidth={110}>
      {entry.address === null ? '–' : <CallerText text={entry.address} />}
    </Cell>
  </Table.Tr>
);

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
    queryFn: ({ pageParam, signal }) =>
      findPage(
        (cursor) =>
          call<Page<AuditEntry>>('GET', `/audit${queryString({ actor, action, cursor })}`, undefined, signal),
        pageParam,
      ),
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
            placeholder="Who: part of e-mail, cli …"
            leftSection={<IconUser size={16} aria-hidden />}
            w={{ base: '100%', xs: 240 }}
            maxLength={254}
            value={actor}
            onChange={(text) => change({ actor: text })}
          />
          <TypedFilter
            aria-label="What"
            placeholder="What: settings, key.create …"
            leftSection={<IconSearch size={16} aria-hidden />}
            w={{ base: '100%', xs: 320 }}
            maxLength={64}
            value={action}
            onChange={(text) => change({ action: text })}
          />
          <Group ml={{ base: 0, sm: 'auto' }}>
            <ExportMenu path="/audit/export" params={{ actor, action }} />
          </Group>
        </Group>
        <Card padding={0}>
          <Answer query={entries}>
            {({ pages }) => {
              const all = pages.flatMap(({ items }) => items);
              return all.length === 0 ? (
                <Empty icon={<IconHistory size={22} aria-hidden />} title="Nothing here">
                  {entries.hasNextPage
                    ? 'None of the newest entries agrees with the filters; older ones were not looked at yet.'
                    : 'No entry agrees with the filters.'}
                </Empty>
              ) : (
                <StackedTable label="Audit log" headings={HEADINGS} minWidth={960}>
                  {all.map((entry) => (
                    <Row key={entry.id} entry={entry} />
                  ))}
                </StackedTable>
              );
            }}
          </Answer>
        </Card>
        {entries.data === undefined ? null : (
          <More
            list={entries}
            shown={entries.data.pages.reduce((sum, { items }) => sum + items.length, 0)}
            one="entry"
            many="entries"
          />
        )}
      </Stack>
    </>
  );
};

import { Box, Button, Drawer, Group, Stack, Switch, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp, IconExternalLink, IconSearchOff, IconShieldCheck } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { FirstRequest } from '../components/first-request.tsx';
import { PageHeader } from '../components/layout.tsx';
import { ButtonLink } from '../components/links.tsx';
import { More } from '../components/more.tsx';
import { Empty, Failed, Loading, Stale } from '../components/states.tsx';
import { call, type Params, queryString } from '../lib/client.ts';
import { findPage } from '../lib/find-page.ts';
import { plural } from '../lib/format.ts';
import { boundsOf, type Range, rangeFrom } from '../lib/range.ts';
import { one, type Search } from '../lib/search.ts';
import type { Facets, Page, RequestRow } from '../lib/types.ts';
import { COLUMNS, type Column, DEFAULT_COLUMNS, THREAT_COLUMNS } from '../requests/columns.tsx';
import { RequestDetails } from '../requests/detail.tsx';
import { FilterBar, filterParams, isFiltered } from '../requests/filters.tsx';
import { useLiveRows } from '../requests/live-rows.ts';
import { RequestList, RequestTable } from '../requests/table.tsx';
import type { Change } from '../requests/typed-filter.tsx';

const PAGE_SIZE = 50;

const Details = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => (
  <Drawer
    opened={id !== undefined}
    onClose={onClose}
    position="right"
    size="min(760px, 100vw)"
    title={
      <Group gap="sm">
        <Title order={2}>Request</Title>
        {id === undefined ? null : (
          <ButtonLink
            to="/requests/$requestId"
            params={{ requestId: id }}
            size="compact-sm"
            variant="default"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            Open as a page
          </ButtonLink>
        )}
      </Group>
    }
  >
    {id === undefined ? null : <RequestDetails requestId={id} onGone={onClose} />}
  </Drawer>
);

type Why = Readonly<{ isThreats: boolean; isSoFar: boolean; isFiltered: boolean }>;

const whyNone = ({ isThreats, isSoFar, isFiltered }: Why): ReactNode => {
  if (isSoFar)
    return 'Nothing among the newest agrees with the filters; older ones of this time were not looked at yet.';
  if (isFiltered) return 'Nothing in this time agrees with the filters. Try a longer time or fewer filters.';
  return isThreats ? 'Nothing in this time is a threat at any sensitivity.' : <FirstRequest />;
};

const NoRows = (why: Why) => (
  <Empty
    icon={why.isThreats ? <IconShieldCheck size={22} aria-hidden /> : <IconSearchOff size={22} aria-hidden />}
    title={`No ${why.isThreats ? 'threats' : 'requests'} here${why.isSoFar ? ' so far' : ''}`}
  >
    {whyNone(why)}
  </Empty>
);

const Rows = ({
  list,
  rows,
  isThreats,
  isFiltered,
  columns,
  onOpen,
}: {
  list: Readonly<{ data: unknown; error: unknown; hasNextPage: boolean; refetch: () => unknown }>;
  rows: readonly RequestRow[];
  isThreats: boolean;
  isFiltered: boolean;
  columns: readonly Column[];
  onOpen: (id: string) => void;
}) => {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  if (list.error !== null && rows.length === 0)
    return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading rows={10} />;
  if (rows.length === 0)
    return <NoRows isThreats={isThreats} isSoFar={list.hasNextPage} isFiltered={isFiltered} />;
  if (isNarrow) return <RequestList rows={rows} onOpen={onOpen} />;
  return <RequestTable rows={rows} columns={columns} onOpen={onOpen} />;
};

const columnsOf = (search: Search, isThreats: boolean): readonly string[] => {
  const named = one(search, 'columns')?.split(',') ?? [];
  const known = named.filter((id) => COLUMNS.some((column) => column.id === id));
  if (known.length > 0) return known;
  return isThreats ? THREAT_COLUMNS : DEFAULT_COLUMNS;
};

/** Without what says nothing, so that addresses stay short. */
const cleaned = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Search;

const useRows = (path: string, queryKey: readonly unknown[], range: Range, params: Params) =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const bounds = boundsOf(range, Date.now());
      return findPage(
        (cursor) =>
          call<Page<RequestRow>>(
            'GET',
            `${path}${queryString({ ...bounds, ...params, cursor, limit: PAGE_SIZE })}`,
            undefined,
            signal,
          ),
        pageParam,
      );
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

const RequestsView = ({ isThreats }: { isThreats: boolean }) => {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = rangeFrom(search);
  const { open: _open, columns: _columns, ...rest } = search;
  const path = isThreats ? '/threats' : '/requests';
  const params = filterParams(search);
  const queryKey = [path, rest];

  const list = useRows(path, queryKey, range, params);
  const facets = useQuery({
    queryKey: ['facets', range],
    queryFn: () => call<Facets>('GET', `/requests/facets${queryString(boundsOf(range, Date.now()))}`),
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages ?? [];
  const { isLive, setLive, waiting, refresh, area } = useLiveRows(queryKey, pages.length);

  const go = (next: Record<string, unknown>, replace = false) =>
    void navigate({ to: path, search: cleaned(next), replace });
  const change: Change = (next) => go({ ...search, ...next }, true);
  const shown = columnsOf(search, isThreats);
  const names = shown.join();
  const columns = useMemo(() => COLUMNS.filter(({ id }) => names.split(',').includes(id)), [names]);
  const rows = pages.flatMap(({ items }) => items);
  const openRow = useCallback(
    (id: string) => void navigate({ to: path, search: (now) => cleaned({ ...now, open: id }) }),
    [navigate, path],
  );

  return (
    <>
      <PageHeader
        title={isThreats ? 'Threats' : 'Requests'}
        description={
          isThreats
            ? 'What is a threat at some sensitivity, whether it was stopped or not'
            : 'Everything that came through the gateway, newest first'
        }
        actions={
          <Switch
            label="Show new ones at once"
            checked={isLive}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
        }
      />
      <Stack gap="sm">
        <FilterBar
          search={search}
          range={range}
          columns={shown}
          facets={facets.data}
          params={{ ...boundsOf(range, Date.now()), ...params }}
          isThreats={isThreats}
          onChange={change}
          onOpen={(next) => go(next as Record<string, unknown>)}
        />
        <Box {...area}>
          {/* Takes no room: the rows below it stay where they are. */}
          <Box className="above-all">
            {waiting > 0 ? (
              <Button
                variant="light"
                size="compact-sm"
                radius="xl"
                leftSection={<IconArrowUp size={16} aria-hidden />}
                onClick={refresh}
              >
                Look again: {plural(waiting, 'request')} came in
              </Button>
            ) : null}
          </Box>
          <Box
            className="card"
            aria-busy={list.isFetching}
            data-outdated={list.isPlaceholderData || undefined}
          >
            {list.error !== null && rows.length > 0 ? (
              <Stale error={list.error} onRetry={() => void list.refetch()} />
            ) : null}
            <Rows
              list={list}
              rows={rows}
              isThreats={isThreats}
              isFiltered={isFiltered(search)}
              columns={columns}
              onOpen={openRow}
            />
          </Box>
        </Box>
        <More list={list} shown={rows.length} one="request" />
      </Stack>
      <Details id={one(search, 'open')} onClose={() => go({ ...search, open: undefined })} />
    </>
  );
};

export const RequestsPage = () => <RequestsView isThreats={false} />;
export const ThreatsPage = () => <RequestsView isThreats />;

import { SimpleGrid, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FirstRequest } from '../components/first-request.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { KeySelect } from '../keys/select.tsx';
import { call, queryString } from '../lib/client.ts';
import { useNewRequests } from '../lib/live.tsx';
import { boundsOf, rangeFrom } from '../lib/range.ts';
import { one } from '../lib/search.ts';
import type { Latency, Overview } from '../lib/types.ts';
import { LatencyCard, Traffic } from '../overview/charts.tsx';
import { BySensitivity, ErrorCodes, SubTypes, TopKeys } from '../overview/rankings.tsx';
import { FailOpen, Totals } from '../overview/totals.tsx';

const REFRESH_MS = 3000;

export const OverviewPage = () => {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = rangeFrom(search);
  const keyId = one(search, 'keyId') ?? null;
  const times = () => {
    const now = Date.now();
    return { toMs: now, ...boundsOf(range, now) };
  };
  const overview = useQuery({
    queryKey: ['overview', range, keyId],
    queryFn: () => call<Overview>('GET', `/overview${queryString({ ...times(), keyId })}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const latency = useQuery({
    queryKey: ['latency', range],
    queryFn: () => call<Latency>('GET', `/metrics/latency${queryString(times())}`),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useNewRequests(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['overview'] });
      void client.invalidateQueries({ queryKey: ['latency'] });
    }, REFRESH_MS);
  });

  return (
    <>
      <PageHeader
        title="Overview"
        description="What came through, what was stopped, and what it cost"
        actions={
          <>
            <KeySelect
              value={keyId}
              onChange={(id) => void navigate({ to: '/', search: { ...search, keyId: id ?? '' } })}
            />
            <RangePicker
              value={range}
              onChange={(next) =>
                void navigate({
                  to: '/',
                  search: {
                    range: next.range,
                    keyId: keyId ?? '',
                    fromMs: String(next.fromMs ?? ''),
                    toMs: String(next.toMs ?? ''),
                  },
                })
              }
            />
          </>
        }
      />
      <Answer query={overview}>
        {(data) => (
          <Stack gap="sm">
            <FailOpen totals={data.totals} before={data.before} range={range} keyId={keyId} />
            <Totals totals={data.totals} before={data.before} range={range} keyId={keyId} />
            {data.totals.requests === 0 ? (
              <Card>
                <Empty icon={<IconInbox size={22} aria-hidden />} title="No requests in this time">
                  <FirstRequest />
                </Empty>
              </Card>
            ) : (
              <>
                <Traffic data={data} />
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
                  <Answer query={latency}>
                    {(each) => <LatencyCard latency={each} scope={keyId === null ? '' : 'All keys: '} />}
                  </Answer>
                  <TopKeys data={data} range={range} keyId={keyId} />
                </SimpleGrid>
                <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="sm">
                  <SubTypes data={data} range={range} keyId={keyId} />
                  <ErrorCodes data={data} range={range} keyId={keyId} />
                  <BySensitivity data={data} keyId={keyId} />
                </SimpleGrid>
              </>
            )}
          </Stack>
        )}
      </Answer>
    </>
  );
};

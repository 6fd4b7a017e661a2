import {
  Alert,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Tooltip,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconInbox,
  IconMinus,
  IconShieldCheck,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { ChartCard } from '../components/chart-card.tsx';
import { Card, PageHeader } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { Answer, Empty } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { call, listItems, queryString } from '../lib/client.ts';
import { axisMicros, axisTime, compact, count, label, micros, percent, plural } from '../lib/format.ts';
import { useNewRequests } from '../lib/live.tsx';
import { boundsOf, type Range } from '../lib/range.ts';
import { one } from '../lib/search.ts';
import type { Key, Latency, Overview } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const REFRESH_MS = 3000;

const changeWords = (now: number, before: number): string => {
  if (before === 0) return 'new';
  const share = Math.round((100 * (now - before)) / before);
  if (share > 999) return '> +999 %';
  return `${share > 0 ? '+' : ''}${share} %`.replace('-', '−');
};

const ARROWS = [IconArrowDownRight, IconMinus, IconArrowUpRight] as const;

const Change = ({ now, before, isBadWhenMore }: { now: number; before: number; isBadWhenMore: boolean }) => {
  if (before === 0 && now === 0)
    return (
      <Text size="xs" c="dimmed">
        no change
      </Text>
    );
  const Icon = ARROWS[Math.sign(now - before) + 1] ?? IconMinus;
  const isBad = isBadWhenMore && now > before;
  return (
    <Tooltip label={`${count(before)} in the time before`}>
      <Group gap={2} wrap="nowrap" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'} w="fit-content">
        <Icon size={14} aria-hidden />
        <Text size="xs" fw={500} className="number">
          {changeWords(now, before)}
        </Text>
      </Group>
    </Tooltip>
  );
};

const Total = ({
  name,
  value,
  note,
  before,
  isBadWhenMore = false,
}: {
  name: string;
  value: number;
  note?: ReactNode;
  before?: number | undefined;
  isBadWhenMore?: boolean;
}) => (
  <div className="card" style={{ padding: '14px 16px' }}>
    <Text size="sm" c="dimmed" fw={500}>
      {name}
    </Text>
    <Tooltip label={count(value)} disabled={value < 100_000}>
      <Text fz={26} fw={650} lh={1.25} mt={2} className="number" data-total={name} w="fit-content">
        {compact(value)}
      </Text>
    </Tooltip>
    <Group gap={8} mih={20}>
      {before === undefined ? null : <Change now={value} before={before} isBadWhenMore={isBadWhenMore} />}
    </Group>
    <Text size="xs" c="dimmed" mt={2} mih={18}>
      {note}
    </Text>
  </div>
);

const Totals = ({ totals, before }: Pick<Overview, 'totals' | 'before'>) => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
    <Total
      name="Requests"
      value={totals.requests}
      before={before.requests}
      note={`${count(totals.refused)} refused`}
    />
    <Total
      name="Blocked"
      value={totals.blocked}
      before={before.blocked}
      note={`${percent(totals.blocked, totals.requests)} of requests`}
      isBadWhenMore
    />
    <Total
      name="Would block"
      value={totals.wouldBlock}
      before={before.wouldBlock}
      note="in the other modes"
      isBadWhenMore
    />
    <Total name="Flagged" value={totals.flagged} before={before.flagged} note="went on, marked" />
    <Total name="Redacted" value={totals.redacted} note="values replaced" />
    <Total
      name="Unjudged"
      value={totals.unjudged}
      before={before.unjudged}
      note="parts not readable"
      isBadWhenMore
    />
  </SimpleGrid>
);

const FailOpen = ({ totals, before, range }: Pick<Overview, 'totals' | 'before'> & { range: Range }) =>
  totals.failOpen === 0 ? null : (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${plural(totals.failOpen, 'request')} went on although the scan had failed`}
    >
      <Text size="sm">
        {count(before.failOpen)} in the time before. Whether a failed scan blocks or lets a request go on is
        set under{' '}
        <AnchorLink to="/policy" inherit underline="always">
          Policy
        </AnchorLink>
        ; look at{' '}
        <AnchorLink
          to="/requests"
          search={{ range: range.range, hasUnjudged: 'true' }}
          inherit
          underline="always"
        >
          what was not judged
        </AnchorLink>
        .
      </Text>
    </Alert>
  );

const OUTCOME_SERIES = [
  { name: 'pass', label: 'Passed', color: 'teal.6' },
  { name: 'redacted', label: 'Redacted', color: 'violet.5' },
  { name: 'flagged', label: 'Flagged', color: 'yellow.6' },
  { name: 'blocked', label: 'Blocked', color: 'red.7' },
  { name: 'refused', label: 'Refused', color: 'gray.5' },
  { name: 'error', label: 'Error', color: 'orange.7' },
];
const CATEGORY_SERIES = [
  { name: 'prompt_injection', label: 'Prompt injection', color: 'red.7' },
  { name: 'data_leak', label: 'Data leak', color: 'orange.6' },
  { name: 'secret', label: 'Secret', color: 'yellow.6' },
  { name: 'pii', label: 'Personal data', color: 'violet.5' },
  { name: 'policy', label: 'Operator rule', color: 'blue.6' },
];
const LATENCY_SERIES = [
  { name: 'p50', label: 'p50', color: 'teal.6' },
  { name: 'p95', label: 'p95', color: 'indigo.5' },
  { name: 'p99', label: 'p99', color: 'orange.6' },
];

const Traffic = ({ data }: { data: Overview }) => {
  const rows = data.series.map(({ atMs, outcomes, categories }) => ({
    atMs,
    time: axisTime(atMs, data.bucketMs),
    ...Object.fromEntries(OUTCOME_SERIES.map(({ name }) => [name, outcomes[name] ?? 0])),
    ...Object.fromEntries(CATEGORY_SERIES.map(({ name }) => [name, categories[name] ?? 0])),
  }));
  const total = (name: string) =>
    data.series.reduce((sum, { categories }) => sum + (categories[name] ?? 0), 0);
  const used = OUTCOME_SERIES.filter(({ name }) =>
    data.series.some(({ outcomes }) => (outcomes[name] ?? 0) > 0),
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
      <ChartCard
        title="Outcomes"
        data={rows}
        series={used}
        kind="area"
        format={count}
        summary={`Requests over time by outcome: ${count(data.totals.requests)} in all, ${count(data.totals.blocked)} blocked.`}
      />
      <ChartCard
        title="Findings by category"
        data={rows}
        series={CATEGORY_SERIES.filter(({ name }) => total(name) > 0)}
        kind="bar"
        format={count}
        summary={`Findings over time: ${CATEGORY_SERIES.map(({ name, label: word }) => `${word} ${count(total(name))}`).join(', ')}.`}
      />
    </SimpleGrid>
  );
};

const LatencyCard = ({ latency }: { latency: Latency }) => {
  const [what, setWhat] = useState<'scan' | 'added'>('scan');
  const total = latency.total[what];
  const rows = latency.series.map((bucket) => ({
    atMs: bucket.atMs,
    time: axisTime(bucket.atMs, latency.bucketMs),
    p50: bucket[what]?.p50 ?? null,
    p95: bucket[what]?.p95 ?? null,
    p99: bucket[what]?.p99 ?? null,
  }));
  return (
    <ChartCard
      title="Latency"
      note={
        total === null
          ? 'Nothing measured in this time'
          : `p50 ${micros(total.p50)} · p95 ${micros(total.p95)} · p99 ${micros(total.p99)}`
      }
      controls={
        <SegmentedControl
          size="xs"
          aria-label="Which latency"
          value={what}
          onChange={(value) => setWhat(value === 'added' ? 'added' : 'scan')}
          data={[
            { value: 'scan', label: 'Scan' },
            { value: 'added', label: 'Added' },
          ]}
        />
      }
      data={rows}
      series={LATENCY_SERIES}
      kind="line"
      format={micros}
      formatAxis={axisMicros}
      summary={
        total === null
          ? 'No latency was measured.'
          : `${what === 'scan' ? 'Scan time' : 'Time added to requests'}: median ${micros(total.p50)}, 99 of 100 below ${micros(total.p99)}.`
      }
    />
  );
};

const Bars = ({
  rows,
}: {
  rows: readonly { key: string; name: ReactNode; value: number; note?: ReactNode }[];
}) => {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <Stack gap={10}>
      {rows.map(({ key, name, value, note }) => (
        <div key={key}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate component="div">
              {name}
            </Text>
            <Text size="sm" className="number" fw={600}>
              {count(value)}
              {note}
            </Text>
          </Group>
          <div className="bar-track">
            <div className="bar-fill" style={{ width: `${(100 * value) / most}%` }} />
          </div>
        </div>
      ))}
    </Stack>
  );
};

const TopKeys = ({ data, range }: { data: Overview; range: Range }) => (
  <Card title="Top keys" padding={0}>
    {data.topKeys.length === 0 ? (
      <Text c="dimmed" size="sm" p="md">
        No traffic in this time.
      </Text>
    ) : (
      <div className="table-wrap">
        <Table className="data-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th ta="right">Requests</Table.Th>
              <Table.Th ta="right">Blocked</Table.Th>
              <Table.Th ta="right">Would block</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.topKeys.map(({ keyId, name, requests, blocked, wouldBlock }) => (
              <Table.Tr key={keyId}>
                <Table.Td maw={180}>
                  <AnchorLink
                    to="/requests"
                    search={{ range: range.range, keyId }}
                    size="sm"
                    display="block"
                    truncate
                  >
                    <CallerText text={name ?? keyId} isLine />
                  </AnchorLink>
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {count(requests)}
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {count(blocked)}
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {count(wouldBlock)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    )}
  </Card>
);

const SubTypes = ({ data, range }: { data: Overview; range: Range }) => (
  <Card title="Most frequent threats">
    {data.topSubTypes.length === 0 ? (
      <Group gap="xs" c="dimmed">
        <IconShieldCheck size={18} aria-hidden />
        <Text size="sm">Nothing was found in this time.</Text>
      </Group>
    ) : (
      <Bars
        rows={data.topSubTypes.map(({ category, subType, count: value }) => ({
          key: `${category}/${subType}`,
          value,
          name: (
            <AnchorLink to="/threats" search={{ range: range.range, category, subType }} size="sm">
              {visibleString(label(subType))}{' '}
              <Text span c="dimmed" size="xs">
                {label(category)}
              </Text>
            </AnchorLink>
          ),
        }))}
      />
    )}
  </Card>
);

const BySensitivity = ({ data }: { data: Overview }) => (
  <Card title="What each sensitivity would block" note="Whatever was in force">
    <Bars
      rows={SENSITIVITIES.map((each) => ({
        key: each,
        name: SENSITIVITY_WORDS[each].word,
        value: data.bySensitivity[each],
        note: (
          <Text span c="dimmed" size="xs" fw={400}>
            {' '}
            · {percent(data.bySensitivity[each], data.totals.requests)}
          </Text>
        ),
      }))}
    />
    <Group mt="md" gap={4}>
      <Text size="sm" c="dimmed">
        {plural(data.feedback.notAttack, 'time')} marked as no attack, {count(data.feedback.missedAttack)} as
        missed.
      </Text>
      {data.feedback.open > 0 ? (
        <AnchorLink to="/feedback" size="sm">
          {count(data.feedback.open)} open
        </AnchorLink>
      ) : null}
    </Group>
  </Card>
);

const KeyFilter = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => listItems<Key>('/keys') });
  return (
    <Select
      aria-label="Key"
      placeholder="All keys"
      w={170}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'All keys' }}
      data={(keys.data ?? []).map(({ id, name }) => ({ value: id, label: visibleString(name) }))}
      value={value}
      onChange={onChange}
    />
  );
};

export const OverviewPage = () => {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const from = one(search, 'fromMs');
  const to = one(search, 'toMs');
  const range: Range = {
    range: one(search, 'range') ?? '24h',
    ...(from === undefined ? {} : { fromMs: Number(from) }),
    ...(to === undefined ? {} : { toMs: Number(to) }),
  };
  const keyId = one(search, 'keyId') ?? null;
  const ask = (path: string) => () => {
    const now = Date.now();
    return `${path}${queryString({ toMs: now, ...boundsOf(range, now), keyId })}`;
  };
  const overview = useQuery({
    queryKey: ['overview', range, keyId],
    queryFn: () => call<Overview>('GET', ask('/overview')()),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const latency = useQuery({
    queryKey: ['latency', range],
    queryFn: () => call<Latency>('GET', ask('/metrics/latency')()),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

  const client = useQueryClient();
  const isWaiting = useRef(false);
  useNewRequests(() => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    setTimeout(() => {
      isWaiting.current = false;
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
            <KeyFilter
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
            <FailOpen totals={data.totals} before={data.before} range={range} />
            <Totals totals={data.totals} before={data.before} />
            {data.totals.requests === 0 ? (
              <Card>
                <Empty icon={<IconInbox size={22} aria-hidden />} title="No requests in this time">
                  Send one through the gateway: the page of a key shows how, in curl and in five libraries.{' '}
                  <AnchorLink to="/keys" inherit underline="always">
                    Go to the keys
                  </AnchorLink>
                </Empty>
              </Card>
            ) : (
              <>
                <Traffic data={data} />
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
                  <Answer query={latency}>{(each) => <LatencyCard latency={each} />}</Answer>
                  <TopKeys data={data} range={range} />
                </SimpleGrid>
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
                  <SubTypes data={data} range={range} />
                  <BySensitivity data={data} />
                </SimpleGrid>
              </>
            )}
          </Stack>
        )}
      </Answer>
    </>
  );
};

import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { ChartCard } from '../components/chart-card.tsx';
import { axisMicros, bucketTime, count, micros } from '../lib/format.ts';
import type { Latency, Overview } from '../lib/types.ts';

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

export const Traffic = ({ data }: { data: Overview }) => {
  const nowMs = Date.now();
  const rows = data.series.map(({ atMs, outcomes, categories }) => ({
    atMs,
    time: bucketTime(atMs, data.bucketMs, nowMs),
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
        empty="No requests in this time."
        summary={`Requests over time by outcome: ${count(data.totals.requests)} in all, ${count(data.totals.blocked)} blocked.`}
      />
      <ChartCard
        title="What was found"
        data={rows}
        series={CATEGORY_SERIES.filter(({ name }) => total(name) > 0)}
        kind="bar"
        format={count}
        empty="Nothing was found in this time."
        summary={`Requests over time by what was found in them: ${CATEGORY_SERIES.map(({ name, label: word }) => `${word} ${count(total(name))}`).join(', ')}.`}
      />
    </SimpleGrid>
  );
};

export const LatencyCard = ({ latency, scope }: { latency: Latency; scope: string }) => {
  const [what, setWhat] = useState<'scan' | 'added'>('scan');
  const total = latency.total[what];
  const nowMs = Date.now();
  const rows = latency.series.map((bucket) => ({
    atMs: bucket.atMs,
    time: bucketTime(bucket.atMs, latency.bucketMs, nowMs),
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
          : `${scope}p50 ${micros(total.p50)} · p95 ${micros(total.p95)} · p99 ${micros(total.p99)}`
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
      series={total === null ? [] : LATENCY_SERIES}
      kind="line"
      format={micros}
      formatAxis={axisMicros}
      empty="Nothing was measured in this time."
      summary={
        total === null
          ? 'No latency was measured.'
          : `${what === 'scan' ? 'Scan time' : 'Time added to requests'}: median ${micros(total.p50)}, 99 of 100 below ${micros(total.p99)}.`
      }
    />
  );
};

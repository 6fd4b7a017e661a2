import { Group, Stack, Table, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Card } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { CallerText } from '../components/text.tsx';
import { count, label, percent, plural } from '../lib/format.ts';
import { type Range, rangeSearch } from '../lib/range.ts';
import type { Overview } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

type Ranking = Readonly<{ data: Overview; range: Range; keyId: string | null }>;

/** Said of what is counted for all keys together, where the page shows one. */
const ALL_KEYS = 'Of all keys';

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

export const TopKeys = ({ data, range, keyId }: Ranking) => (
  <Card title="Top keys" note={keyId === null ? undefined : ALL_KEYS} padding={0}>
    {data.topKeys.length === 0 ? (
      <Text c="dimmed" size="sm" p="md">
        No traffic in this time.
      </Text>
    ) : (
      <TableScroll label="Top keys">
        <Table className="data-table" aria-label="Top keys">
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
                    search={{ ...rangeSearch(range), keyId }}
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
      </TableScroll>
    )}
  </Card>
);

export const SubTypes = ({ data, range, keyId }: Ranking) => (
  <Card title="Most frequent threats" note={keyId === null ? undefined : ALL_KEYS}>
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
            <AnchorLink to="/threats" search={{ ...rangeSearch(range), category, subType }} size="sm">
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

export const ErrorCodes = ({ data, range, keyId }: Ranking) => (
  <Card
    title="Most frequent error codes"
    note={
      keyId === null ? 'What callers were told in place of an answer, or how an exchange ended' : ALL_KEYS
    }
  >
    {data.topErrorCodes.length === 0 ? (
      <Text c="dimmed" size="sm">
        No request ended with one in this time.
      </Text>
    ) : (
      <Bars
        rows={data.topErrorCodes.map(({ code, count: value }) => ({
          key: code,
          value,
          name: (
            <AnchorLink to="/requests" search={{ ...rangeSearch(range), errorCode: code }} size="sm">
              {visibleString(code)}
            </AnchorLink>
          ),
        }))}
      />
    )}
  </Card>
);

export const BySensitivity = ({ data, keyId }: Omit<Ranking, 'range'>) => (
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
        {keyId === null ? '' : `${ALL_KEYS}: `}
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

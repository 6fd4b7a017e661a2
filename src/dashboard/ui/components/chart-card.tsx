import { ActionIcon, Center, Group, ScrollArea, Skeleton, Table, Text, Tooltip } from '@mantine/core';
import { IconChartAreaLine, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Card } from './layout.tsx';

const Chart = lazy(async () => {
  const { Chart: component } = await import('./charts.tsx');
  return { default: component };
});

type Props = Readonly<{
  title: string;
  note?: ReactNode;
  controls?: ReactNode;
  data: readonly Readonly<Record<string, string | number | null>>[];
  series: readonly Readonly<{ name: string; label: string; color: string }>[];
  summary: string;
  /** Said where there is no series to draw. */
  empty: string;
  format: (value: number) => string;
  formatAxis?: (value: number) => string;
  kind: 'area' | 'bar' | 'line';
}>;

/** A chart that can be turned into the table of its numbers. */
export const ChartCard = ({
  title,
  note,
  controls,
  data,
  series,
  summary,
  empty,
  format,
  formatAxis = format,
  kind,
}: Props) => {
  const [isTable, setTable] = useState(false);
  const name = isTable ? 'Show as a chart' : 'Show as a table';
  return (
    <Card
      title={title}
      note={note}
      actions={
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
          {controls}
          <Tooltip label={name}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${title}: ${name}`}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? <IconChartAreaLine size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    >
      {series.length === 0 ? (
        <Center h={220}>
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        </Center>
      ) : isTable ? (
        <ScrollArea h={240} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
          <Table className="data-table" aria-label={title} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Time</Table.Th>
                {series.map((each) => (
                  <Table.Th key={each.name} ta="right">
                    {each.label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((row) => (
                <Table.Tr key={row['atMs']}>
                  <Table.Td>{row['time']}</Table.Td>
                  {series.map((each) => {
                    const value = row[each.name];
                    return (
                      <Table.Td key={each.name} ta="right" className="number">
                        {typeof value === 'number' ? format(value) : '–'}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      ) : (
        <>
          <Suspense fallback={<Skeleton h={220} />}>
            <Chart
              data={data}
              series={series}
              summary={summary}
              format={format}
              formatAxis={formatAxis}
              kind={kind}
            />
          </Suspense>
          <ul className="legend">
            {series.map((each) => (
              <li key={each.name}>
                <span
                  className="swatch"
                  style={{ background: `var(--mantine-color-${each.color.replace('.', '-')})` }}
                />
                {each.label}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};

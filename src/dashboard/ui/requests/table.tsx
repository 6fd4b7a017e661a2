import { Anchor, Group, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { OutcomeBadge, ThreatName } from '../components/badges.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import type { RequestRow } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Column, failureOf, isNoThreat } from './columns.tsx';

type Props = Readonly<{
  rows: readonly RequestRow[];
  columns: readonly Column[];
  onOpen: (id: string) => void;
}>;

/** Drawn once: a list may have a thousand of them, and is drawn anew for each page that comes to it. */
const Row = memo(({ row, columns, onOpen }: Omit<Props, 'rows'> & { row: RequestRow }) => (
  <Table.Tr className="row-link" onClick={() => onOpen(row.requestId)}>
    {columns.map(({ id, isNumber, isWide, cell }) => (
      <Table.Td
        key={id}
        ta={isNumber ? 'right' : 'left'}
        className={isWide ? 'wide-cell' : isNumber ? 'number' : undefined}
        style={{ whiteSpace: 'nowrap' }}
      >
        {id === 'time' ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={(event) => {
              event.stopPropagation();
              onOpen(row.requestId);
            }}
          >
            {cell(row)}
            <VisuallyHidden>, open {visibleString(row.requestId)}</VisuallyHidden>
          </Anchor>
        ) : (
          cell(row)
        )}
      </Table.Td>
    ))}
  </Table.Tr>
));

/** Rows stay as they are as long as `columns` and `onOpen` are the same ones. */
export const RequestTable = ({ rows, columns, onOpen }: Props) => (
  <TableScroll label="Requests">
    <Table
      className="data-table"
      horizontalSpacing="sm"
      verticalSpacing={7}
      highlightOnHover
      aria-label="Requests"
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ id, title, isNumber }) => (
            <Table.Th key={id} ta={isNumber ? 'right' : 'left'}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Row key={row.requestId} row={row} columns={columns} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </Table>
  </TableScroll>
);

const Block = memo(({ row, onOpen }: Pick<Props, 'onOpen'> & { row: RequestRow }) => (
  <UnstyledButton
    p="md"
    style={{ borderBottom: '1px solid var(--line)' }}
    onClick={() => onOpen(row.requestId)}
  >
    <Group justify="space-between" wrap="nowrap" mb={4}>
      <OutcomeBadge
        outcome={row.outcome}
        wouldBlock={row.wouldBlock}
        wouldRemove={row.wouldRemove}
        removed={row.removed}
      />
      <Text size="xs" c="dimmed">
        <When ms={row.receivedAtMs} />
      </Text>
    </Group>
    <Text size="sm" {...(isNoThreat(row) ? { c: 'dimmed' } : { fw: 600 })} component="div">
      {row.category === null ? (
        <CallerText text={row.model ?? row.path} isLine />
      ) : (
        <>
          <ThreatName category={row.category} subType={row.subType} />
          {isNoThreat(row) ? ' · no threat' : null}
        </>
      )}
    </Text>
    {failureOf(row) === null ? null : (
      <Text size="sm" c="dimmed" component="div">
        <CallerText text={failureOf(row) ?? ''} isLine />
      </Text>
    )}
    {row.excerpt === null ? null : (
      <Text size="sm" c="dimmed" component="div">
        <CallerText text={row.excerpt} isLine />
      </Text>
    )}
  </UnstyledButton>
));

/** The same on a narrow screen: one block for each request. */
export const RequestList = ({ rows, onOpen }: Omit<Props, 'columns'>) => (
  <Stack gap={0}>
    {rows.map((row) => (
      <Block key={row.requestId} row={row} onOpen={onOpen} />
    ))}
  </Stack>
);

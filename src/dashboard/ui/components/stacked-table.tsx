import { Table, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { TableScroll } from './table-scroll.tsx';

export type Heading = Readonly<{
  name: string;
  isNumber?: boolean;
  /** Said to screen readers alone. */
  isHidden?: boolean;
}>;

/**
 * A table whose rows become blocks of names and values where there is no room for columns. Roles are written out, since
 * browsers take them away from what is laid out as blocks.
 */
export const StackedTable = ({
  label,
  headings,
  minWidth,
  children,
}: {
  label: string;
  headings: readonly Heading[];
  /** In pixels, where it is a table. */
  minWidth: number;
  children: ReactNode;
}) => (
  <TableScroll label={label}>
    <Table
      role="table"
      aria-label={label}
      className="data-table stacked-table"
      horizontalSpacing="sm"
      style={{ '--least-width': `${minWidth}px` } as CSSProperties}
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {headings.map(({ name, isNumber = false, isHidden = false }) => (
            <Table.Th key={name} role="columnheader" ta={isNumber ? 'right' : 'left'}>
              {isHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">{children}</Table.Tbody>
    </Table>
  </TableScroll>
);

/** @param name Stands in front of the value in a block; what needs none, as the name of a row, stands alone. */
export const Cell = ({
  name,
  isNumber = false,
  isActions = false,
  minWidth,
  maxWidth,
  children,
}: {
  name?: string;
  isNumber?: boolean;
  /** In a block it is in the corner. */
  isActions?: boolean;
  /** In pixels, where it is a column. */
  minWidth?: number;
  maxWidth?: number;
  children: ReactNode;
}) => (
  <Table.Td
    role="cell"
    data-name={name}
    data-actions={isActions ? '' : undefined}
    className={isNumber ? 'number number-cell' : undefined}
    style={
      {
        '--cell-least': `${minWidth ?? 0}px`,
        '--most-width': maxWidth === undefined ? 'none' : `${maxWidth}px`,
      } as CSSProperties
    }
  >
    <div className="cell-value">{children}</div>
  </Table.Td>
);

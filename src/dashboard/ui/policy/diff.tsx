import { Badge, Table, Text } from '@mantine/core';
import { TableScroll } from '../components/table-scroll.tsx';
import { visibleString } from '../lib/visible.ts';
import type { Difference } from './draft.ts';

const Value = ({ text, word }: { text: string | null; word: string }) =>
  text === null ? (
    <Text span c="dimmed" size="sm">
      {word}
    </Text>
  ) : (
    <code style={{ overflowWrap: 'anywhere' }}>
      {visibleString(text.length > 300 ? `${text.slice(0, 300)} …` : text)}
    </code>
  );

const NONE: ReadonlySet<string> = new Set();

export const DiffTable = ({
  changes,
  disputed = NONE,
}: {
  changes: readonly Difference[];
  /** Paths that somebody else has changed, too. */
  disputed?: ReadonlySet<string>;
}) =>
  changes.length === 0 ? (
    <Text size="sm" c="dimmed">
      No difference.
    </Text>
  ) : (
    <TableScroll label="Differences">
      <Table className="data-table" aria-label="Differences">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Setting</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ path, before, after }) => (
            <Table.Tr key={path}>
              <Table.Td>
                <code>{visibleString(path)}</code>
              </Table.Td>
              <Table.Td>
                <Value text={before} word="not set" />
                {disputed.has(path) ? (
                  <Badge variant="light" color="orange" mt={4} display="flex">
                    Just saved by somebody else
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td>
                <Value text={after} word="not set" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );

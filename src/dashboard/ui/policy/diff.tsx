import { Badge, Table, Text } from '@mantine/core';
import { TableScroll } from '../components/table-scroll.tsx';
import { visibleString } from '../lib/visible.ts';
import type { Difference, Json } from './draft.ts';

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

/** What holds where nothing is set, as far as it can be said in a word. */
const unset = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `not set: ${visibleString(JSON.stringify(value))} by default`
    : 'not set';

const NONE: ReadonlySet<string> = new Set();

export const DiffTable = ({
  changes,
  disputed = NONE,
  inForce = {},
}: {
  changes: readonly Difference[];
  /** Paths that somebody else has changed, too. */
  disputed?: ReadonlySet<string>;
  /** Settings by name, with their defaults; left out where it is not known what was in force. */
  inForce?: Json;
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
                <Value text={before} word={unset(inForce[path])} />
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

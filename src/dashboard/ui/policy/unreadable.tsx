import { Checkbox, Table } from '@mantine/core';
import { Card } from '../components/layout.tsx';
import { AnchorLink } from '../components/links.tsx';
import { type Draft, recordOf } from './draft.ts';
import { Lock } from './lock.tsx';

const NAME = 'unreadable';

const KINDS = [
  { kind: 'image', word: 'Images' },
  { kind: 'audio', word: 'Audio' },
  { kind: 'video', word: 'Videos' },
  { kind: 'file', word: 'Files, but for those of text' },
  { kind: 'unknown_part', word: 'Parts of unknown types' },
] as const;

const DIRECTIONS = [
  { direction: 'input', word: 'in requests' },
  { direction: 'output', word: 'in answers' },
] as const;

/** What no detector reads: it goes on and is told of, or what holds it is refused. */
export const UnreadableCard = ({ draft }: { draft: Draft }) => {
  const all = recordOf(draft.value(NAME));
  const isRefused = (kind: string, direction: string) => recordOf(all[kind])[direction] === 'block';
  const change = (kind: string, direction: string, refuses: boolean): void => {
    const { [direction]: _before, ...others } = recordOf(all[kind]);
    const next = refuses ? { ...others, [direction]: 'block' } : others;
    const { [kind]: _all, ...kinds } = all;
    draft.set(NAME, Object.keys(next).length === 0 ? kinds : { ...kinds, [kind]: next });
  };
  return (
    <Card
      title="What nobody can scan"
      note="Goes on and counts as unjudged, or is refused in blocking mode"
      actions={<Lock draft={draft} name={NAME} />}
    >
      <AnchorLink to="/requests" search={{ hasUnjudged: 'true', range: '7d' }} size="sm">
        Requests of the last 7 days with parts that were not judged
      </AnchorLink>
      <Table mt="xs" horizontalSpacing="xs" aria-label="What nobody can scan">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind</Table.Th>
            {DIRECTIONS.map(({ direction, word }) => (
              <Table.Th key={direction}>Refuse {word}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KINDS.map(({ kind, word }) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={500}>
                {word}
              </Table.Th>
              {DIRECTIONS.map((each) => (
                <Table.Td key={each.direction}>
                  <Checkbox
                    aria-label={`Refuse ${word.toLowerCase()} ${each.word}`}
                    disabled={!draft.isEditable(NAME)}
                    checked={isRefused(kind, each.direction)}
                    onChange={(event) => change(kind, each.direction, event.currentTarget.checked)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
};

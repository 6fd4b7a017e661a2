import { Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TableScroll } from '../components/table-scroll.tsx';
import { label } from '../lib/format.ts';
import type { Direction, EntityRule } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Json, recordOf } from './draft.ts';

const INPUT_ACTIONS = ['off', 'detect', 'mask', 'hash', 'tokenize', 'redact', 'block'];
const OUTPUT_ACTIONS = INPUT_ACTIONS.filter((each) => each !== 'tokenize');

/** Whose rules they are: the policy's, or those of one key. */
export type EntityEditor = Readonly<{
  /** What was chosen here: actions by entity, in capitals, and direction. */
  entities: Json;
  set: (entities: Json) => void;
  isEditable: (rule: EntityRule, direction: Direction) => boolean;
  /** Where the action is from that holds without a choice. */
  sourceOf: (rule: EntityRule, direction: Direction) => string;
  /** Beside a choice, and the way back from one. */
  chosenWord: string;
  backWord: string;
}>;

/** The choices with one of them changed; null takes it back. */
const withAction = (entities: Json, name: string, direction: Direction, action: string | null): Json => {
  const { [name]: before, ...others } = entities;
  const { [direction]: _before, ...rest } = recordOf(before);
  const next = action === null ? rest : { ...rest, [direction]: action };
  return Object.keys(next).length === 0 ? others : { ...others, [name]: next };
};

/** Choices laid over others, each direction for itself, as the gateway lays a key's over the policy's. */
export const layered = (below: Json, above: Json): Json => {
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries(
    [...names].map((name) => [name, { ...recordOf(below[name]), ...recordOf(above[name]) }]),
  );
};

const ActionSelect = ({
  editor,
  rule,
  direction,
}: {
  editor: EntityEditor;
  rule: EntityRule;
  direction: Direction;
}) => {
  const name = rule.entity.toUpperCase();
  const chosen = recordOf(editor.entities[name])[direction];
  const isChosen = typeof chosen === 'string';
  const standing = direction === 'input' ? rule.input : rule.output;
  const actions = direction === 'input' ? INPUT_ACTIONS : OUTPUT_ACTIONS;
  return (
    <Group gap={6} wrap="nowrap">
      {/* The browser's own: there are hundreds of them on a page, and Mantine's would hold it up for minutes in a dialog. */}
      <NativeSelect
        aria-label={`${rule.title}: ${direction === 'input' ? 'in requests' : 'in answers'}`}
        size="xs"
        w={{ base: 98, sm: 126 }}
        disabled={!editor.isEditable(rule, direction)}
        data={[
          { value: '', label: isChosen ? editor.backWord : label(standing) },
          ...actions
            // What holds already stands in the first line.
            .filter((each) => isChosen || each !== standing)
            .map((each) => ({ value: each, label: label(each) })),
        ]}
        value={isChosen ? chosen : ''}
        onChange={({ currentTarget: { value } }) =>
          editor.set(withAction(editor.entities, name, direction, value === '' ? null : value))
        }
      />
      <Text size="xs" c="dimmed" className="hide-narrow">
        {isChosen ? editor.chosenWord : editor.sourceOf(rule, direction)}
      </Text>
    </Group>
  );
};

export const EntitySearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextInput
    aria-label="Find an entity"
    placeholder="Find an entity or a country"
    w={260}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

export const useEntitySearch = () => {
  const [value, onChange] = useState('');
  const words = value.trim().toLowerCase();
  return {
    box: { value, onChange },
    matches: ({ entity, title, region }: EntityRule): boolean =>
      `${entity} ${title} ${region ?? ''}`.toLowerCase().includes(words),
  };
};

/** What is done about each entity, in requests and in answers. */
export const EntityTable = ({ editor, rules }: { editor: EntityEditor; rules: readonly EntityRule[] }) =>
  rules.length === 0 ? (
    <Text size="sm" c="dimmed" p="md">
      No entity has such a name.
    </Text>
  ) : (
    <TableScroll label="Entities">
      <Table className="data-table" aria-label="Entities" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Entity</Table.Th>
            <Table.Th className="hide-narrow">Region</Table.Th>
            <Table.Th>In requests</Table.Th>
            <Table.Th>In answers</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rules.map((rule) => (
            <Table.Tr key={rule.entity}>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {visibleString(rule.title)}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {rule.entity} · {label(rule.category)}
                </Text>
              </Table.Td>
              <Table.Td className="hide-narrow">{rule.region ?? 'Everywhere'}</Table.Td>
              <Table.Td>
                <ActionSelect editor={editor} rule={rule} direction="input" />
              </Table.Td>
              <Table.Td>
                <ActionSelect editor={editor} rule={rule} direction="output" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );

import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Card } from '../components/layout.tsx';
import { type Draft, recordOf, textOf } from './draft.ts';
import { Lock } from './lock.tsx';

const NAME = 'injections';

const KINDS = [
  { kind: 'untrusted', word: 'In a tool’s result or a file' },
  { kind: 'earlier', word: 'In a message in front of the caller’s last one' },
] as const;

const ACTIONS = [
  { value: 'block', label: 'Block the request' },
  { value: 'remove', label: 'Remove the text' },
];

/** An injection in a text that the request can do without: all of it is refused, or that text. */
export const InjectionsCard = ({ draft }: { draft: Draft }) => {
  const all = recordOf(draft.value(NAME));
  return (
    <Card
      title="When a request can do without the attack"
      note="In blocking mode: a notice takes the place of the text, the rest is judged anew and goes on"
      actions={<Lock draft={draft} name={NAME} />}
    >
      <Stack gap="sm" mt="xs">
        {KINDS.map(({ kind, word }) => (
          <Group key={kind} justify="space-between">
            <Text size="sm" fw={500}>
              {word}
            </Text>
            <SegmentedControl
              aria-label={word}
              data={ACTIONS}
              disabled={!draft.isEditable(NAME)}
              value={textOf(all[kind], 'block')}
              onChange={(value) => draft.set(NAME, { ...all, [kind]: value })}
            />
          </Group>
        ))}
      </Stack>
    </Card>
  );
};

import { Badge, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Fact } from '../components/layout.tsx';
import { CallerText, Highlighted } from '../components/text.tsx';
import { call, messageOf } from '../lib/client.ts';
import { label, plural, score } from '../lib/format.ts';
import { MAX_TRIED_CHARS, tooLong } from '../lib/too-long.ts';
import type { Direction, EntityTrialResult } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import type { Json } from './draft.ts';

type Tried = Readonly<{ text: string; result: EntityTrialResult }>;

/** What would be found in a text, and what would go on of it. Nothing is stored. */
export const EntityTrial = ({ entities }: { entities: Json }) => {
  const [text, setText] = useState('');
  const [direction, setDirection] = useState<Direction>('input');
  const problem = tooLong(text, MAX_TRIED_CHARS);
  const trial = useMutation({
    // With the text that was tried: its spans say nothing about one that was changed since.
    mutationFn: async (): Promise<Tried> => ({
      text,
      result: await call<EntityTrialResult>('POST', '/pii-rules/test', { text, direction, entities }),
    }),
  });
  return (
    <Stack gap="sm" mt="xs">
      <Textarea
        aria-label="Text to test"
        placeholder="My card is 4111 1111 1111 1111, write to jane@example.org"
        autosize
        minRows={3}
        maxRows={10}
        error={problem}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Direction"
          value={direction}
          onChange={(value) => setDirection(value === 'output' ? 'output' : 'input')}
          data={[
            { value: 'input', label: 'As a request' },
            { value: 'output', label: 'As an answer' },
          ]}
        />
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={text === '' || problem !== null}
          loading={trial.isPending}
          onClick={() => trial.mutate()}
        >
          Test
        </Button>
      </Group>
      {trial.error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(trial.error)}
        </Text>
      )}
      {trial.data === undefined ? null : <Outcome {...trial.data} />}
    </Stack>
  );
};

const Outcome = ({ text, result: { findings, changedText } }: Tried) => (
  <Stack gap="sm">
    <Fact name={`${plural(findings.length, 'value')} found`}>
      <div className="code-block">
        <Highlighted text={text} spans={findings} />
      </div>
    </Fact>
    <Group gap={6}>
      {findings.map(({ entity, start, confidence, action }) => (
        <Badge key={`${entity}${start}`} variant="light" color="violet">
          {visibleString(label(entity))} {score(confidence)} → {label(action)}
        </Badge>
      ))}
    </Group>
    <Fact name="What goes on">
      {findings.some(({ action }) => action === 'block') ? (
        'Nothing: it would be blocked.'
      ) : (
        <div className="code-block">
          <CallerText text={changedText} />
        </div>
      )}
    </Fact>
  </Stack>
);

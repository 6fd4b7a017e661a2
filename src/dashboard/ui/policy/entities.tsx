import {
  Badge,
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Table,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, Fact } from '../components/layout.tsx';
import { Answer } from '../components/states.tsx';
import { CallerText, Highlighted } from '../components/text.tsx';
import { call, listItems, messageOf } from '../lib/client.ts';
import { label, plural, score } from '../lib/format.ts';
import { useCan } from '../lib/session.ts';
import type { Direction, EntityRule, EntityTrialResult } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Draft, recordOf, textOf } from './draft.ts';
import { Lock } from './lock.tsx';

const INPUT_ACTIONS = ['off', 'detect', 'mask', 'hash', 'tokenize', 'redact', 'block'];
const OUTPUT_ACTIONS = INPUT_ACTIONS.filter((each) => each !== 'tokenize');
const FROM_WORDS = { default: 'default', dashboard: 'set here', file: 'set by file' } as const;

const ActionSelect = ({
  draft,
  rule,
  direction,
}: {
  draft: Draft;
  rule: EntityRule;
  direction: Direction;
}) => {
  const name = rule.entity.toUpperCase();
  const entities = recordOf(draft.own['entities']);
  const mine = recordOf(entities[name]);
  const chosen = mine[direction];
  const from = direction === 'input' ? rule.inputFrom : rule.outputFrom;
  const isChanged = typeof chosen === 'string';
  const set = (action: string | null) => {
    const { [direction]: _before, ...rest } = mine;
    const next = action === null ? rest : { ...rest, [direction]: action };
    const { [name]: _all, ...others } = entities;
    draft.set('entities', Object.keys(next).length === 0 ? others : { ...others, [name]: next });
  };
  const standing = direction === 'input' ? rule.input : rule.output;
  return (
    <Group gap={6} wrap="nowrap">
      <Select
        aria-label={`${rule.title}: ${direction === 'input' ? 'in requests' : 'in answers'}`}
        size="xs"
        w={118}
        allowDeselect={false}
        disabled={!draft.isEditable('entities') || from === 'file'}
        data={[
          { value: '', label: isChanged ? 'Back to default' : `${label(standing)}` },
          ...(direction === 'input' ? INPUT_ACTIONS : OUTPUT_ACTIONS).map((each) => ({
            value: each,
            label: label(each),
          })),
        ].filter(({ value }) => isChanged || value === '' || value !== standing)}
        value={isChanged ? chosen : ''}
        onChange={(value) => set(value === '' ? null : value)}
      />
      <Text size="xs" c="dimmed" className="hide-narrow">
        {isChanged ? FROM_WORDS.dashboard : FROM_WORDS[from]}
      </Text>
    </Group>
  );
};

const TestBox = ({ draft }: { draft: Draft }) => {
  const [text, setText] = useState('');
  const [direction, setDirection] = useState<Direction>('input');
  const trial = useMutation({
    mutationFn: () =>
      call<EntityTrialResult>('POST', '/pii-rules/test', {
        text,
        direction,
        entities: recordOf(draft.value('entities')),
      }),
  });
  return (
    <Card
      title="Test box"
      note="Finds and replaces with the settings as they stand on this page. Nothing is stored."
    >
      <Stack gap="sm" mt="xs">
        <Textarea
          aria-label="Text to test"
          placeholder="My card is 4111 1111 1111 1111, write to jane@example.org"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={20_000}
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
            disabled={text === ''}
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
        {trial.data === undefined ? null : (
          <Stack gap="sm">
            <Fact name={`${plural(trial.data.findings.length, 'value')} found`}>
              <div className="code-block">
                <Highlighted text={text} spans={trial.data.findings} />
              </div>
            </Fact>
            <Group gap={6}>
              {trial.data.findings.map(({ entity, start, confidence, action }) => (
                <Badge key={`${entity}${start}`} variant="light" color="violet">
                  {visibleString(label(entity))} {score(confidence)} → {label(action)}
                </Badge>
              ))}
            </Group>
            <Fact name="What goes on">
              <div className="code-block">
                <CallerText text={trial.data.changedText} />
              </div>
            </Fact>
          </Stack>
        )}
      </Stack>
    </Card>
  );
};

const AllowLists = ({ draft, rules }: { draft: Draft; rules: readonly EntityRule[] }) => {
  const lists = recordOf(draft.value('allow'));
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([...Object.keys(lists), ...added])];
  const free = rules.map(({ entity }) => entity.toUpperCase()).filter((name) => !names.includes(name));
  return (
    <Card
      title="Values that are none"
      note="Known values that are never taken for personal data; domains as @example.com or .example.com"
      actions={<Lock draft={draft} name="allow" />}
    >
      <Stack gap="sm" mt="xs">
        {names.map((name) => (
          <TagsInput
            key={name}
            label={label(name)}
            disabled={!draft.isEditable('allow')}
            value={Array.isArray(lists[name]) ? lists[name].filter((each) => typeof each === 'string') : []}
            onChange={(values) => {
              const { [name]: _before, ...rest } = recordOf(draft.value('allow'));
              draft.set('allow', values.length === 0 ? rest : { ...rest, [name]: values });
            }}
          />
        ))}
        {draft.isEditable('allow') ? (
          <Select
            aria-label="Add a list for an entity"
            placeholder="Add a list for …"
            w={260}
            searchable
            data={free.map((name) => ({ value: name, label: label(name) }))}
            value={null}
            onChange={(name) => setAdded(name === null ? added : [...added, name])}
          />
        ) : null}
      </Stack>
    </Card>
  );
};

export const Entities = ({ draft }: { draft: Draft }) => {
  const canTry = useCan('analyst');
  const [search, setSearch] = useState('');
  const rules = useQuery({ queryKey: ['pii-rules'], queryFn: () => listItems<EntityRule>('/pii-rules') });
  return (
    <Answer query={rules}>
      {(all) => {
        const words = search.toLowerCase();
        const shown = all.filter(({ entity, title, region }) =>
          `${entity} ${title} ${region ?? ''}`.toLowerCase().includes(words),
        );
        return (
          <Stack gap="sm">
            {canTry ? <TestBox draft={draft} /> : null}
            <Card
              title="Personal data and secrets"
              note="Redact puts a placeholder into requests that gives way to the value in the answer, and masks in answers."
              padding={0}
              actions={<Lock draft={draft} name="entities" />}
            >
              <Group px="md" pb="sm" justify="space-between">
                <TextInput
                  aria-label="Find an entity"
                  placeholder="Find an entity or a country"
                  w={260}
                  leftSection={<IconSearch size={16} aria-hidden />}
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
                <Group gap="xs">
                  <Text size="sm">What no rule names</Text>
                  <SegmentedControl
                    size="xs"
                    aria-label="What no rule names"
                    disabled={!draft.isEditable('entityDefaults')}
                    value={textOf(draft.value('entityDefaults'), 'redact')}
                    onChange={(value) => draft.set('entityDefaults', value)}
                    data={[
                      { value: 'redact', label: 'Redact what is certain' },
                      { value: 'detect', label: 'Only record' },
                    ]}
                  />
                </Group>
              </Group>
              <div className="table-wrap">
                <Table className="data-table">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Entity</Table.Th>
                      <Table.Th>Region</Table.Th>
                      <Table.Th>In requests</Table.Th>
                      <Table.Th>In answers</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {shown.map((rule) => (
                      <Table.Tr key={rule.entity}>
                        <Table.Td>
                          <Text size="sm" fw={550}>
                            {visibleString(rule.title)}
                          </Text>
                          <Text size="xs" c="dimmed">
                            {rule.entity} · {label(rule.category)}
                          </Text>
                        </Table.Td>
                        <Table.Td>{rule.region ?? 'Everywhere'}</Table.Td>
                        <Table.Td>
                          <ActionSelect draft={draft} rule={rule} direction="input" />
                        </Table.Td>
                        <Table.Td>
                          <ActionSelect draft={draft} rule={rule} direction="output" />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
            </Card>
            <AllowLists draft={draft} rules={all} />
          </Stack>
        );
      }}
    </Answer>
  );
};

import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconRuler2,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Card } from '../components/layout.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { Empty } from '../components/states.tsx';
import { Highlighted } from '../components/text.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { call, messageOf } from '../lib/client.ts';
import { label, micros, plural } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { MAX_TRIED_CHARS, tooLong } from '../lib/too-long.ts';
import type { RuleTrialResult } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Draft, listOf, recordOf, textOf } from './draft.ts';
import { Lock } from './lock.tsx';

type Rule = Readonly<Record<string, unknown>>;
type Form = Readonly<{
  id: string;
  description: string;
  kind: 'pattern' | 'words';
  pattern: string;
  words: readonly string[];
  caseSensitive: boolean;
  direction: string;
  action: string;
  maxChars: number;
}>;

const strings = (value: unknown): string[] => listOf(value).filter((each) => typeof each === 'string');

const formOf = (rule: Rule): Form => ({
  id: textOf(rule['id'], ''),
  description: textOf(rule['description'], ''),
  kind: Array.isArray(rule['words']) ? 'words' : 'pattern',
  pattern: textOf(rule['pattern'], ''),
  words: strings(rule['words']),
  caseSensitive: rule['caseSensitive'] === true,
  direction: textOf(rule['direction'], 'both'),
  action: textOf(rule['action'], 'block'),
  maxChars: typeof rule['maxChars'] === 'number' ? rule['maxChars'] : 200,
});

/** A form as it was left when a session ended. */
const readForm = (stored: unknown): Form => {
  const form = recordOf(stored);
  return { ...formOf(form), kind: form['kind'] === 'words' ? 'words' : 'pattern' };
};

/** What the form does not show (roles, samples) stays as it is. */
const ruleOf = (form: Form, before: Rule): Rule => {
  const { pattern: _pattern, words: _words, description: _description, ...rest } = before;
  return {
    ...rest,
    id: form.id,
    ...(form.description === '' ? {} : { description: form.description }),
    ...(form.kind === 'pattern' ? { pattern: form.pattern } : { words: form.words }),
    caseSensitive: form.caseSensitive,
    direction: form.direction,
    action: form.action,
    maxChars: form.maxChars,
  };
};

const ACTIONS = ['block', 'redact', 'mask', 'hash', 'tokenize', 'detect'].map((value) => ({
  value,
  label: label(value),
}));
const DIRECTIONS = [
  { value: 'both', label: 'Requests and answers' },
  { value: 'input', label: 'Requests' },
  { value: 'output', label: 'Answers' },
];

/** `isForUse`: the rule is taken into the draft where nothing is wrong with it. */
type Tried = Readonly<{ rule: Rule; text: string; isForUse: boolean }>;

const useTrial = () =>
  useMutation({
    mutationFn: async ({ rule, text }: Tried) => ({
      rule,
      text,
      result: await call<RuleTrialResult>('POST', '/rules/test', { rule, text }),
    }),
  });
type RuleTrial = ReturnType<typeof useTrial>;

const isSame = (a: Rule, b: Rule | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What was found out about a rule says nothing of what it was changed to since. */
const foundOut = (rule: Rule, { data, error, variables }: RuleTrial) => ({
  data: data !== undefined && isSame(rule, data.rule) ? data : undefined,
  error: error !== null && isSame(rule, variables?.rule) ? error : null,
});

const Trial = ({ rule, trial }: { rule: Rule; trial: RuleTrial }) => {
  const { data, error } = foundOut(rule, trial);
  const [text, setText] = useState('');
  const problem = tooLong(text, MAX_TRIED_CHARS);
  return (
    <Stack gap="xs">
      <Textarea
        label="Test box"
        placeholder="A text that the rule should find, or should leave alone"
        autosize
        minRows={2}
        maxRows={8}
        error={problem}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={problem !== null}
          loading={trial.isPending && !trial.variables.isForUse}
          onClick={() => trial.mutate({ rule, text, isForUse: false })}
        >
          Test the rule
        </Button>
      </Group>
      {error === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(error)}
        </Text>
      )}
      {data === undefined ? null : data.result.problems.length > 0 ? (
        <Alert
          variant="light"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title="The rule would not be accepted"
        >
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {data.result.problems.map((problem) => (
              <li key={problem}>{visibleString(problem)}</li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Stack gap={6} role="status">
          <Group gap={6}>
            <IconCheck size={16} aria-hidden />
            <Text size="sm">
              {plural(data.result.matches.length, 'match', 'matches')} in {micros(data.result.us)}
            </Text>
          </Group>
          {data.text === '' ? null : (
            <div className="code-block">
              <Highlighted text={data.text} spans={data.result.matches} />
            </div>
          )}
        </Stack>
      )}
    </Stack>
  );
};

const Editor = ({
  rule,
  taken,
  onDone,
  onClose,
}: {
  rule: Rule;
  taken: ReadonlySet<string>;
  onDone: (rule: Rule) => void;
  onClose: () => void;
}) => {
  const [form, setForm] = useKept(`rule ${textOf(rule['id'], '')}`, formOf(rule), readForm);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const isIdFine = /^[a-z][a-z0-9-]{0,63}$/.test(form.id) && !taken.has(form.id);
  const unsaved = useDialogUnsaved(JSON.stringify(form) !== JSON.stringify(formOf(rule)), onClose);
  const trial = useTrial();
  const made = ruleOf(form, rule);
  const isRefused = (foundOut(made, trial).data?.result.problems.length ?? 0) > 0;
  const isAdding = trial.isPending && trial.variables.isForUse;
  // What a policy would not take is found out here, not when all changes are saved together.
  const tryAndAdd = () =>
    trial.mutate(
      { rule: made, text: '', isForUse: true },
      { onSuccess: ({ result }) => (result.problems.length === 0 ? onDone(made) : undefined) },
    );
  const isComplete = isIdFine && (form.kind === 'pattern' ? form.pattern !== '' : form.words.length > 0);
  return (
    <Dialog {...unsaved} title={rule['id'] === undefined ? 'New rule' : 'Edit the rule'} size="lg">
      <RoleLack least="admin" />
      {/* What is being tried for use is what is added, so that it stands still until it is. */}
      <fieldset className="plain-fieldset" disabled={isAdding} aria-busy={isAdding}>
        <Stack>
          <TextInput
            label="Id"
            description="Shown to callers as the policy’s name: small letters, digits, hyphens"
            required
            maxLength={64}
            value={form.id}
            error={
              form.id === '' || isIdFine
                ? null
                : taken.has(form.id)
                  ? 'another rule has this id'
                  : 'small letters, digits and hyphens, beginning with a letter'
            }
            onChange={(event) => set({ id: event.currentTarget.value })}
          />
          <TextInput
            label="Description"
            maxLength={1000}
            value={form.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label="Kind of rule"
            value={form.kind}
            onChange={(value) => set({ kind: value === 'words' ? 'words' : 'pattern' })}
            data={[
              { value: 'pattern', label: 'Pattern' },
              { value: 'words', label: 'Deny list of words' },
            ]}
          />
          {form.kind === 'pattern' ? (
            <TextInput
              label="Pattern"
              description="A regular expression in RE2 syntax, without anchors"
              required
              classNames={{ input: 'code-input' }}
              value={form.pattern}
              onChange={(event) => set({ pattern: event.currentTarget.value })}
            />
          ) : (
            <TagsInput
              label="Words and phrases"
              description="Whole words; accents and lookalike letters make no difference"
              required
              splitChars={[',', '\n']}
              value={[...form.words]}
              onChange={(words) => set({ words })}
            />
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="What is done"
              data={ACTIONS}
              allowDeselect={false}
              value={form.action}
              onChange={(value) => set({ action: value ?? 'block' })}
            />
            <Select
              label="Where"
              data={DIRECTIONS}
              allowDeselect={false}
              value={form.direction}
              onChange={(value) => set({ direction: value ?? 'both' })}
            />
            <NumberInput
              label="Longest match, in characters"
              description="A streamed answer waits this long for one"
              min={1}
              max={2000}
              value={form.maxChars}
              onChange={(value) => set({ maxChars: Number(value) || 200 })}
            />
            <Switch
              label="Capitals make a difference"
              mt={{ base: 0, sm: 34 }}
              checked={form.caseSensitive}
              onChange={(event) => set({ caseSensitive: event.currentTarget.checked })}
            />
          </SimpleGrid>
          <Trial rule={made} trial={trial} />
        </Stack>
      </fieldset>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={unsaved.onClose}>
          Cancel
        </Button>
        <Button loading={isAdding} disabled={!isComplete || isRefused || trial.isPending} onClick={tryAndAdd}>
          {rule['id'] === undefined ? 'Add rule' : 'Change rule'}
        </Button>
      </Group>
    </Dialog>
  );
};

const colorOf = (rule: Rule): string => {
  if (rule['action'] === 'detect') return 'gray';
  return textOf(rule['action'], 'block') === 'block' ? 'red' : 'violet';
};

const what = (rule: Rule): string =>
  Array.isArray(rule['words'])
    ? plural(rule['words'].length, 'word or phrase', 'words and phrases')
    : textOf(rule['pattern'], '');

const idOf = (rule: Rule | undefined): string => textOf(rule?.['id'], '');

/** A rule that is being written: by its id, which a new one has not, since others may move or remove it meanwhile. */
type Editing = Readonly<{ id: string; seen: unknown }>;

const readEditing = (stored: unknown): Editing | null => {
  const { id, seen } = recordOf(stored);
  return typeof id === 'string' ? { id, seen } : null;
};

export const Rules = ({ draft }: { draft: Draft }) => {
  const [editing, setEditing] = useKept<Editing | null>('rule', null, readEditing);
  const rules = listOf(draft.value('rules')).map(recordOf);
  const edit = (id: string) => setEditing({ id, seen: draft.saved('rules') });
  const edited = editing === null ? undefined : rules.find((rule) => idOf(rule) === editing.id);
  const canEdit = draft.isEditable('rules');
  const put = (rule: Rule) => {
    const next = rules.map((each) => (each === edited ? rule : each));
    draft.set('rules', edited === undefined ? [...next, rule] : next, editing?.seen);
    setEditing(null);
  };
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('')}>
      New rule
    </Button>
  ) : null;
  return (
    <Card
      title="Your own rules"
      note="Patterns and deny lists beside the built-in detectors; they hold at every sensitivity"
      padding={0}
      actions={
        <Group gap="xs">
          <Lock draft={draft} name="rules" />
          {rules.length > 0 ? add : null}
        </Group>
      }
    >
      {rules.length === 0 ? (
        <Empty icon={<IconRuler2 size={22} aria-hidden />} title="No rules of your own" action={add}>
          A code name that must not leave, a phrase that nobody should send: write it as a pattern or a list
          of words.
        </Empty>
      ) : (
        rules.map((rule, at) => {
          const id = textOf(rule['id'], '');
          return (
            <Group
              key={id}
              justify="space-between"
              wrap="nowrap"
              px="md"
              py="sm"
              style={{ borderTop: '1px solid var(--line)' }}
            >
              <div style={{ minWidth: 0 }}>
                <Group gap="xs">
                  <Text size="sm" fw={650}>
                    {visibleString(id)}
                  </Text>
                  <Badge variant="light" color={colorOf(rule)}>
                    {label(textOf(rule['action'], 'block'))}
                  </Badge>
                  <Text size="xs" c="dimmed">
                    {DIRECTIONS.find(({ value }) => value === textOf(rule['direction'], 'both'))?.label}
                  </Text>
                </Group>
                <Text
                  size="sm"
                  c="dimmed"
                  truncate
                  ff={Array.isArray(rule['words']) ? undefined : 'monospace'}
                >
                  {visibleString(what(rule))}
                </Text>
                {typeof rule['description'] === 'string' ? (
                  <Text size="sm">{visibleString(rule['description'])}</Text>
                ) : null}
              </div>
              {canEdit ? (
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Edit ${id}`}
                    onClick={() => edit(id)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove ${id}`}
                    onClick={() =>
                      draft.set(
                        'rules',
                        rules.filter((_, each) => each !== at),
                      )
                    }
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              ) : null}
            </Group>
          );
        })
      )}
      {editing === null ? null : (
        <Editor
          rule={edited ?? {}}
          taken={new Set(rules.filter((rule) => rule !== edited).map(idOf))}
          onDone={put}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
};

import { Group, SegmentedControl, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../components/layout.tsx';
import { Answer } from '../components/states.tsx';
import { listItems } from '../lib/client.ts';
import { label } from '../lib/format.ts';
import { useCan } from '../lib/session.ts';
import type { EntityRule } from '../lib/types.ts';
import { type Draft, recordOf, textOf } from './draft.ts';
import { type EntityEditor, EntitySearch, EntityTable, useEntitySearch } from './entity-table.tsx';
import { EntityTrial } from './entity-trial.tsx';
import { Lock } from './lock.tsx';
import { Unsought } from './unsought.tsx';

const FROM_WORDS = { default: 'default', dashboard: 'set here', file: 'set by file' } as const;

export const useEntityRules = () =>
  useQuery({ queryKey: ['pii-rules'], queryFn: () => listItems<EntityRule>('/pii-rules') });

const editorOf = (draft: Draft): EntityEditor => ({
  // What the dashboard once said does not hold where the file says all of it.
  entities: draft.isLocked('entities') ? {} : recordOf(draft.own['entities']),
  set: (entities) => draft.set('entities', entities),
  isEditable: (rule, direction) =>
    draft.isEditable('entities') && (direction === 'input' ? rule.inputFrom : rule.outputFrom) !== 'file',
  sourceOf: (rule, direction) => FROM_WORDS[direction === 'input' ? rule.inputFrom : rule.outputFrom],
  chosenWord: FROM_WORDS.dashboard,
  backWord: 'Back to default',
});

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
  const search = useEntitySearch();
  const rules = useEntityRules();
  return (
    <Answer query={rules}>
      {(all) => (
        <Stack gap="sm">
          <Unsought
            entities={recordOf(draft.value('entities'))}
            rules={all}
            onChange={draft.isEditable('entities') ? (entities) => draft.set('entities', entities) : null}
          />
          {canTry ? (
            <Card
              title="Test box"
              note="Finds and replaces with the settings as they stand on this page. Nothing is stored."
            >
              <EntityTrial entities={recordOf(draft.value('entities'))} />
            </Card>
          ) : null}
          <Card
            title="Personal data and secrets"
            note="Redact puts a placeholder into requests that gives way to the value in the answer, and masks in answers."
            padding={0}
            actions={<Lock draft={draft} name="entities" />}
          >
            <Group px="md" pb="sm" justify="space-between">
              <EntitySearch {...search.box} />
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
            <EntityTable editor={editorOf(draft)} rules={all.filter(search.matches)} />
          </Card>
          <AllowLists draft={draft} rules={all} />
        </Stack>
      )}
    </Answer>
  );
};

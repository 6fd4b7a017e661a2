import { Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Answer, Loading } from '../components/states.tsx';
import { call } from '../lib/client.ts';
import type { EntityRule, Settings } from '../lib/types.ts';
import { type Json, recordOf } from '../policy/draft.ts';
import { useEntityRules } from '../policy/entities.tsx';
import {
  type EntityEditor,
  EntitySearch,
  EntityTable,
  layered,
  useEntitySearch,
} from '../policy/entity-table.tsx';
import { EntityTrial } from '../policy/entity-trial.tsx';
import { Unsought } from '../policy/unsought.tsx';

/** What holds for the policy is the rest; a key's choice goes before it, whoever set it. */
const editorOf = (entities: Json, set: (entities: Json) => void): EntityEditor => ({
  entities,
  set,
  isEditable: () => true,
  sourceOf: () => 'policy',
  chosenWord: 'this key',
  backWord: 'As the policy',
});

const Table = ({
  rules,
  entities,
  onChange,
}: {
  rules: readonly EntityRule[];
  entities: Json;
  onChange: (entities: Json) => void;
}) => {
  const search = useEntitySearch();
  return (
    <>
      <Unsought entities={entities} rules={rules} onChange={onChange} />
      <Group>
        <EntitySearch {...search.box} />
      </Group>
      <ScrollArea.Autosize
        mah={300}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rules of this key' }}
      >
        <EntityTable editor={editorOf(entities, onChange)} rules={rules.filter(search.matches)} />
      </ScrollArea.Autosize>
    </>
  );
};

/** What is done about personal data and secrets of one key's callers, in place of what the policy says. */
export const KeyEntities = ({
  entities,
  onChange,
}: {
  entities: Json;
  onChange: (entities: Json) => void;
}) => {
  const rules = useEntityRules();
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => call<Settings>('GET', '/settings') });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        What is chosen here holds for requests with this key. Everything else is as the policy says, also when
        it changes.
      </Text>
      <Answer query={rules} loading={<Loading rows={5} />}>
        {(all) => <Table rules={all} entities={entities} onChange={onChange} />}
      </Answer>
      <Text size="sm" fw={600}>
        Test box
      </Text>
      <Answer query={settings} loading={<Loading rows={2} />}>
        {({ effective }) => <EntityTrial entities={layered(recordOf(effective['entities']), entities)} />}
      </Answer>
    </Stack>
  );
};

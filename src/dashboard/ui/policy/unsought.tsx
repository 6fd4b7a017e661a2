import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { EntityRule } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { type Json, recordOf } from './draft.ts';

const isMore = (action: unknown): boolean => action !== undefined && action !== 'off';

/** The same that the gateway warns of: whoever set more than `off` believes in a protection that is not there. */
const unsoughtIn = (entities: Json, rules: readonly EntityRule[]): readonly string[] => {
  const sought = new Set(rules.map(({ entity }) => entity.toUpperCase()));
  return Object.entries(entities)
    .filter(([name, actions]) => !sought.has(name) && Object.values(recordOf(actions)).some(isMore))
    .map(([name]) => name);
};

/** Says that something is set for names that the table has no line for, since nothing looks for them. */
export const Unsought = ({
  entities,
  rules,
  onChange,
}: {
  entities: Json;
  rules: readonly EntityRule[];
  /** Null where nothing can be changed here. */
  onChange: ((entities: Json) => void) | null;
}) => {
  const names = unsoughtIn(entities, rules);
  if (names.length === 0) return null;
  const takeOut = (): void =>
    onChange?.(Object.fromEntries(Object.entries(entities).filter(([name]) => !names.includes(name))));
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={`Nothing looks for ${names.map(visibleString).join(', ')}`}
    >
      What is set for {names.length === 1 ? 'it' : 'them'} does nothing: such values are neither found nor
      replaced.
      {onChange === null ? null : (
        <Button mt="xs" size="xs" variant="default" display="block" onClick={takeOut}>
          Take {names.length === 1 ? 'it' : 'them'} out
        </Button>
      )}
    </Alert>
  );
};

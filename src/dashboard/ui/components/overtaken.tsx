import { Alert, Button, Group, Text } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { visibleString } from '../lib/visible.ts';

/** What somebody else has made of a setting, in words. */
export type Theirs = Readonly<{ name: string; value: string }>;

/** Two people have changed the same: neither is lost before one of them has seen the other’s. */
export const Overtaken = ({
  theirs,
  isSaving,
  onSave,
  onDiscard,
}: {
  theirs: readonly Theirs[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) => (
  <Alert
    variant="light"
    color="orange"
    icon={<IconGitCompare aria-hidden />}
    role="alert"
    title="Somebody else was faster"
  >
    <Text size="sm">
      Since you opened this, somebody else has changed the same. Yours is not saved, and not lost. By now it
      is:
    </Text>
    <ul>
      {theirs.map(({ name, value }) => (
        <li key={name}>
          {name}: <b>{visibleString(value)}</b>
        </li>
      ))}
    </ul>
    <Group gap="xs">
      <Button size="xs" loading={isSaving} onClick={onSave}>
        Save mine instead
      </Button>
      <Button size="xs" variant="default" onClick={onDiscard}>
        Discard mine
      </Button>
    </Group>
  </Alert>
);

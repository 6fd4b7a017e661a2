import { Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ReplayPreview } from '../components/replay.tsx';
import type { Draft } from './draft.ts';
import { hasThresholdProblems, triedThresholds } from './own-thresholds.ts';

const inWords = new Intl.ListFormat('en-GB');

/** What the draft makes of a setting; null where it leaves it as it is in force. */
const changed = <T extends string>(draft: Draft, name: string, all: readonly T[]): T | null => {
  const value = draft.value(name);
  return value === draft.settings.effective[name] ? null : (all.find((each) => each === value) ?? null);
};

/** Offered where the draft changes mode, sensitivity or thresholds: the rest cannot be tried on what is stored. */
export const PreviewButton = ({ draft }: { draft: Draft }) => {
  const [isOpen, setOpen] = useState(false);
  const mode = changed(draft, 'mode', MODES);
  const sensitivity = changed(draft, 'sensitivity', SENSITIVITIES);
  const thresholds = hasThresholdProblems(draft) ? null : triedThresholds(draft);
  if (mode === null && sensitivity === null && thresholds === null) return null;
  const words = [
    ...(mode === null ? [] : [`mode “${MODE_WORDS[mode].word}”`]),
    ...(sensitivity === null ? [] : [`sensitivity “${SENSITIVITY_WORDS[sensitivity].word}”`]),
    ...(thresholds === null ? [] : ['the thresholds of the draft']),
  ];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Preview on past traffic
      </Button>
      {isOpen ? (
        <Dialog onClose={() => setOpen(false)} title="Preview on past traffic" size="xl">
          <Stack>
            <Text size="sm">
              Every stored request judged anew with {inWords.format(words)}
              {mode === null && sensitivity === null ? '' : ', those of keys and callers with their own, too'}
              . Other changes of the draft are left out; nothing is saved.
            </Text>
            <ReplayPreview change={{ mode, sensitivity, thresholds }} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                Close
              </Button>
            </Group>
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
};

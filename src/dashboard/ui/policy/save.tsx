import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { Refused } from '../components/states.tsx';
import { ApiFailure, call } from '../lib/client.ts';
import { WITHOUT_FIELDS } from '../lib/focus-heir.ts';
import { plural } from '../lib/format.ts';
import { useKept, useKeptOpen } from '../lib/kept.ts';
import { tellDone } from '../lib/notify.tsx';
import type { Settings } from '../lib/types.ts';
import { DiffTable } from './diff.tsx';
import { type Draft, textOf } from './draft.ts';
import { hasThresholdProblems } from './own-thresholds.ts';
import { PreviewButton } from './preview.tsx';

const readText = (stored: unknown): string => textOf(stored, '');

const SaveDialog = ({ draft, onClose }: { draft: Draft; onClose: () => void }) => {
  const [comment, setComment] = useKept('policy comment', '', readText);
  /** Nothing is saved over what was not looked at, though the page under this goes on to the newest by itself. */
  const [reviewed, setReviewed] = useState(draft.settings.revision);
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [['settings'], ['revisions'], ['pii-rules']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const save = useMutation({
    mutationFn: () =>
      call<Settings>('PUT', '/settings', {
        expectedRevision: reviewed,
        own: draft.own,
        comment,
      }),
    onSuccess: async () => {
      await refresh();
      draft.reset();
      tellDone('Saved. It holds for every request from now on.');
      onClose();
    },
  });
  const isStale = save.error instanceof ApiFailure && save.error.code === 'stale_revision';
  const isNewer = draft.settings.revision !== reviewed && !save.isPending && !save.isSuccess;
  const isConflict = isStale || isNewer;
  const compare = async () => {
    await refresh();
    save.reset();
    setReviewed(client.getQueryData<Settings>(['settings'])?.revision ?? reviewed);
  };
  return (
    <Dialog onClose={onClose} title="Save the policy" size="lg">
      <Stack>
        <RoleLack least="admin" />
        {isConflict ? (
          <Alert
            variant="light"
            color="orange"
            icon={<IconGitCompare aria-hidden />}
            role="alert"
            title="Somebody else was faster"
          >
            <Text size="sm">
              The settings have changed since you opened this page. Yours are not lost: look at the
              differences to the newest ones before you save again, or discard yours.
            </Text>
            <Group gap="xs" mt="sm">
              <Button size="xs" onClick={() => void compare()}>
                Compare with the newest
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  draft.reset();
                  void refresh();
                  onClose();
                }}
              >
                Discard mine
              </Button>
            </Group>
          </Alert>
        ) : null}
        {save.error !== null && !isConflict ? <Refused error={save.error} /> : null}
        <DiffTable changes={draft.changes} disputed={draft.disputed} inForce={draft.settings.effective} />
        <Textarea
          label="Comment (optional)"
          description="Stands with the revision and in the audit log"
          data-autofocus
          autosize
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={save.isPending}
            disabled={isConflict || draft.changes.length === 0}
            onClick={() => save.mutate()}
          >
            Save as revision {draft.settings.revision + 1}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** There as long as something differs from what is in force. */
export const SaveBar = ({ draft }: { draft: Draft }) => {
  const [isSaving, setSaving] = useKeptOpen('policy review');
  const isRefused = hasThresholdProblems(draft);
  if (draft.changes.length === 0 && !isSaving) return null;
  return (
    <section className="card save-bar" aria-label="Changes that are not saved" {...WITHOUT_FIELDS}>
      <Group justify="space-between" p="sm" px="md">
        <Text size="sm" fw={600}>
          {plural(draft.changes.length, 'change')} not saved
          {isRefused ? ': correct the thresholds first' : ''}
          {draft.disputed.size > 0 ? (
            <Text span size="sm" fw={400} role="status">
              {' '}
              · somebody else has saved {draft.disputed.size === 1 ? 'one' : `${draft.disputed.size} of them`}{' '}
              differently meanwhile
            </Text>
          ) : null}
        </Text>
        <Group gap="xs">
          <PreviewButton draft={draft} />
          <Button variant="default" onClick={draft.reset}>
            Discard
          </Button>
          <Button disabled={isRefused} onClick={() => setSaving(true)}>
            Review and save
          </Button>
        </Group>
      </Group>
      {isSaving ? <SaveDialog draft={draft} onClose={() => setSaving(false)} /> : null}
    </section>
  );
};

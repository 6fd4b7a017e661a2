import { Alert, Button, Group, Radio, Select, Stack, Stepper, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconInfoCircle } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { ReplayPreview, useReplay } from '../components/replay.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { Answer, Loading } from '../components/states.tsx';
import { useDialogUnsaved } from '../components/unsaved.tsx';
import { useKeyNames } from '../keys/lookup.ts';
import { ApiFailure, call, segment } from '../lib/client.ts';
import { DAY, shortDate } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { FeedbackItem, Suggestions } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';
import { recordOf, textOf } from '../policy/draft.ts';
import { Scope } from './scope.tsx';

const EXPIRIES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days (suggested)' },
  { value: '90', label: 'In 90 days' },
  { value: 'never', label: 'Never: until somebody ends it' },
];

const ScopeStep = ({
  suggestions,
  chosen,
  onChoose,
}: {
  suggestions: Suggestions['suggestions'];
  chosen: number;
  onChoose: (at: number) => void;
}) => {
  const keyNames = useKeyNames(suggestions.map(({ scope }) => scope.keyId));
  return (
    <Radio.Group
      label="What is no longer a threat"
      description="From the narrowest to the widest. Everything named must agree."
      value={String(chosen)}
      onChange={(value) => onChoose(Number(value))}
    >
      <Stack gap="xs" mt="sm">
        {suggestions.map(({ title, scope }, at) => (
          <label key={title} className="choice" htmlFor={`scope-${at.toString()}`}>
            <Group wrap="nowrap" align="flex-start">
              <Radio id={`scope-${at.toString()}`} value={String(at)} aria-label={title} mt={2} />
              <Stack gap={6}>
                <Text size="sm" fw={600}>
                  {visibleString(title)}
                </Text>
                <Scope scope={scope} keyNames={keyNames} />
              </Stack>
            </Group>
          </label>
        ))}
      </Stack>
    </Radio.Group>
  );
};

const Scopes = ({
  query,
  chosen,
  onChoose,
}: {
  query: UseQueryResult<Suggestions>;
  chosen: number;
  onChoose: (at: number) => void;
}) => (
  <Answer query={query} loading={<Loading rows={3} />}>
    {({ suggestions }) =>
      suggestions.length === 0 ? (
        <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
          There is nothing to exclude: no finding of this request counts.
        </Alert>
      ) : (
        <ScopeStep suggestions={suggestions} chosen={chosen} onChoose={onChoose} />
      )
    }
  </Answer>
);

const Terms = ({
  expiry,
  comment,
  onExpiry,
  onComment,
}: {
  expiry: string;
  comment: string;
  onExpiry: (expiry: string) => void;
  onComment: (comment: string) => void;
}) => {
  const canExclude = useCan('admin');
  return (
    <Stack>
      {canExclude ? null : (
        <Alert variant="light" color="orange" icon={<IconAlertTriangle aria-hidden />}>
          Only admins can put an exclusion in force. Ask one to look at this item of the queue.
        </Alert>
      )}
      <Select
        label="Ends"
        data={EXPIRIES}
        value={expiry}
        allowDeselect={false}
        onChange={(value) => onExpiry(value ?? '30')}
        description={expiry === 'never' ? undefined : `on ${shortDate(Date.now() + Number(expiry) * DAY)}`}
      />
      <Textarea
        label="Reason"
        description="For the audit log, and for whoever finds this in a year"
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => onComment(event.currentTarget.value)}
      />
    </Stack>
  );
};

const Steps = ({
  step,
  onStep,
  canGoOn,
  canExclude,
  isExcluding,
  onExclude,
  onClose,
}: {
  step: number;
  onStep: (step: number) => void;
  canGoOn: boolean;
  canExclude: boolean;
  isExcluding: boolean;
  onExclude: () => void;
  onClose: () => void;
}) => (
  <Group justify="space-between" mt="lg">
    <Button variant="default" onClick={step === 0 ? onClose : () => onStep(step - 1)}>
      {step === 0 ? 'Cancel' : 'Back'}
    </Button>
    {step === 2 ? (
      <Button disabled={!canExclude} loading={isExcluding} onClick={onExclude}>
        Exclude
      </Button>
    ) : (
      <Button
        disabled={!canGoOn}
        leftSection={step === 0 ? <IconHistory size={16} aria-hidden /> : null}
        onClick={() => onStep(step + 1)}
      >
        {step === 0 ? 'Preview on stored traffic' : 'Continue'}
      </Button>
    )}
  </Group>
);

type Form = Readonly<{ chosen: number; expiry: string; comment: string }>;

const formOf = ({ comment }: FeedbackItem): Form => ({ chosen: 0, expiry: '30', comment });

/** A form as it was left when a session ended. */
const readForm = (stored: unknown): Form => {
  const { chosen, expiry, comment } = recordOf(stored);
  return {
    chosen: typeof chosen === 'number' ? chosen : 0,
    expiry: EXPIRIES.find(({ value }) => value === expiry)?.value ?? '30',
    comment: textOf(comment, ''),
  };
};

/** Scope → preview on stored traffic → expiry and reason. Nothing changes before the last button. */
export const ExcludeDialog = ({ item, onClose }: { item: FeedbackItem; onClose: () => void }) => {
  // Whoever was further is led past scope and preview again: both may have changed.
  const [step, setStep] = useState(0);
  const [form, setForm] = useKept(`exclusion ${item.id}`, formOf(item), readForm);
  const { chosen, expiry, comment } = form;
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
  const unsaved = useDialogUnsaved(JSON.stringify(form) !== JSON.stringify(formOf(item)), onClose);
  const canExclude = useCan('admin');
  const client = useQueryClient();
  const suggestions = useQuery({
    queryKey: ['suggestions', item.id],
    queryFn: () => call<Suggestions>('GET', `/feedback/${segment(item.id)}/suggestions`),
  });
  const all = suggestions.data?.suggestions ?? [];
  const scope = all[chosen]?.scope;
  const change = { exclusion: scope ?? null };
  const preview = useReplay(change, scope !== undefined && step > 0);
  const exclude = useMutation({
    mutationFn: () =>
      call('POST', '/exclusions', {
        scope,
        preview: preview.data?.previewToken,
        comment,
        expiresAtMs: expiry === 'never' ? null : Date.now() + Number(expiry) * DAY,
        feedbackId: item.id,
      }),
    onSuccess: async () => {
      await Promise.all(
        [['feedback'], ['exclusions'], ['overview'], ['request', item.requestId]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      tellDone('Excluded. What it matches is still recorded, and can be taken back under “Exclusions”.');
      onClose();
    },
    onError: (error) => {
      tellFailure(error);
      if (!(error instanceof ApiFailure) || error.code !== 'preview_expired') return;
      // What the traffic was half an hour ago is looked at once more.
      void client.invalidateQueries({ queryKey: ['replay', change] });
      setStep(1);
    },
  });
  return (
    <Dialog {...unsaved} title="Exclude from the verdict" size="xl">
      <RoleLack least="analyst" />
      <Stepper active={step} size="xs" mb="md" allowNextStepsSelect={false}>
        <Stepper.Step label="Scope" />
        <Stepper.Step label="Preview" />
        <Stepper.Step label="Expiry and reason" />
      </Stepper>
      {step === 0 ? (
        <Scopes query={suggestions} chosen={chosen} onChoose={(at) => set({ chosen: at })} />
      ) : null}
      {step === 1 ? <ReplayPreview change={change} /> : null}
      {step === 2 ? (
        <Terms
          expiry={expiry}
          comment={comment}
          onExpiry={(next) => set({ expiry: next })}
          onComment={(next) => set({ comment: next })}
        />
      ) : null}
      <Steps
        step={step}
        onStep={setStep}
        canGoOn={scope !== undefined && (step === 0 || preview.data !== undefined)}
        canExclude={canExclude && comment.trim() !== ''}
        isExcluding={exclude.isPending}
        onExclude={() => exclude.mutate()}
        onClose={unsaved.onClose}
      />
    </Dialog>
  );
};

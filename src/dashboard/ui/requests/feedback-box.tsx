import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconFilterPlus, IconFlag, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { AnchorLink } from '../components/links.tsx';
import { RoleLack } from '../components/role-lack.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { ExcludeDialog } from '../feedback/exclude.tsx';
import { call, segment } from '../lib/client.ts';
import { useFocusHeir } from '../lib/focus-heir.ts';
import { useKept, useKeptOpen } from '../lib/kept.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { FeedbackItem, RequestDetail } from '../lib/types.ts';
import { recordOf, textOf } from '../policy/draft.ts';

const LABELS = { not_attack: 'Not an attack', missed_attack: 'Missed attack' } as const;
type Label = keyof typeof LABELS;

const useRefresh = (requestId: string) => {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [['request', requestId], ['feedback'], ['overview'], ['/requests'], ['/threats']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
};

const LINK = { inherit: true, underline: 'always' } as const;

/** What became of an opinion, and what may become of it. */
const Outcome = ({ status, label }: FeedbackItem): ReactNode => {
  if (status === 'excluded')
    return (
      <>
        and{' '}
        <AnchorLink to="/feedback" search={{ tab: 'exclusions' }} {...LINK}>
          an exclusion was made of it
        </AnchorLink>
        , which holds for requests from then on.
      </>
    );
  const queue = (
    <AnchorLink to="/feedback" {...LINK}>
      the queue
    </AnchorLink>
  );
  if (status === 'dismissed') return <>and it was dismissed in {queue}.</>;
  return label === 'not_attack' ? (
    <>and it waits in {queue}. Verdicts stay as they are until an exclusion is made of it.</>
  ) : (
    <>and it waits in {queue}. Verdicts stay as they are.</>
  );
};

type GivenProps = Readonly<{ item: FeedbackItem; isFound: boolean; canUndo: boolean }>;

const Given = ({ item, isFound, canUndo }: GivenProps) => {
  const [isExcluding, setExcluding] = useKeptOpen(`excluding ${item.id}`);
  const canExclude = canUndo && isFound && item.status === 'open' && item.label === 'not_attack';
  const refresh = useRefresh(item.requestId);
  const undo = useMutation({
    mutationFn: () => call('DELETE', `/feedback/${segment(item.id)}`),
    onSuccess: async () => {
      await refresh();
      tellDone('Taken back.');
    },
    onError: tellFailure,
  });
  return (
    <Alert
      variant="light"
      color={item.label === 'not_attack' ? 'green' : 'orange'}
      icon={item.label === 'not_attack' ? <IconShieldCheck aria-hidden /> : <IconFlag aria-hidden />}
      title={`Marked: ${LABELS[item.label].toLowerCase()}`}
    >
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          {item.comment === '' ? null : (
            <Text size="sm" component="div">
              <CallerText text={item.comment} />
            </Text>
          )}
          <Text size="sm" component="div">
            <CallerText text={item.author} />, <When ms={item.createdAtMs} />, <Outcome {...item} />
          </Text>
        </div>
        <Group gap="xs">
          {canUndo ? (
            <Button
              size="xs"
              variant="default"
              loading={undo.isPending}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => undo.mutate()}
            >
              Undo
            </Button>
          ) : null}
          {canExclude ? (
            <Button
              size="xs"
              leftSection={<IconFilterPlus size={14} aria-hidden />}
              onClick={() => setExcluding(true)}
            >
              Exclude …
            </Button>
          ) : null}
        </Group>
      </Group>
      {isExcluding ? <ExcludeDialog item={item} onClose={() => setExcluding(false)} /> : null}
    </Alert>
  );
};

const takeFocus = (field: HTMLTextAreaElement | null): void => field?.focus();

type Opinion = Readonly<{ chosen: Label | null; comment: string }>;

const NONE: Opinion = { chosen: null, comment: '' };

const readOpinion = (stored: unknown): Opinion => {
  const { chosen, comment } = recordOf(stored);
  return {
    chosen: chosen === 'not_attack' || chosen === 'missed_attack' ? chosen : null,
    comment: textOf(comment, ''),
  };
};

const Give = ({ detail, canGive }: { detail: RequestDetail; canGive: boolean }) => {
  const [{ chosen, comment }, setOpinion] = useKept(`opinion ${detail.requestId}`, NONE, readOpinion);
  const refresh = useRefresh(detail.requestId);
  const give = useMutation({
    mutationFn: (label: Label) =>
      call('POST', `/requests/${segment(detail.requestId)}/feedback`, { label, comment }),
    onSuccess: async (_, label) => {
      setOpinion(NONE);
      await refresh();
      tellDone(`Marked: ${LABELS[label].toLowerCase()}.`);
    },
    onError: tellFailure,
  });
  const offered: readonly Label[] =
    detail.findingCount > 0 ? ['not_attack', 'missed_attack'] : ['missed_attack'];
  if (chosen === null) {
    if (!canGive) return null;
    return (
      <Group gap="xs">
        {offered.map((label) => (
          <Button
            key={label}
            variant={label === 'not_attack' ? 'filled' : 'default'}
            leftSection={
              label === 'not_attack' ? (
                <IconShieldCheck size={16} aria-hidden />
              ) : (
                <IconFlag size={16} aria-hidden />
              )
            }
            onClick={() => setOpinion({ chosen: label, comment })}
          >
            {LABELS[label]}
          </Button>
        ))}
      </Group>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate(chosen);
      }}
    >
      <Stack gap="xs">
        <RoleLack least="analyst" />
        <Textarea
          label={`${LABELS[chosen]}: why? (optional)`}
          description="It records your opinion; no verdict changes by it alone."
          ref={takeFocus}
          autosize
          minRows={2}
          maxLength={2000}
          value={comment}
          onChange={(event) => setOpinion({ chosen, comment: event.currentTarget.value })}
        />
        <Group gap="xs">
          <Button type="submit" loading={give.isPending}>
            Mark: {LABELS[chosen].toLowerCase()}
          </Button>
          <Button variant="default" onClick={() => setOpinion({ chosen: null, comment })}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

export const FeedbackBox = ({ detail }: { detail: RequestDetail }) => {
  const canGive = useCan('analyst');
  const given = detail.feedbackItems.filter(({ undoneAtMs }) => undoneAtMs === null);
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box);
  return (
    <Stack ref={box} gap="xs" tabIndex={-1} role="group" aria-label="Feedback" style={{ outline: 'none' }}>
      {given.map((item) => (
        <Given key={item.id} item={item} isFound={detail.findingCount > 0} canUndo={canGive} />
      ))}
      {given.length === 0 ? <Give detail={detail} canGive={canGive} /> : null}
    </Stack>
  );
};

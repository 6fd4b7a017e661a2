import { Alert, Button, Code, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../components/copy.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Card } from '../components/layout.tsx';
import { Answer } from '../components/states.tsx';
import { CallerText } from '../components/text.tsx';
import { call } from '../lib/client.ts';
import { count, plural } from '../lib/format.ts';
import { tellDone, tellFailure } from '../lib/notify.tsx';
import { useCan } from '../lib/session.ts';
import type { Erased, EraseRequests, RequestDetail } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

type Which = Readonly<{ by: EraseRequests['by']; value: string }>;
type Choice = Readonly<{ which: Which; word: ReactNode; note: string }>;

/** One name for each, so that React and the radio buttons tell them apart. */
const nameOf = ({ by }: Which): string => by;

const choicesOf = (detail: RequestDetail): readonly Choice[] => [
  {
    which: { by: 'request', value: detail.requestId },
    word: 'This request alone',
    note: 'Its findings, texts and feedback.',
  },
  ...(detail.conversation === null
    ? []
    : [
        {
          which: { by: 'conversation', value: detail.conversation } as const,
          word: 'All turns of its conversation',
          note: 'Also those outside of the time that the list shows.',
        },
      ]),
  ...(detail.keyId === null
    ? []
    : [
        {
          which: { by: 'key', value: detail.keyId } as const,
          word: (
            <>
              Everything that came with the key <CallerText text={detail.keyName ?? detail.keyId} />
            </>
          ),
          note: 'Whoever used it. The key itself stays valid: revoke it first, or new records come in meanwhile.',
        },
      ]),
];

const ask = (which: Which, dryRun: boolean, signal?: AbortSignal): Promise<Erased> =>
  call<Erased>('POST', '/requests/erase', { ...which, dryRun } satisfies EraseRequests, signal);

type Done = Readonly<{ total: number; isSettled: boolean }>;

/** One call erases for some seconds; what is left then is for the next. */
const eraseAll = async (which: Which, onPart: (left: number) => void): Promise<Done> => {
  let total = 0;
  for (;;) {
    const { erased, left, isSettled } = await ask(which, false);
    total += erased;
    if (left === 0 || erased === 0) return { total, isSettled };
    onPart(left);
  }
};

const erasedWords = (total: number): string =>
  total === 1 ? '1 record is erased.' : `${count(total)} records are erased.`;

const commandFor = ({ by, value }: Which): string =>
  `npx portcullis records erase --${by} ${value} --compact`;

/** Where somebody still reads what was there before, only the gateway's machine can do the rest. */
const Unsettled = ({ which, total, onClose }: { which: Which; total: number; onClose: () => void }) => (
  <Stack gap="md">
    <Alert variant="light" color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Text size="sm" fw={600}>
        {erasedWords(total)} But their bytes still lie in the file of the store and in its log.
      </Text>
      <Text size="sm">
        Somebody (a backup, a copy) goes on reading what was there before. As soon as that has ended, run this
        where the gateway runs, with its --data-dir or --config:
      </Text>
    </Alert>
    <CodeBlock code={visibleString(commandFor(which))} what="the command" />
    <Group justify="flex-end">
      <Button onClick={onClose}>Close</Button>
    </Group>
  </Stack>
);

const Confirm = ({
  which,
  found,
  onDone,
  onClose,
}: {
  which: Which;
  found: number;
  onDone: (done: Done) => void;
  onClose: () => void;
}) => {
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState<number | null>(null);
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: () => eraseAll(which, setLeft),
    onSuccess: onDone,
    // Some may be gone.
    onError: (error) => {
      tellFailure(error);
      void client.invalidateQueries({ queryKey: ['erasable'] });
    },
  });
  const words = `erase ${found}`;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === words && !erase.isPending) erase.mutate();
      }}
    >
      <Stack gap="md">
        <Alert variant="light" color="red" icon={<IconAlertTriangle aria-hidden />} data-testid="erasable">
          <Text size="sm" fw={600}>
            {plural(found, 'record')} would be erased.
          </Text>
          <Text size="sm">
            They cannot be brought back. Charts keep their counts, which name nobody; backups and what was
            sent to other systems keep what they have. The audit log says that you did it.
          </Text>
          <Text size="sm">
            PostgreSQL overwrites the bytes when it vacuums, SQLite at once; but SQLite may have copies in
            free parts of its file, which only <Code>{visibleString(commandFor(which))}</Code> takes out,
            where the gateway runs. Exclusions keep the fingerprint of the text that they name, also once they
            have ended.
          </Text>
        </Alert>
        <TextInput
          label={`Type “${words}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          disabled={erase.isPending}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {left === null ? null : (
            <Text size="sm" c="dimmed" role="status" mr="auto">
              {count(left)} left …
            </Text>
          )}
          <Button variant="default" onClick={onClose} disabled={erase.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={erase.isPending} disabled={typed.trim() !== words}>
            Erase {plural(found, 'record')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const EraseDialog = ({
  detail,
  onDone,
  onClose,
}: {
  detail: RequestDetail;
  onDone: () => void;
  onClose: () => void;
}) => {
  const choices = choicesOf(detail);
  const [unsettled, setUnsettled] = useState<Readonly<{ which: Which; total: number }> | null>(null);
  const [chosen, setChosen] = useState('request');
  const which = choices.find((each) => nameOf(each.which) === chosen)?.which ?? {
    by: 'request',
    value: detail.requestId,
  };
  const found = useQuery({
    queryKey: ['erasable', which.by, which.value],
    queryFn: ({ signal }) => ask(which, true, signal),
    // What is confirmed is what is there now.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (unsettled !== null)
    return (
      <Dialog onClose={onDone} title="Erase records" size="lg">
        <Unsettled {...unsettled} onClose={onDone} />
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Erase records" size="lg">
      <Stack gap="md">
        <Radio.Group label="Which ones" value={chosen} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {choices.map(({ which: each, word, note }) => (
              <Radio key={nameOf(each)} value={nameOf(each)} label={word} description={note} />
            ))}
          </Stack>
        </Radio.Group>
        <Answer query={found}>
          {({ left }) =>
            left === 0 ? (
              <Text size="sm">There are none any more.</Text>
            ) : (
              <Confirm
                // Another choice is typed anew, and so is another number.
                key={`${which.by} ${left}`}
                which={which}
                found={left}
                onDone={({ total, isSettled }) => {
                  if (!isSettled) {
                    setUnsettled({ which, total });
                    return;
                  }
                  tellDone(erasedWords(total));
                  onDone();
                }}
                onClose={onClose}
              />
            )
          }
        </Answer>
      </Stack>
    </Dialog>
  );
};

/**
 * Deletes all that is kept of a person, as far as the request at hand leads to it. For admins; nothing for others.
 *
 * @param onGone The request is among what was erased.
 */
export const EraseCard = ({ detail, onGone }: { detail: RequestDetail; onGone: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  if (!useCan('admin')) return null;
  return (
    <Card title="Erase">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Erase records …
        </Button>
        <Text size="sm" c="dimmed">
          This request, its conversation, or all of its key, as after a demand for data protection.
        </Text>
      </Group>
      {isOpen ? (
        <EraseDialog
          detail={detail}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onGone();
            client.removeQueries({ queryKey: ['request'] });
            client.removeQueries({ queryKey: ['text'] });
            for (const queryKey of [['/requests'], ['/threats'], ['feedback'], ['facets'], ['overview']])
              void client.invalidateQueries({ queryKey });
          }}
        />
      ) : null}
    </Card>
  );
};

import { Button, NumberInput, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Card } from '../components/layout.tsx';
import { useReplay } from '../components/replay.tsx';
import { TableScroll } from '../components/table-scroll.tsx';
import { messageOf } from '../lib/client.ts';
import { count, label, percent, plural, score } from '../lib/format.ts';
import type { Impact, Replay, Sensitivity, Settings } from '../lib/types.ts';
import type { Draft } from './draft.ts';
import { Lock } from './lock.tsx';
import {
  hasThresholdProblems,
  type OwnTrust,
  ownThresholds,
  setThresholds,
  TRUSTS,
  thresholdProblems,
  triedThresholds,
} from './own-thresholds.ts';

const shown = (threshold: number | undefined): string =>
  threshold === undefined || threshold > 1 ? 'never' : score(threshold);

/** What applies where nothing is set: definitions of tools are judged with tools' results by the operator's numbers, and apart by the model's. */
const modelsOwn = (thresholds: Settings['thresholds'], trust: OwnTrust, sensitivity: Sensitivity): string => {
  const own = shown(thresholds[trust]?.[sensitivity]);
  const definitions = thresholds['third-party'];
  return trust === 'untrusted' && definitions !== undefined
    ? `${own}, of definitions ${shown(definitions[sensitivity])}`
    : own;
};

/** Undefined for what is no number yet, such as nothing or a lone dot. */
const numberOf = (typed: string | number): number | undefined =>
  typed === '' || !Number.isFinite(Number(typed)) ? undefined : Number(typed);

const Threshold = ({
  name,
  value,
  models,
  error,
  isDisabled,
  onChange,
}: {
  name: string;
  value: number | undefined;
  models: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: number | undefined) => void;
}) => {
  // "0." on the way to "0.7" is the number 0, and must stay as it was typed.
  const [typed, setTyped] = useState<string | number>('');
  return (
    <NumberInput
      aria-label={name}
      size="xs"
      miw={104}
      step={0.01}
      min={0}
      max={1}
      clampBehavior="none"
      hideControls
      allowNegative={false}
      placeholder="the model’s"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={`The model’s: ${models}`}
      error={error}
      disabled={isDisabled}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
};

const OwnRow = ({
  draft,
  trust,
  word,
  meaning,
}: {
  draft: Draft;
  trust: OwnTrust;
  word: string;
  meaning: string;
}) => {
  const own = ownThresholds(draft)[trust];
  const problems = thresholdProblems(own);
  const isEditable = draft.isEditable('thresholds');
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {word}
        <Text size="xs" c="dimmed">
          {meaning}
        </Text>
      </Table.Th>
      {SENSITIVITIES.map((each) => (
        <Table.Td key={each} style={{ verticalAlign: 'top' }}>
          <Threshold
            name={`${word}: ${SENSITIVITY_WORDS[each].word}`}
            value={own[each]}
            models={modelsOwn(draft.settings.thresholds, trust, each)}
            error={problems[each]}
            isDisabled={!isEditable}
            onChange={(value) => {
              const { [each]: _before, ...rest } = own;
              setThresholds(draft, trust, value === undefined ? rest : { ...rest, [each]: value });
            }}
          />
        </Table.Td>
      ))}
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Button
          size="xs"
          variant="default"
          aria-label={`${word}: use the model’s`}
          disabled={!isEditable || Object.keys(own).length === 0}
          onClick={() => setThresholds(draft, trust, {})}
        >
          Use the model’s
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};

/** While somebody types numbers the server is not asked for each of them, nor about all that is stored. */
const SETTLED_MS = 500;
const TRIED_REQUESTS = 10_000;

const difference = ({ before, after }: { before: number; after: number }): string => {
  if (after === before) return 'as before';
  return after > before ? `${count(after - before)} more` : `${count(before - after)} fewer`;
};

const Tried = ({ replay, error }: { replay: Replay | undefined; error: unknown }) => (
  <Table.Tr>
    <Table.Th scope="row">
      With these numbers
      <Text size="xs" c="dimmed" role="status">
        {replay === undefined
          ? 'in 7 days'
          : `in 7 days, of ${replay.isComplete ? '' : 'the newest '}${plural(replay.examined, 'request')}`}
      </Text>
    </Table.Th>
    {error === null ? (
      SENSITIVITIES.map((each) => (
        <Table.Td key={each} className="number" data-testid={`tried-${each}`}>
          {replay === undefined ? (
            <Skeleton height={14} width={60} />
          ) : (
            <>
              {count(replay.bySensitivity[each].after)}
              <Text size="xs" c="dimmed">
                {difference(replay.bySensitivity[each])}
              </Text>
            </>
          )}
        </Table.Td>
      ))
    ) : (
      <Table.Td colSpan={SENSITIVITIES.length}>
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {messageOf(error)}
        </Text>
      </Table.Td>
    )}
    <Table.Td />
  </Table.Tr>
);

/** What the draft's thresholds would have come to, as soon as they stand still; which requests the preview says. */
const TriedRow = ({ draft }: { draft: Draft }) => {
  const tried = triedThresholds(draft);
  const wanted = tried === null || hasThresholdProblems(draft) ? '' : JSON.stringify(tried);
  const [settled] = useDebouncedValue(wanted, SETTLED_MS);
  const isSettled = wanted !== '' && wanted === settled;
  const replay = useReplay({ thresholds: tried, limit: TRIED_REQUESTS }, isSettled);
  if (wanted === '') return null;
  return <Tried replay={isSettled ? replay.data : undefined} error={isSettled ? replay.error : null} />;
};

/** The operator's own in place of the model's, and what each sensitivity came to with those in force. */
export const OwnThresholdsCard = ({ draft, impact }: { draft: Draft; impact: Impact | undefined }) => (
  <Card
    title="Own thresholds"
    note="For prompt injection, from 0 to 1, low ≥ medium ≥ high ≥ paranoid. What is not set keeps the model’s, as far as that leaves them in this order."
    actions={<Lock draft={draft} name="thresholds" />}
    padding={0}
  >
    <TableScroll label="Own thresholds">
      <Table className="data-table" aria-label="Own thresholds">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Texts of</Table.Th>
            {SENSITIVITIES.map((each) => (
              <Table.Th key={each}>{SENSITIVITY_WORDS[each].word}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {TRUSTS.map((each) => (
            <OwnRow key={each.trust} draft={draft} {...each} />
          ))}
          {impact === undefined ? null : (
            <Table.Tr>
              <Table.Th scope="row">
                Would have blocked
                <Text size="xs" c="dimmed">
                  in {impact.days} days, by the thresholds then in force
                </Text>
              </Table.Th>
              {SENSITIVITIES.map((each) => (
                <Table.Td key={each} className="number">
                  {count(impact.bySensitivity[each].blocked)} (
                  {percent(impact.bySensitivity[each].blocked, impact.requests)})
                </Table.Td>
              ))}
              <Table.Td />
            </Table.Tr>
          )}
          <TriedRow draft={draft} />
        </Table.Tbody>
      </Table>
    </TableScroll>
  </Card>
);

const TRUST_WORDS: Readonly<Record<string, string>> = {
  trusted: 'System and developer messages',
  user: 'User messages',
  untrusted: 'Tool results and files',
  'third-party': 'Tool definitions and schemas',
  model: 'Earlier answers in a request',
  output: 'Answers',
};

export const ModelThresholdsCard = ({ thresholds }: Pick<Settings, 'thresholds'>) => (
  <Card
    title="Thresholds of the model in force"
    note="A confidence at or above it is a threat; each stands for a measured rate of false alarms. They come with the model."
    padding={0}
  >
    <TableScroll label="Thresholds of the model">
      <Table className="data-table" aria-label="Thresholds of the model">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Text</Table.Th>
            {SENSITIVITIES.map((each) => (
              <Table.Th key={each} ta="right">
                {SENSITIVITY_WORDS[each].word}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(thresholds).map(([trust, values]) => (
            <Table.Tr key={trust}>
              <Table.Td>{TRUST_WORDS[trust] ?? label(trust)}</Table.Td>
              {SENSITIVITIES.map((each) => (
                <Table.Td key={each} ta="right" className="number">
                  {shown(values[each])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  </Card>
);

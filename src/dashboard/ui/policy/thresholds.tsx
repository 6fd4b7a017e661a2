import { Button, NumberInput, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Card } from '../components/layout.tsx';
import { count, label, percent, score } from '../lib/format.ts';
import type { Impact, Settings } from '../lib/types.ts';
import type { Draft } from './draft.ts';
import { Lock } from './lock.tsx';
import { type OwnTrust, ownThresholds, setThresholds, TRUSTS, thresholdProblems } from './own-thresholds.ts';

const shown = (threshold: number | undefined): string =>
  threshold === undefined || threshold > 1 ? 'never' : score(threshold);

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
  models: number | undefined;
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
      description={`The model’s: ${shown(models)}`}
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
            models={draft.settings.thresholds[trust]?.[each]}
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

/** The operator's own in place of the model's, and what each sensitivity came to with those in force. */
export const OwnThresholdsCard = ({ draft, impact }: { draft: Draft; impact: Impact | undefined }) => (
  <Card
    title="Own thresholds"
    note="For prompt injection, from 0 to 1, low ≥ medium ≥ high ≥ paranoid. What is not set keeps the model’s, as far as that leaves them in this order."
    actions={<Lock draft={draft} name="thresholds" />}
    padding={0}
  >
    <div className="table-wrap">
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Texts of</Table.Th>
            {SENSITIVITIES.map((each) => (
              <Table.Th key={each}>{SENSITIVITY_WORDS[each].word}</Table.Th>
            ))}
            <Table.Th aria-label="Actions" />
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
        </Table.Tbody>
      </Table>
    </div>
  </Card>
);

export const ModelThresholdsCard = ({ thresholds }: Pick<Settings, 'thresholds'>) => (
  <Card
    title="Thresholds of the model in force"
    note="A confidence at or above it is a threat; each stands for a measured rate of false alarms. They come with the model."
    padding={0}
  >
    <div className="table-wrap">
      <Table className="data-table">
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
              <Table.Td>{label(trust)}</Table.Td>
              {SENSITIVITIES.map((each) => (
                <Table.Td key={each} ta="right" className="number">
                  {shown(values[each])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  </Card>
);

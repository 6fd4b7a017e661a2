import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ModeBadge, OutcomeBadge, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { CallerText } from '../components/text.tsx';
import { When } from '../components/when.tsx';
import { count, label, micros, score } from '../lib/format.ts';
import type { RequestRow } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

export type Column = Readonly<{
  id: string;
  title: string;
  isNumber?: boolean;
  /** Takes the room that is left. */
  isWide?: boolean;
  cell: (row: RequestRow) => ReactNode;
}>;

const Quiet = () => (
  <Text span c="dimmed" inherit>
    –
  </Text>
);

/** What says why there is no answer, or no whole one, whatever the verdict was; a block has its threat for that. */
export const failureOf = ({
  outcome,
  errorCode,
}: Pick<RequestRow, 'outcome' | 'errorCode'>): string | null => (outcome === 'blocked' ? null : errorCode);

const FEEDBACK_WORDS = { not_attack: 'Not an attack', missed_attack: 'Missed attack' } as const;

export const COLUMNS: readonly Column[] = [
  { id: 'time', title: 'Time', cell: ({ receivedAtMs }) => <When ms={receivedAtMs} /> },
  {
    id: 'outcome',
    title: 'Outcome',
    cell: (row) => <Outcome row={row} />,
  },
  {
    id: 'threat',
    title: 'Found',
    cell: (row) => (row.category === null ? <Quiet /> : <Found row={row} category={row.category} />),
  },
  {
    id: 'confidence',
    title: 'Confidence',
    isNumber: true,
    cell: ({ confidence }) => (confidence === null ? <Quiet /> : score(confidence)),
  },
  {
    id: 'excerpt',
    title: 'Excerpt',
    isWide: true,
    cell: ({ excerpt }) => (excerpt === null ? <Quiet /> : <CallerText text={excerpt} isLine />),
  },
  { id: 'key', title: 'Key', cell: ({ keyName, keyId }) => <Named text={keyName ?? keyId} /> },
  { id: 'model', title: 'Model', cell: ({ model }) => <Named text={model} /> },
  { id: 'mode', title: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { id: 'sensitivity', title: 'Sensitivity', cell: ({ sensitivity }) => SENSITIVITY_WORDS[sensitivity].word },
  {
    id: 'loosest',
    title: 'Would block from',
    cell: ({ loosest }) => (loosest === null ? <Quiet /> : SENSITIVITY_WORDS[loosest].word),
  },
  { id: 'status', title: 'HTTP', isNumber: true, cell: ({ httpStatus }) => httpStatus ?? <Quiet /> },
  { id: 'code', title: 'Error code', cell: ({ errorCode }) => <Named text={errorCode} /> },
  { id: 'path', title: 'Path', cell: ({ path }) => <Named text={path} /> },
  { id: 'stream', title: 'Stream', cell: ({ stream }) => (stream ? 'Yes' : 'No') },
  { id: 'findings', title: 'Findings', isNumber: true, cell: ({ findingCount }) => count(findingCount) },
  {
    id: 'unjudged',
    title: 'Unjudged',
    isNumber: true,
    cell: ({ unjudgedCount }) => (unjudgedCount === 0 ? <Quiet /> : count(unjudgedCount)),
  },
  { id: 'scan', title: 'Scan', isNumber: true, cell: ({ scanUs }) => micros(scanUs) },
  {
    id: 'added',
    title: 'Added',
    isNumber: true,
    cell: ({ addedUs }) => (addedUs === null ? <Quiet /> : micros(addedUs)),
  },
  {
    id: 'feedback',
    title: 'Feedback',
    cell: ({ feedback }) => (feedback === null ? <Quiet /> : FEEDBACK_WORDS[feedback]),
  },
];

/** A refusal or a failure says nothing without its reason, and what passed may have come to nothing all the same. */
const Outcome = ({ row }: { row: RequestRow }) => {
  const failure = failureOf(row);
  return (
    <>
      <OutcomeBadge
        outcome={row.outcome}
        wouldBlock={row.wouldBlock}
        wouldRemove={row.wouldRemove}
        removed={row.removed}
        isStacked
      />
      {failure === null ? null : (
        <Text size="xs" c="dimmed" lh={1.2} mt={2} maw={170} component="div">
          <CallerText text={failure} isLine />
        </Text>
      )}
    </>
  );
};

/** Whether what was found is below every threshold and changed nothing: a name that reads like an alarm is none then. */
export const isNoThreat = ({ category, loosest, outcome }: RequestRow): boolean =>
  category !== null && loosest === null && outcome === 'pass';

const Found = ({ row, category }: { row: RequestRow; category: string }) => {
  const { subType } = row;
  const isMild = isNoThreat(row);
  const about = [...(subType === null ? [] : [label(category)]), ...(isMild ? ['no threat'] : [])];
  return (
    <div style={{ maxWidth: 190 }}>
      <Text span inherit {...(isMild ? { c: 'dimmed' } : {})}>
        <CallerText text={label(subType ?? category)} isLine />
      </Text>
      {about.length === 0 ? null : (
        <Text size="xs" c="dimmed" lh={1.2}>
          {about.join(' · ')}
        </Text>
      )}
    </div>
  );
};

const Named = ({ text }: { text: string | null }) =>
  text === null ? (
    <Quiet />
  ) : (
    // Names of one company often differ in their ends alone.
    <div style={{ maxWidth: 190 }} title={visibleString(text)}>
      <CallerText text={text} isLine />
    </div>
  );

export const DEFAULT_COLUMNS = ['time', 'outcome', 'threat', 'excerpt', 'key', 'model', 'scan'];
export const THREAT_COLUMNS = [
  'time',
  'outcome',
  'threat',
  'confidence',
  'loosest',
  'excerpt',
  'key',
  'feedback',
];

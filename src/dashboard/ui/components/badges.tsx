import { Badge, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconEyeOff,
  IconFlag,
  IconScissors,
  IconShieldExclamation,
  IconShieldX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { label } from '../lib/format.ts';
import type { Mode, Outcome, Sensitivity } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;

export const OUTCOMES: Readonly<Record<Outcome, Readonly<{ word: string; color: string; icon: Icon }>>> = {
  pass: { word: 'Passed', color: 'green', icon: IconCheck },
  flagged: { word: 'Flagged', color: 'yellow', icon: IconFlag },
  redacted: { word: 'Redacted', color: 'violet', icon: IconEyeOff },
  blocked: { word: 'Blocked', color: 'red', icon: IconShieldX },
  refused: { word: 'Refused', color: 'gray', icon: IconBan },
  error: { word: 'Error', color: 'orange', icon: IconAlertTriangle },
};

/** Of an outcome or a verdict, which are fewer. */
export const outcomeWord = (outcome: string): string => OUTCOMES[outcome as Outcome]?.word ?? label(outcome);

export const OutcomeBadge = ({
  outcome,
  wouldBlock = false,
  wouldRemove = false,
  removed = false,
  isStacked = false,
}: {
  outcome: Outcome;
  wouldBlock?: boolean;
  wouldRemove?: boolean;
  removed?: boolean;
  /** One badge above the other, where there is little room. */
  isStacked?: boolean;
}) => {
  const { word, color, icon: Icon } = OUTCOMES[outcome];
  return (
    <Group
      gap={isStacked ? 3 : 4}
      wrap={isStacked ? 'wrap' : 'nowrap'}
      display={isStacked ? 'inline-grid' : 'inline-flex'}
    >
      <Badge
        className="status-badge"
        color={color}
        variant="light"
        leftSection={<Icon size={12} aria-hidden />}
      >
        {word}
      </Badge>
      {wouldBlock && outcome !== 'blocked' ? (
        <Badge
          className="status-badge"
          color="orange"
          variant="light"
          leftSection={<IconShieldExclamation size={12} aria-hidden />}
        >
          Would block
        </Badge>
      ) : null}
      {wouldRemove && outcome !== 'blocked' ? (
        <Badge
          className="status-badge"
          color="orange"
          variant="light"
          leftSection={<IconScissors size={12} aria-hidden />}
        >
          Would remove
        </Badge>
      ) : null}
      {removed ? (
        <Badge
          className="status-badge"
          color="red"
          variant="light"
          leftSection={<IconScissors size={12} aria-hidden />}
        >
          Attack removed
        </Badge>
      ) : null}
    </Group>
  );
};

export const ThreatName = ({ category, subType }: { category: string | null; subType: string | null }) => {
  if (category === null) return <span>–</span>;
  return (
    <>
      {label(category)}
      {subType === null ? null : <> · {visibleString(label(subType))}</>}
    </>
  );
};

export const MODE_WORDS: Readonly<Record<Mode, Readonly<{ word: string; meaning: string; color: string }>>> =
  {
    shadow: {
      word: 'Shadow',
      meaning: 'Records what it would block; callers notice nothing.',
      color: 'gray',
    },
    advisory: {
      word: 'Advisory',
      meaning: 'Lets requests go on and says in headers what was found.',
      color: 'blue',
    },
    blocking: { word: 'Blocking', meaning: 'Answers 403 to threats; values are redacted.', color: 'indigo' },
  };

export const SENSITIVITY_WORDS: Readonly<Record<Sensitivity, Readonly<{ word: string; meaning: string }>>> = {
  low: { word: 'Low', meaning: 'Only what is unmistakable. Fewest false alarms.' },
  medium: { word: 'Medium', meaning: 'Attacks in nearly every context. The default.' },
  high: { word: 'High', meaning: 'Suspicious wording, too. Expect some false alarms.' },
  paranoid: { word: 'Paranoid', meaning: 'Everything worth a look. For narrow, sensitive uses.' },
};

export const MODES = ['shadow', 'advisory', 'blocking'] as const satisfies readonly Mode[];
export const SENSITIVITIES = ['low', 'medium', 'high', 'paranoid'] as const satisfies readonly Sensitivity[];

export const ModeBadge = ({ mode }: { mode: Mode }) => (
  <Badge className="status-badge" color={MODE_WORDS[mode].color} variant="light">
    {MODE_WORDS[mode].word}
  </Badge>
);

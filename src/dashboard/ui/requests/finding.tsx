import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconFilterCheck, IconMinus } from '@tabler/icons-react';
import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { Highlighted } from '../components/text.tsx';
import { label, score } from '../lib/format.ts';
import type { Finding, Sensitivity } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const VIEW_WORDS: Readonly<Record<string, string>> = { raw: 'as sent', normalized: 'normalised' };

/** In which reading of a text something was found. */
export const readingOf = (view: string): string =>
  `read ${visibleString(VIEW_WORDS[view] ?? `through ${view}`)}`;

/** Where a confidence stands among the four thresholds. The same is said in words below the picture. */
export const Ladder = ({
  confidence,
  thresholds,
  current,
}: {
  confidence: number;
  thresholds: Readonly<Record<Sensitivity, number>>;
  current: Sensitivity;
}) => (
  <div>
    <div className="ladder" aria-hidden="true">
      <div className="ladder-track">
        <div
          className="ladder-fill"
          data-below={confidence < thresholds[current] ? '' : undefined}
          style={{ width: `${100 * Math.min(1, confidence)}%` }}
        />
      </div>
      {SENSITIVITIES.filter((each) => thresholds[each] <= 1).map((each) => (
        <div key={each} className="ladder-tick" style={{ left: `calc(${100 * thresholds[each]}% - 1px)` }}>
          <span>{SENSITIVITY_WORDS[each].word.charAt(0)}</span>
        </div>
      ))}
    </div>
    <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {SENSITIVITIES.map((each) => {
        const isReached = confidence >= thresholds[each];
        const Icon = isReached ? IconCheck : IconMinus;
        return (
          <Group
            key={each}
            component="li"
            gap={3}
            wrap="nowrap"
            aria-label={`${SENSITIVITY_WORDS[each].word}: ${isReached ? 'reached' : 'not reached'}`}
          >
            <Icon size={13} aria-hidden />
            <Text
              size="xs"
              c={isReached ? undefined : 'dimmed'}
              fw={each === current ? 700 : 400}
              className="number"
            >
              {SENSITIVITY_WORDS[each].word} {thresholds[each] > 1 ? 'never' : `≥ ${score(thresholds[each])}`}
              {each === current ? ' (in force)' : ''}
            </Text>
          </Group>
        );
      })}
    </Group>
  </div>
);

export const FindingCard = ({ finding, sensitivity }: { finding: Finding; sensitivity: Sensitivity }) => (
  <Stack component="article" gap="xs" p="md" className="card" aria-label={`Finding ${finding.seq + 1}`}>
    <Group justify="space-between" gap="xs">
      <Group gap={8}>
        <Text fw={650}>{visibleString(finding.ruleTitle)}</Text>
        <Code>{visibleString(finding.ruleId)}</Code>
        {finding.exclusionId === null ? null : (
          <Badge variant="light" color="gray" leftSection={<IconFilterCheck size={12} aria-hidden />}>
            Excluded
          </Badge>
        )}
      </Group>
      <Text fw={650} className="number">
        {score(finding.confidence)}
      </Text>
    </Group>
    <Text size="sm" c="dimmed">
      {label(finding.category)} · {visibleString(label(finding.subType))} ·{' '}
      {finding.direction === 'input' ? 'request' : 'answer'}, {visibleString(finding.role)}
      {finding.trust === finding.role ? '' : ` (${visibleString(finding.trust)})`} · {readingOf(finding.view)}
    </Text>
    {finding.excerpt === null ? (
      <Text size="sm" c="dimmed">
        What was found is a value; it is not shown.
      </Text>
    ) : (
      <div className="code-block">
        <Highlighted
          text={finding.excerpt}
          spans={finding.excerptSpan === null ? [] : [finding.excerptSpan]}
        />
      </div>
    )}
    <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      at <Code>{visibleString(finding.pointer)}</Code>, characters {finding.start}–{finding.end}
    </Text>
    <Ladder confidence={finding.confidence} thresholds={finding.thresholds} current={sensitivity} />
  </Stack>
);

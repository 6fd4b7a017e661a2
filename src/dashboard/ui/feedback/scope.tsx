import { Badge, Group } from '@mantine/core';
import { label } from '../lib/format.ts';
import type { ExclusionScope } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

const PARTS: readonly (readonly [keyof ExclusionScope, string])[] = [
  ['ruleId', 'rule'],
  ['subType', 'kind'],
  ['keyId', 'key'],
  ['role', 'role'],
  ['direction', 'in'],
  ['fingerprint', 'text'],
];

const worded = (part: keyof ExclusionScope, value: string, keyNames: ReadonlyMap<string, string>): string => {
  if (part === 'keyId') return keyNames.get(value) ?? value;
  if (part === 'subType') return label(value);
  if (part === 'direction') return value === 'input' ? 'requests' : 'answers';
  return part === 'fingerprint' ? `${value.slice(0, 8)}…` : value;
};

/** What all must agree for the exclusion to count; what is missing is "any". */
export const Scope = ({
  scope,
  keyNames,
}: {
  scope: ExclusionScope;
  keyNames: ReadonlyMap<string, string>;
}) => (
  <Group gap={6}>
    {PARTS.map(([part, word]) => {
      const value = scope[part];
      return value === null ? (
        <Badge key={part} variant="default" color="gray" fw={500} c="dimmed">
          any {part === 'direction' ? 'direction' : word}
        </Badge>
      ) : (
        <Badge key={part} variant="light" color="indigo" maw={260}>
          {word}: {visibleString(worded(part, value, keyNames))}
        </Badge>
      );
    })}
  </Group>
);

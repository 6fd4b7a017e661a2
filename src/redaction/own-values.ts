import { isEntity } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { valueIn } from '../policy/decide.ts';
import { canonical } from '../policy/values.ts';

/** Whether the caller himself wrote a value into the request. */
export type IsOwn = (entity: string, value: string) => boolean;

const keyOf = (entity: string, value: string): string => `${entity} ${canonical(entity, value)}`;

/**
 * What a user wrote is his own, and no leak where the answer repeats it. What the operator's texts, tools and documents hold
 * is not: it may be somebody else's.
 *
 * @param findings Those of the request. Read once something is asked.
 */
export const createOwnValues = (findings: readonly SegmentFinding[]): IsOwn => {
  let own: ReadonlySet<string> | null = null;
  return (entity, value) => {
    own ??= new Set(
      findings
        .filter(({ category, segment }) => isEntity(category) && segment.trust === 'user')
        .map((finding) => keyOf(finding.subType, valueIn(finding))),
    );
    return own.has(keyOf(entity, value));
  };
};

import type { Segment, Unjudged } from '../chat/segment.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { decide, markExcluded, type Policy, relevantFindings, type Verdict } from './decide.ts';
import { removedFrom } from './removal.ts';

/** A body as it goes on: what is decided, its texts, which of them are there no more, and what of the others was not read. */
export type Left = Readonly<{
  verdict: Verdict;
  segments: readonly Segment[];
  removed: readonly Segment[];
  unjudged: readonly Unjudged[];
}>;

export type ScanTexts = (
  segments: readonly Segment[],
) => Promise<Readonly<{ findings: readonly SegmentFinding[]; unjudged: readonly Unjudged[] }>>;

/** The same where what is a threat can't be left out. */
export const blocked = (verdict: Verdict): Verdict => ({ ...verdict, action: 'block' });

/**
 * A request without the texts that can be removed from it, as far as that helps: what is left is judged anew, since what stood apart
 * stands together now, and a threat across a border may have been one for its removed half alone. Where it is still a threat, all of it is blocked.
 */
const leaveOut = async (
  verdict: Verdict,
  { segments, unjudged: unread }: Pick<Left, 'segments' | 'unjudged'>,
  policy: Policy,
  scan: ScanTexts,
): Promise<Left> => {
  const without = new Set(verdict.removals.map(({ segment }) => segment));
  const left = segments.map((segment) => (without.has(segment) ? removedFrom(segment) : segment));
  const asWhole = { verdict: blocked(verdict), segments, removed: [], unjudged: unread };
  // That a scan failed may let pass what nobody looked at, and no threat that was found.
  const scanned = await scan(left).catch(() => null);
  if (scanned === null) return asWhole;
  const rest = decide(relevantFindings(markExcluded(scanned.findings, policy), policy), policy);
  if (rest.action === 'block') return asWhole;
  const notices = new Set(left.filter((segment, at) => segment !== segments[at]));
  return {
    // An operator's rule may name a word of the notice.
    verdict: {
      ...verdict,
      action: 'redact',
      redactions: rest.redactions.filter(({ segment }) => !notices.has(segment)),
    },
    segments: left,
    removed: [...notices],
    unjudged: scanned.unjudged,
  };
};

/**
 * A request that goes on as it is in its mode, with what would be removed in mode `blocking`: nothing where it would be blocked all the same,
 * as it is by default where not all of what is left can be read.
 */
const foresee = async (
  verdict: Verdict,
  whole: Pick<Left, 'segments' | 'unjudged'>,
  policy: Policy,
  scan: ScanTexts,
): Promise<Left> => {
  const left = await leaveOut(verdict, whole, { ...policy, mode: 'blocking' }, scan);
  const isHelped = left.verdict.action === 'redact' && left.unjudged.length === 0;
  const { removals, redactions } = isHelped ? left.verdict : { ...verdict, removals: [] };
  return { ...whole, removed: [], verdict: { ...verdict, removals, redactions } };
};

/** What is left of a request once it is decided what goes on; nearly always all of it. */
export const leftOf = (
  verdict: Verdict,
  whole: Pick<Left, 'segments' | 'unjudged'>,
  policy: Policy,
  scan: ScanTexts,
): Left | Promise<Left> => {
  if (verdict.removals.length === 0) return { ...whole, verdict, removed: [] };
  const settle = policy.mode === 'blocking' ? leaveOut : foresee;
  return settle(verdict, whole, policy, scan);
};

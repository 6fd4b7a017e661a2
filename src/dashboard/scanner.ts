import type { z } from 'zod';
import { readChatRequest } from '../chat/request.ts';
import { readChatResponse } from '../chat/response.ts';
import type { Config } from '../config/schema.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { normalize } from '../detection/text/normalize.ts';
import { decodedViews } from '../detection/views/views.ts';
import { loosestFor, relevantFindings } from '../policy/decide.ts';
import type { InjectionThresholds } from '../policy/settings.ts';
import { policyAt, scanLine, type Texts, textOnly, verdictsOf } from '../scan-lines/line.ts';
import { createRuleTrial, type Trial, type TrialText } from '../scan-lines/rule-trial.ts';
import { createScanParts, NO_HOOKS, openSecondTier, type ScanParts } from '../scanner/scan-parts.ts';
import type { Playground, PlaygroundRequest } from './api/policy.ts';
import { createGate } from './gate.ts';
import { ruleTitle } from './rule-titles.ts';

type PolicySection = Config['policy'];

/** The dashboard's own scanner, beside the traffic's: it sees the same rules and the same model, and stores nothing. */
export type DashboardScanner = Readonly<{
  thresholds: InjectionThresholds;
  playground: (
    request: z.output<typeof PlaygroundRequest>,
    policy: PolicySection,
  ) => Promise<z.output<typeof Playground>>;
  /** As a line of `portcullis scan`. */
  line: (line: string, policy: PolicySection) => Promise<string>;
  trial: (text: TrialText, policy: PolicySection) => Trial;
  close: () => Promise<void>;
}>;

const MAX_SEGMENTS = 100;
const MAX_SHOWN_CHARS = 20_000;
/** As much of a text as one window of the scan has; views of later windows are not shown. */
const VIEW_CHARS = 8192;
const MAX_AT_ONCE = 4;
const MAX_WAITING = 32;

const clock = (): number => performance.now();
const round = (score: number): number => Math.round(score * 1000) / 1000;

const textsOf = (
  { text, body, role, direction }: z.output<typeof PlaygroundRequest>,
  limits: Config['scan'],
): Texts => {
  if (body === undefined) return textOnly({ text: text ?? '', role, direction }, limits);
  return direction === 'output' ? readChatResponse(body, limits) : readChatRequest(body, limits);
};

const viewsOf = (text: string): { name: string; text: string }[] => {
  const normalized = normalize(text.slice(0, VIEW_CHARS)).text;
  const decoded = decodedViews(normalized).map((view) => ({ name: view.name, text: view.text }));
  return [...(normalized === text ? [] : [{ name: 'normalized', text: normalized }]), ...decoded];
};

/**
 * @param onFault Told why the second tier ended; the first judges alone until another one is started.
 * @throws GatewayError `CONFIG_INVALID` where the model or the second tier cannot be had.
 */
export const createDashboardScanner = async (
  config: Config,
  onFault: (error: unknown) => void,
): Promise<DashboardScanner> => {
  const secondTier = await openSecondTier(config, onFault);
  // A scan takes the processor from the dashboard's other pages.
  const gate = createGate({ atOnce: MAX_AT_ONCE, waiting: MAX_WAITING, what: 'scans' });
  let made: Readonly<{ rules: string; parts: ScanParts }> | null = null;

  /** Made anew only where the operator's rules changed. */
  const partsFor = (policy: PolicySection): ScanParts => {
    const rules = JSON.stringify(policy.rules);
    if (made?.rules !== rules) {
      const parts = createScanParts({ ...config, policy, segmentCache: 0 }, secondTier, NO_HOOKS, true);
      made = { rules, parts };
    }
    return made.parts;
  };
  const first = partsFor(config.policy);

  const settingsOf = (policy: PolicySection) => ({
    ...policy,
    injectionThresholds: first.injectionThresholds,
    revision: '',
  });

  return {
    thresholds: first.injectionThresholds,
    playground: (request, policy) =>
      gate(async () => {
        const { inspector } = partsFor(policy);
        const settings = settingsOf(policy);
        const startMs = clock();
        const { segments, unjudged } = textsOf(request, config.scan);
        const readMs = clock();
        const scanned = await inspector.segments(segments, [], { aborted: false });
        const scannedMs = clock();
        const inForce = policyAt(settings);
        const judged = relevantFindings(scanned.findings, inForce);
        const isShown = (finding: SegmentFinding): boolean =>
          finding.category !== 'prompt_injection' || loosestFor(finding, inForce) !== null;
        const findings = judged.filter(isShown).toSorted((a, b) => b.score - a.score);
        const verdict = await verdictsOf(findings, segments, settings, inspector.segments);
        const counts = Map.groupBy([...unjudged, ...scanned.unjudged], ({ reason }) => reason);
        const decidedMs = clock();
        return {
          segments: segments.slice(0, MAX_SEGMENTS).map((segment) => {
            const scores = judged
              .filter((finding) => finding.segment === segment && finding.category === 'prompt_injection')
              .map(({ score }) => score);
            return {
              pointer: segment.pointer,
              role: segment.role,
              trust: segment.trust,
              text: segment.text.slice(0, MAX_SHOWN_CHARS),
              chars: segment.text.length,
              views: viewsOf(segment.text),
              score: scores.length === 0 ? null : round(Math.max(...scores)),
            };
          }),
          findings: findings.map((finding) => ({
            segment: segments.indexOf(finding.segment),
            category: finding.category,
            subType: finding.subType,
            confidence: round(finding.score),
            ruleId: finding.ruleId,
            ruleTitle: ruleTitle(finding, policy.rules),
            view: finding.view === '' ? 'normalized' : finding.view,
            start: finding.span.start,
            end: finding.span.end,
            loosest: loosestFor(finding, inForce),
          })),
          verdict,
          unjudged: Object.fromEntries([...counts].map(([reason, items]) => [reason, items.length])),
          stages: {
            segment: Math.round((readMs - startMs) * 1000),
            rules: Math.round((scannedMs - readMs) * 1000),
            decide: Math.round((decidedMs - scannedMs) * 1000),
          },
          scanUs: Math.round((scannedMs - readMs) * 1000),
        };
      }),
    line: (line, policy) =>
      gate(async () => {
        const { inspector } = partsFor(policy);
        const deps = {
          scanSegments: inspector.segments,
          limits: config.scan,
          settings: settingsOf(policy),
          clock,
        };
        return JSON.stringify(await scanLine(line, deps));
      }),
    trial: (text, policy) =>
      createRuleTrial({ settings: settingsOf(policy), hashValue: first.hashValue })(text),
    close: async () => {
      await secondTier?.close();
    },
  };
};

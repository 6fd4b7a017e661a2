import type { RecordedFinding, ScanRecord } from '../../../src/records/store.ts';

export const START_MS = 1_800_000_000_000;

export const sampleFinding: RecordedFinding = {
  direction: 'input',
  category: 'prompt_injection',
  subType: 'instruction_override',
  confidence: 0.973,
  ruleId: 'PI-1001',
  view: 'as_sent',
  pointer: '/messages/0/content',
  role: 'user',
  trust: 'user',
  start: 0,
  end: 28,
  loosest: 'low',
  excerpt: 'Ignore previous instructions',
};

/** The record number `index` of a series, received one a millisecond. */
export const sampleRecord = (index: number, change: Partial<ScanRecord> = {}): ScanRecord => ({
  requestId: `req_${String(index).padStart(26, '0')}`,
  receivedAtMs: START_MS + index,
  envoyRequestId: null,
  keyId: 'key_a',
  path: '/v1/chat/completions',
  model: 'gpt-4o',
  stream: false,
  mode: 'blocking',
  sensitivity: 'medium',
  outcome: 'blocked',
  inputStatus: 'blocked',
  outputStatus: 'none',
  httpStatus: 403,
  errorCode: 'prompt_injection_detected',
  wouldBlock: true,
  loosest: 'low',
  findings: [sampleFinding],
  redactions: [{ direction: 'input', entity: 'CREDIT_CARD', action: 'tokenize', count: 2 }],
  wouldRedact: false,
  unjudged: { image: 2, timeout: 1 },
  segmentCount: 3,
  inputChars: 1200,
  outputChars: 0,
  inputScanUs: 812,
  outputScanUs: 0,
  policyRevision: 'abc123',
  contentHash: null,
  ...change,
});

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DetectionContext } from '../../src/detection/detector.ts';
import { builtInDetectors } from '../../src/detection/detectors/all.ts';
import { pii } from '../../src/detection/detectors/pii.ts';
import { ENTITY_NAMES } from '../../src/detection/entities/names.ts';
import { readFacts } from '../../src/detection/facts/text-facts.ts';
import type { Finding } from '../../src/detection/findings.ts';
import { createPipeline } from '../../src/detection/pipeline.ts';
import { normalize } from '../../src/detection/text/normalize.ts';

/**
 * Prints how many labelled values each entity finds, what it takes for one that is none, and what that costs.
 *
 * Usage: `npm run bench:pii -- FILE [--misses]`, where FILE is a JSON list of `{full_text, spans: [{entity_type,
 * start_position, end_position}]}`, as microsoft/presidio-research writes it.
 */

const LabelledSchema = z.array(
  z.object({
    full_text: z.string(),
    spans: z.array(
      z.object({ entity_type: z.string(), start_position: z.number(), end_position: z.number() }),
    ),
  }),
);

type Span = Readonly<{ start: number; end: number }>;

const [file, option] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run bench:pii -- FILE [--misses]');
const texts = LabelledSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

const context: DetectionContext = { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] };
const pipeline = createPipeline(builtInDetectors);

const findingsIn = (text: string): readonly Finding[] =>
  [...pipeline.scan(text, context)].flat().filter(({ category }) => category === 'pii');

/** Offsets of the file count code points, those of findings UTF-16 code units. */
const toUnits = (text: string, offset: number): number => [...text].slice(0, offset).join('').length;

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

type Tally = {
  labelled: number;
  found: number;
  exact: number;
  falsePositives: number;
  sureFalsePositives: number;
};
const tallies = new Map<string, Tally>();
const tallyOf = (name: string): Tally => {
  const tally = tallies.get(name) ?? {
    labelled: 0,
    found: 0,
    exact: 0,
    falsePositives: 0,
    sureFalsePositives: 0,
  };
  tallies.set(name, tally);
  return tally;
};
const misses: string[] = [];

/** A threshold of `medium`. */
const SURE = 0.8;
const AROUND = 30;

for (const { full_text: text, spans } of texts) {
  const labels = spans.map(({ entity_type: name, start_position: from, end_position: to }) => ({
    name,
    start: toUnits(text, from),
    end: toUnits(text, to),
  }));
  const findings = findingsIn(text);
  for (const label of labels) {
    const tally = tallyOf(label.name);
    const hit = findings.find(({ subType, span }) => subType === label.name && overlaps(span, label));
    tally.labelled++;
    if (hit !== undefined) tally.found++;
    if (hit?.span.start === label.start && hit.span.end === label.end) tally.exact++;
    if (hit === undefined && ENTITY_NAMES.some((name) => name === label.name))
      misses.push(
        `missed ${label.name}: ${JSON.stringify(text.slice(Math.max(0, label.start - AROUND), label.end + 10))}`,
      );
  }
  for (const { subType, span, score } of findings) {
    if (labels.some((label) => label.name === subType && overlaps(span, label))) continue;
    const tally = tallyOf(subType);
    tally.falsePositives++;
    if (score >= SURE) tally.sureFalsePositives++;
    misses.push(
      `false ${subType} ${score}: ${JSON.stringify(text.slice(Math.max(0, span.start - AROUND), span.end + 10))}`,
    );
  }
}

/** Enough for the compiler to have done its work. */
const ROUNDS = 25;
const KB = 1024;

/** The least of some rounds, in µs of CPU for a KB of text. */
const costOf = (list: readonly string[], run: (text: string) => unknown): number => {
  const chars = list.reduce((sum, text) => sum + text.length, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (const text of list) run(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best / (chars / KB);
};

/** The detector alone, with what the pass that all detectors share has gathered. */
const detectorCost = (list: readonly string[]): number => {
  const facts = list.map((text) => readFacts(normalize(text).text));
  let next = 0;
  return costOf(list, () => {
    const each = facts[next++ % facts.length];
    return each === undefined ? 0 : pii.detect(each.text, context, each);
  });
};

const PROSE =
  'The river was calm that day, and the boats went out early to fish before the rain came down again.\n';
const RICH =
  'Name: Anna Schmidt\nPhone: +49 30 901820123\nE-mail: anna.schmidt@mail.example\nIBAN: DE89 3704 0044 0532 0130 00\n' +
  'Card: 4111 1111 1111 1111\nSSN: 536-90-4399\nIP: 106.31.73.20\nNHS: 943 476 5919\nSteuer-ID: 86095742719\n';
const asProse = PROSE.repeat(80);
const rows = texts.map(({ full_text: text }) => text);

const lines = [
  '| entity | labelled | found | exact span | false positives | of them at `medium` |',
  '|---|---|---|---|---|---|',
];
for (const [name, tally] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (!ENTITY_NAMES.some((each) => each === name)) continue;
  const { labelled, found, exact, falsePositives, sureFalsePositives } = tally;
  const share = labelled === 0 ? '' : ` (${((100 * found) / labelled).toFixed(1)} %)`;
  lines.push(
    `| ${name} | ${labelled} | ${found}${share} | ${exact} | ${falsePositives} | ${sureFalsePositives} |`,
  );
}
lines.push('', '| text | detector, µs per KB | whole scan, µs per KB |', '|---|---|---|');
for (const [name, list] of [
  ['prose', Array.from({ length: 20 }, () => asProse)],
  ['rich in PII', Array.from({ length: 20 }, () => RICH.repeat(30))],
  ['the file', rows],
] as const) {
  const scanCost = costOf(list, (text) => [...pipeline.scan(text, context)]);
  lines.push(`| ${name} | ${detectorCost(list).toFixed(1)} | ${scanCost.toFixed(1)} |`);
}
if (option === '--misses') lines.push('', ...misses);
process.stdout.write(`${lines.join('\n')}\n`);

import { builtInDetectors } from '../../src/detection/detectors/all.ts';
import { LITERALS } from '../../src/detection/matching/rule-literals.ts';
import { createJudge } from '../../src/detection/model/judge.ts';
import { bySide } from '../../src/detection/model/side.ts';
import { createPipeline } from '../../src/detection/pipeline.ts';
import { loadModel, SHIPPED_MODEL } from '../../src/models/load.ts';
import { createRandom } from '../../src/training/random.ts';

/**
 * `npm run bench:floods -- [STEP] [FIRST]`: repeats the literals that rules begin with (every STEP-th of them, from FIRST on) with
 * something behind each, and prints which texts cost most to scan, in µs of CPU per KB, at 6 KB and at eight times that: nobody thinks
 * of all the ways to make a scan work. Texts that are full of findings are left out, since something is to be done about these.
 */
const STEP = Number(process.argv[2] ?? 12);
const FIRST = Number(process.argv[3] ?? 0);
const CHARS = 6000;
const LARGER = 8;
const PRINTED = 40;
const DEAR = 200;
/** Characters for each finding below which a text is full of them. */
const CHARS_OF_FINDING = 400;

const random = createRandom(1);
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const drawn = (count: number): string =>
  Array.from({ length: count }, () => LETTERS.charAt(Math.floor(random() * LETTERS.length))).join('');
const number = (below: number): number => Math.floor(random() * below);

/** What stands behind each literal. */
const BEHIND: readonly (() => string)[] = [
  () => ' ',
  () => '\n',
  () => '1a/',
  () => `${drawn(3)} `,
  () => `="${drawn(8)}" `,
  () => `: ${drawn(12)}\n`,
  () => `${number(1e9)} `,
  () => ' the ',
  () => `|${number(99)}|`,
  () => `<b>${number(999)}</b>`,
  () => '` `',
  () => '","',
  () => `.(${drawn(2)}) `,
  () => '\\n',
  () => `%2${number(9)}`,
];

const judge = createJudge(loadModel(SHIPPED_MODEL), { floors: bySide(() => 0.5), secondTier: null });
const pipeline = createPipeline(builtInDetectors, { judge });

type Measured = Readonly<{ cost: number; findings: number }>;

const measure = (text: string): Measured => {
  const before = process.cpuUsage();
  let findings = 0;
  for (const found of pipeline.scan(text, {
    ...{ role: 'tool', trust: 'untrusted', direction: 'input', protectedTexts: [] },
  }))
    findings += found.length;
  const { user, system } = process.cpuUsage(before);
  return { cost: (user + system) / (text.length / 1024), findings };
};

/** The least of some: a busy machine only ever adds. */
const least = (text: string, times: number): Measured =>
  Array.from({ length: times }, () => measure(text)).reduce((a, b) => (a.cost <= b.cost ? a : b));

const floodOf = (literal: string, behind: () => string): string => {
  let text = '';
  while (text.length < CHARS) text += literal + behind();
  return text;
};

for (let i = 0; i < LITERALS.length; i += 20) measure(floodOf(LITERALS[i]?.text ?? '', () => ' '));

const floods = LITERALS.filter((_, at) => at >= FIRST && (at - FIRST) % STEP === 0).flatMap(
  ({ text: literal }) =>
    BEHIND.map((behind) => {
      const text = floodOf(literal, behind);
      const first = measure(text);
      return { text, ...(first.cost > DEAR ? least(text, 6) : first) };
    }),
);
floods.sort((a, b) => b.cost - a.cost);
process.stdout.write(`| text | µs per KB | ${LARGER} times as long |\n|---|---|---|\n`);
for (const { text, cost } of floods
  .filter((each) => each.findings < CHARS / CHARS_OF_FINDING)
  .slice(0, PRINTED)) {
  const larger = least(text.repeat(LARGER), 3).cost;
  process.stdout.write(
    `| ${JSON.stringify(text.slice(0, 50))} | ${cost.toFixed(0)} | ${larger.toFixed(0)} |\n`,
  );
}
const costs = floods.map(({ cost }) => cost).toSorted((a, b) => a - b);
process.stdout.write(`${floods.length} floods, median ${costs[costs.length >> 1]?.toFixed(0)} µs per KB\n`);

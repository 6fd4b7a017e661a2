import { readFileSync } from 'node:fs';
import { GatewayError } from '../errors.ts';
import { HIDINGS, hide } from '../evaluation/carriers.ts';
import { fallsSince, type Watched, WatchedSchema } from '../evaluation/compare.ts';
import { type EvaluateDeps, evaluate, type Judged } from '../evaluation/evaluate.ts';
import { type LabelledText, readLabelled } from '../evaluation/labelled.ts';
import { reportOn, toMarkdown } from '../evaluation/report.ts';
import { TRANSFORMS, transformed } from '../evaluation/transforms.ts';
import { withThresholds } from '../policy/settings.ts';
import { createScanParts, NO_HOOKS, openSecondTier } from '../scanner/scan-parts.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, print, readOptions } from './command.ts';
import { readLabelledFiles } from './labelled-files.ts';
import { checkOutputs, PRIVATE, SHARED, writeOutput } from './output-files.ts';

const MAX_FILES = 1000;
const WARM_UP_TEXTS = 300;

const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const shareFound = (rows: readonly Judged[]): string => {
  const found = rows.filter(({ score, thresholds }) => score >= thresholds.medium).length;
  return ((100 * found) / Math.max(1, rows.length)).toFixed(1);
};

/** Of the attacks that are found as they are, the share that is still found in disguise or far inside, at `medium`. */
const judgeDisguises = async (judged: readonly Judged[], deps: EvaluateDeps): Promise<string> => {
  const found = judged.filter(({ attack, score, thresholds }) => attack && score >= thresholds.medium);
  const benign = Map.groupBy(
    judged.filter(({ attack }) => !attack),
    ({ direction }) => direction,
  );
  const lines: string[] = ['| disguise | still found | of |', '|---|---|---|'];
  for (const transform of TRANSFORMS) {
    const sayable = found.filter(({ payload, text }) => transform.canSay?.(payload ?? text) ?? true);
    const disguised: LabelledText[] = sayable.map((row) => {
      const { payload, text } = row;
      const hidden = transformed(payload ?? text, transform);
      return { ...row, text: payload === null ? hidden : text.replace(payload, () => hidden) };
    });
    lines.push(
      `| ${transform.name} | ${shareFound(await evaluate(disguised, deps))} | ${disguised.length} |`,
    );
  }
  for (const hiding of HIDINGS) {
    const hidden = found.flatMap((row) => {
      const carriers = benign.get(row.direction);
      return carriers === undefined ? [] : [hide(row, carriers, hiding)];
    });
    lines.push(`| ${hiding.name} | ${shareFound(await evaluate(hidden, deps))} | ${hidden.length} |`);
  }
  return lines.join('\n');
};

const readReport = (file: string): Watched => {
  try {
    return WatchedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new GatewayError('CONFIG_INVALID', `${file}: no report of \`portcullis eval\``, { cause: error });
  }
};

/** What `medium` judges wrongly, as lines that this command reads. */
const missesOf = (judged: readonly Judged[]): string =>
  judged
    .filter(({ attack, score, thresholds }) => score >= thresholds.medium !== attack)
    .map(
      ({ thresholds: _, cpuUs: __, ...row }) => `${JSON.stringify({ ...row, label: Number(row.attack) })}\n`,
    )
    .join('');

export const evalCommand: CliCommand = {
  usage: [
    'eval [--json FILE] [--since REPORT.json] [--transforms] [--misses FILE] [--config FILE] labelled.jsonl ...',
    '       each line {"text": "…", "label": 0 | 1}, 1 for an attack; with it "source", "lang", and as "direction"',
    '       "user" | "tool" | "document" | "system" | "assistant" | "tool_definition"',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(
      args,
      {
        ...CONFIG_OPTIONS,
        json: { type: 'string' },
        since: { type: 'string' },
        transforms: { type: 'boolean', default: false },
        misses: { type: 'string' },
      },
      MAX_FILES,
    );
    if (positionals.length === 0) throw new GatewayError('USAGE', 'eval needs at least one labelled file.');
    const { json, misses } = values;
    checkOutputs({ json, misses }, positionals);
    const before = values.since === undefined ? null : readReport(values.since);
    const texts = readLabelledFiles(positionals, readLabelled);
    // Remembered verdicts would make the second of two equal texts free.
    const config = { ...configFrom(values), segmentCache: 0 };
    const secondTier = await openSecondTier(config, (error) => {
      throw error;
    });
    const { inspector, injectionThresholds } = createScanParts(config, secondTier, NO_HOOKS, true);
    const thresholds = withThresholds(injectionThresholds, config.policy.thresholds);
    const deps: EvaluateDeps = {
      scanSegments: inspector.segments,
      thresholdsOf: (trust) => thresholds[trust],
      cpuUs,
    };
    // Patterns and loops are compiled at their first use, which is no part of what a text costs.
    await evaluate(texts.slice(0, WARM_UP_TEXTS), deps);
    const judged = await evaluate(texts, deps);
    const report = reportOn(judged);
    print(toMarkdown(report));
    if (values.transforms) print(`\n${await judgeDisguises(judged, deps)}`);
    if (misses !== undefined) writeOutput('misses', misses, missesOf(judged), PRIVATE);
    if (json !== undefined) writeOutput('json', json, `${JSON.stringify(report, null, 2)}\n`, SHARED);
    if (before === null) return 0;
    const falls = fallsSince(before, report);
    for (const fall of falls) process.stderr.write(`worse than ${values.since}: ${fall}\n`);
    return falls.length === 0 ? 0 : 1;
  },
};

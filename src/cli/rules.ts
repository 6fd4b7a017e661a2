import { ROLES } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import { RULE_ACTIONS } from '../policy/settings.ts';
import { createValueHash } from '../redaction/placeholder.ts';
import { createRuleTrial, type Trial } from '../scan-lines/rule-trial.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, print, readChoice, readOptions } from './command.ts';
import { readInput } from './input.ts';

const DIRECTIONS = ['input', 'output'] as const;
const OPTIONS = {
  ...CONFIG_OPTIONS,
  pattern: { type: 'string' },
  words: { type: 'string', multiple: true },
  action: { type: 'string' },
  direction: { type: 'string', default: 'input' },
  role: { type: 'string', default: 'user' },
  json: { type: 'boolean', default: false },
} as const;

type Values = Readonly<ReturnType<typeof readOptions<typeof OPTIONS>>['values']>;

/** A rule of the command line, tried in place of those of the configuration. */
const ruleOf = ({ pattern, words, action }: Values): object | null => {
  if (pattern === undefined && words === undefined) {
    if (action === undefined) return null;
    throw new GatewayError('USAGE', '--action says what is done about --pattern or --words; there is none.');
  }
  return {
    id: 'tried',
    ...(pattern === undefined ? {} : { pattern }),
    ...(words === undefined ? {} : { words }),
    ...(action === undefined ? {} : { action: readChoice('action', action, RULE_ACTIONS) }),
  };
};

const show = ({ findings, verdict, text }: Trial): void => {
  for (const { subType, category, confidence, start, end, action } of findings) {
    print(`${action.padEnd(9)} ${subType}  (${category}, ${confidence})  at ${start}..${end}`);
  }
  print(`verdict   ${verdict}`);
  if (text !== null) print(`goes on   ${text}`);
};

export const rulesCommand: CliCommand = {
  usage: [
    'rules test [TEXT] [--config FILE] [--direction input|output] [--role ROLE] [--json]',
    '       [--pattern PATTERN | --words WORD …] [--action ACTION]   tries this rule in place of the configured ones',
    '       without TEXT it is read from standard input; nothing is stored',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(args, OPTIONS, 2);
    const [action, given] = positionals;
    if (action !== 'test') throw new GatewayError('USAGE', 'Say "rules test TEXT".');
    const rule = ruleOf(values);
    const config = configFrom(values, rule === null ? {} : { policy: { rules: [rule] } });
    const attempt = createRuleTrial({
      settings: { ...config.policy, revision: '' },
      hashValue: createValueHash(config.redaction.hashSecret),
    });
    const trial = attempt({
      text: given ?? (await readInput('the text')),
      direction: readChoice('direction', values.direction, DIRECTIONS),
      role: readChoice('role', values.role, ROLES),
    });
    if (values.json) print(JSON.stringify(trial));
    else show(trial);
    return 0;
  },
};

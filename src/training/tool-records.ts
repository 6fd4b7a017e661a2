import { normalize } from '../detection/text/normalize.ts';
import { below, pick, type Random } from './random.ts';
import { needsContext, type TrainingRow } from './rows.ts';

/*
 * What tools return is mostly records: mails, events, payments, reviews, tickets, in YAML, JSON, lines or tables. A request
 * in one of their fields has no paragraph around it, but keys, dates and addresses.
 */

const SEED_SOURCE = /^seeds\//u;
const ATTACKS = 5000;
const HARMLESS = 6000;
/** Requests that a caller may make, in somebody else's record; and as many records of the caller's own with one. */
const MISPLACED = 900;
/** Longer attacks are no field of a record; in UTF-16 code units. */
const CORE_CHARS = [12, 420] as const;
const SENTENCE_CHARS = [16, 240] as const;
const SENTENCE_END = /(?<=[.!?…。！？।])\s+|\n+/u;
const WIDTH = 78;

const NAMES = [
  'Ada Ferreira',
  'Tom Okafor',
  'Lin Wei',
  'Marta Kowal',
  'Sven Dahl',
  'Priya Nair',
  'João Alves',
];
const MORE_NAMES = [
  'Grace Mbeki',
  'Ilse Brandt',
  'Omar Haddad',
  'Yuki Mori',
  'Nora Quinn',
  'Elif Kaya',
  'Rosa Lind',
];
const PEOPLE: readonly string[] = [...NAMES, ...MORE_NAMES];
const DOMAINS = [
  'northgate.example',
  'postbay.example',
  'fernhill.example',
  'oakline.example',
  'tidemark.example',
];
const SUBJECTS =
  'Weekly sync|Invoice|Re: your order|Team lunch|Quarterly report|Delivery note|Support ticket|Introductions|Travel plans|Newsletter|Minutes|Review|Budget|New starter|Reminder|Photos|Offer|Feedback|Schedule|Notes|Account statement|Parking|Workshop|Contract|Release plan'.split(
    '|',
  );
const PLACES = [
  'Casa Verde',
  'The Old Mill',
  'Pension Nord',
  'Harbour Grill',
  'Trattoria Luna',
  'Hotel Birke',
];
const CITIES = ['Porto', 'Leeds', 'Graz', 'Kyoto', 'Lyon', 'Turku'];
const GOODS = ['Kettle K2', 'Desk lamp', 'Trail shoes', 'Backpack 30L', 'Bread knife'];
const CHANNELS = ['general', 'random', 'releases', 'sales', 'support'];

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => below(random, 10)).join('');
const number = (random: Random): string => String(1 + below(random, 10 ** (1 + below(random, 4))));
const two = (random: Random, limit: number): string => String(1 + below(random, limit)).padStart(2, '0');
const day = (random: Random): string => `20${19 + below(random, 9)}-${two(random, 12)}-${two(random, 28)}`;
const time = (random: Random): string => `${two(random, 23)}:${pick(random, ['00', '15', '30', '45', '10'])}`;
const moment = (random: Random): string =>
  `${day(random)}${pick(random, [' ', 'T'])}${time(random)}${pick(random, ['', ':00'])}`;
const mail = (random: Random): string =>
  `${pick(random, PEOPLE)
    .toLowerCase()
    .replace(' ', pick(random, ['.', '_', '']))}@${pick(random, DOMAINS)}`;
const account = (random: Random): string => `${pick(random, ['DE', 'GB', 'NL', 'PT'])}${digits(random, 20)}`;
const list = (random: Random, make: (random: Random) => string): readonly string[] =>
  Array.from({ length: below(random, 4) }, () => make(random));

type Field = string | readonly string[];
type ToolRecord = readonly (readonly [key: string, value: Field])[];
/** Makes a record around what stands in its longest field; `other` gives harmless sentences. */
type Kind = (value: string, random: Random, other: () => string) => ToolRecord;

const KINDS: readonly Kind[] = [
  (value, random) => [
    ['id', number(random)],
    ['sender', mail(random)],
    ['recipients', [mail(random)]],
    ['cc', list(random, mail)],
    ['subject', pick(random, SUBJECTS)],
    ['body', value],
    ['status', pick(random, ['received', 'sent', 'draft'])],
    ['read', pick(random, ['true', 'false'])],
    ['timestamp', moment(random)],
    ['attachments', []],
  ],
  (value, random) => [
    ['id', number(random)],
    ['title', pick(random, SUBJECTS)],
    ['description', value],
    ['start_time', moment(random)],
    ['end_time', moment(random)],
    ['location', pick(random, ['Room 4', 'Main office', 'null', 'Cafe Linde', 'Online'])],
    ['participants', list(random, mail)],
    ['all_day', 'false'],
    ['status', 'confirmed'],
  ],
  (value, random) => [
    ['title', value],
    ['start', moment(random)],
    ['end', moment(random)],
    ['attendees', list(random, mail)],
  ],
  (value, random) => [
    [
      'file',
      `${pick(random, SUBJECTS).toLowerCase().replace(/\W+/gu, '-')}${pick(random, ['.txt', '.docx', '.md'])}`,
    ],
    ['owner', mail(random)],
    ['last_modified', moment(random)],
    ['size', number(random)],
    ['content', value],
  ],
  (value, random) => [
    ['id', number(random)],
    ['sender', account(random)],
    ['recipient', pick(random, ['me', account(random)])],
    ['amount', `${number(random)}.${digits(random, 2)}`],
    ['subject', value],
    ['date', day(random)],
    ['recurring', pick(random, ['true', 'false'])],
  ],
  (value, random, other) => [
    ['name', pick(random, PLACES)],
    ['city', pick(random, CITIES)],
    ['rating', `${1 + below(random, 4)}.${below(random, 10)}`],
    ['price_min', number(random)],
    ['reviews', random() < 0.5 ? [other(), value, other()] : [other(), value]],
    ['address', `${number(random)} High Street`],
  ],
  (value, random) => [
    ['channel', pick(random, CHANNELS)],
    ['author', pick(random, PEOPLE)],
    ['text', value],
    ['ts', moment(random)],
  ],
  (value, random) => [
    ['sender', pick(random, PEOPLE)],
    ['recipient', pick(random, CHANNELS)],
    ['body', value],
  ],
  (value, random) => [
    ['issue', number(random)],
    ['state', pick(random, ['open', 'closed'])],
    ['user', `${pick(random, PEOPLE).split(' ')[0]?.toLowerCase() ?? ''}${number(random)}`],
    ['labels', [pick(random, ['bug', 'docs', 'question'])]],
    ['title', pick(random, SUBJECTS)],
    ['comment', value],
  ],
  (value, random) => [
    ['product', pick(random, GOODS)],
    ['stars', String(1 + below(random, 5))],
    ['review', value],
    ['verified', pick(random, ['true', 'false'])],
  ],
  (value, random) => [
    [
      'url',
      `https://www.${pick(random, DOMAINS)}/${pick(random, SUBJECTS).toLowerCase().replace(/\W+/gu, '-')}`,
    ],
    ['title', pick(random, SUBJECTS)],
    ['snippet', value],
  ],
  (value, random) => [
    ['customer', pick(random, PEOPLE)],
    ['phone', `+44 1632 ${digits(random, 6)}`],
    ['note', value],
    ['last_contact', day(random)],
  ],
];

/** Breaks a line behind blanks, as writers of YAML do. */
const wrap = (text: string, indent: string): string => {
  let line = '';
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
};

const scalar = (value: string, random: Random, indent: string): string => {
  if (value.includes('\n') && random() < 0.4)
    return `|-\n${value
      .split('\n')
      .map((line) => `${indent}  ${line}`)
      .join('\n')}`;
  const quoted = /[:#'"[\]{}\n]|^\W/u.test(value) ? `'${value.replaceAll("'", "''")}'` : value;
  return quoted
    .split('\n')
    .map((line) => wrap(line, `${indent}  `))
    .join('\n\n');
};

const asYaml = (record: ToolRecord, random: Random, first: string, indent: string): string =>
  first +
  record
    .map(([key, value]) => {
      if (typeof value === 'string') return `${key}: ${scalar(value, random, indent)}`;
      if (value.length === 0) return `${key}: []`;
      return `${key}:${value.map((each) => `\n${indent}- ${wrap(each, `${indent}  `)}`).join('')}`;
    })
    .join(`\n${indent}`);

const flat = (value: Field): string => (typeof value === 'string' ? value : value.join('; '));
const named = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

type Layout = (records: readonly ToolRecord[], random: Random) => string;
const yaml: Layout = (records, random) =>
  records.length === 1 && random() < 0.6
    ? records.map((record) => asYaml(record, random, '', '')).join('')
    : records.map((record) => asYaml(record, random, '- ', '  ')).join('\n');
const json: Layout = (records, random) => {
  const objects = records.map((record) => Object.fromEntries(record));
  const [only] = objects;
  const whole =
    objects.length === 1 && random() < 0.6
      ? only
      : { [pick(random, ['items', 'results', 'data', 'messages', 'rows'])]: objects };
  return JSON.stringify(whole, null, pick(random, [0, 0, 2]));
};
const lines: Layout = (records) =>
  records
    .map((record) => record.map(([key, value]) => `${named(key)}: ${flat(value)}`).join('\n'))
    .join('\n\n');
const rows: Layout = (records) =>
  records
    .map((record) => record.map(([, value]) => flat(value).replaceAll('\n', ' ')).join(' | '))
    .join('\n');
const elements: Layout = (records) =>
  records.flatMap((record) => record.map(([key, value]) => `<${key}>${flat(value)}</${key}>`)).join('\n');
/** As often as each is met. */
const LAYOUTS: readonly Layout[] = [yaml, yaml, yaml, yaml, json, json, json, lines, lines, rows, elements];

const isBetween = (text: string, [least, most]: readonly [number, number]): boolean =>
  text.length >= least && text.length <= most;

const sentencesOf = ({ text }: TrainingRow): readonly string[] =>
  text
    .split(SENTENCE_END)
    .filter((sentence) => isBetween(sentence, SENTENCE_CHARS) && /[.!?…。！？।]$/u.test(sentence));

/** Harmless sentences by their language; English ones where a language has too few. */
const createBodies = (members: readonly TrainingRow[]) => {
  const known = new Map<string, string[]>();
  for (const row of members) {
    if (row.attack || row.side !== 'indirect' || needsContext(row)) continue;
    const sentences = known.get(row.lang) ?? [];
    known.set(row.lang, sentences);
    for (const sentence of sentencesOf(row)) sentences.push(sentence);
  }
  const FEW = 30;
  return (lang: string, random: Random): string => {
    const own = known.get(lang) ?? [];
    return pick(random, own.length < FEW ? (known.get('en') ?? own) : own);
  };
};

type Body = ReturnType<typeof createBodies>;

/** The field that the core stands in: alone, or with harmless sentences around it. */
const valueAround = (core: string, other: () => string, random: Random): string => {
  const chosen = random();
  if (chosen < 0.4) return core;
  if (chosen < 0.7) return `${other()} ${core}`;
  if (chosen < 0.85) return `${core} ${other()}`;
  return `${other()} ${other()}${pick(random, ['\n\n', '\n', ' '])}${core}`;
};

/** Some records of one kind, one of them around the value. */
const recordsAround = (value: string, other: () => string, random: Random): string => {
  const kind = pick(random, KINDS);
  const records = Array.from({ length: pick(random, [1, 1, 2, 3]) }, () => kind(other(), random, other));
  records[below(random, records.length)] = kind(value, random, other);
  return pick(random, LAYOUTS)(records, random);
};

const escaped = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replaceAll("'", "''?")
    .replaceAll('"', '\\\\?"');

/** A value as it stands in a record, where lines may be broken and signs escaped; null where it was changed in other ways. */
const placeIn = (text: string, value: string): string | null => {
  const words = value.split(/\s+/u).filter((word) => word !== '');
  return new RegExp(words.map(escaped).join('(?:\\s|\\\\n)+'), 'u').exec(text)?.[0] ?? null;
};

const record = (
  core: TrainingRow,
  value: string,
  attack: boolean,
  body: Body,
  random: Random,
): TrainingRow[] => {
  const other = (): string => body(core.lang, random);
  const text = normalize(
    recordsAround(attack ? valueAround(value, other, random) : value, other, random),
  ).text;
  const payload = attack ? placeIn(text, value) : null;
  // Of an attack that is not found again nobody could say which words are to be learnt from.
  if (attack && payload === null) return [];
  return [{ ...core, text, attack, payload, source: 'records of tools', licence: 'Apache-2.0', weight: 1 }];
};

/**
 * Records as tools return them, with and without a request in one of their fields, made of the project's own texts.
 *
 * @param given Rows of all kinds; those of other people are left alone.
 * @returns Rows of the families that their texts come from.
 */
export const createToolRecords = (given: readonly TrainingRow[], random: Random): readonly TrainingRow[] => {
  const own = given.filter((row) => SEED_SOURCE.test(row.source) && !needsContext(row));
  const body = createBodies(own);
  const harmless = own.filter((row) => !row.attack && row.side === 'indirect' && sentencesOf(row).length > 0);
  const cores = own.filter(
    (row) =>
      row.attack && row.side !== 'direct' && row.payload !== null && isBetween(row.payload, CORE_CHARS),
  );
  const requests = own.filter(
    (row) =>
      !row.attack && row.side === 'direct' && isBetween(row.text, [12, 200]) && !/[?\n]/u.test(row.text),
  );
  if (harmless.length === 0 || cores.length === 0 || requests.length === 0) return [];
  const attackOf = (core: TrainingRow): readonly TrainingRow[] =>
    record({ ...core, side: 'indirect' }, core.payload ?? '', true, body, random);
  const harmlessOf = (row: TrainingRow): readonly TrainingRow[] => {
    const sentences = sentencesOf(row);
    const from = below(random, sentences.length);
    const value = sentences.slice(from, from + 1 + below(random, 3)).join(' ');
    return record({ ...row, subType: null }, value, false, body, random);
  };
  const misplaced = (request: TrainingRow): readonly TrainingRow[] => [
    ...record(
      { ...request, subType: 'indirect_injection', side: 'indirect' },
      request.text,
      true,
      body,
      random,
    ),
    ...record(request, request.text, false, body, random),
  ];
  return [
    ...Array.from({ length: ATTACKS }, () => attackOf(pick(random, cores))),
    ...Array.from({ length: HARMLESS }, () => harmlessOf(pick(random, harmless))),
    ...Array.from({ length: MISPLACED }, () => misplaced(pick(random, requests))),
  ].flat();
};

import { CODE, FIVE_LETTERS, SENTENCES, TABLE_ROWS } from './prose.ts';

/**
 * Chat requests, of which no two have a text in common: each text begins with some words that are another five in every
 * request. So no cache of any proxy can help, except in conversations, whose earlier turns come again word for word.
 */
export type BodyKind = Readonly<{
  /** Bytes of the body; of a conversation, of each of its turns. */
  bytes: number;
  turns: number;
  isStream: boolean;
  /** All of it prose in the last message, instead of tools, tables and code in many. */
  isPlain?: boolean;
}>;

/** Returns a request that nobody has sent before, with room for what is put before it. */
export type NextBody = (head: (bodyBytes: number) => string) => Buffer;

const WORDS_OF_MARK = 5;
const WORD_CHARS = 5;
const MARK_CHARS = WORDS_OF_MARK * (WORD_CHARS + 1) - 1;
/** Stands where the changing words go. */
const MARK = '~'.repeat(MARK_CHARS);
const TEMPLATES = 32;
const SYSTEM = 'You help the people of a small town with letters, plans and programs. Answer briefly.';
/** From this size on a body has tools, tables and code in it. */
const RICH_BYTES = 4096;
const CHARS_OF_PIECE = 1500;

const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type Draw = (below: number) => number;

/** Pieces of a list, drawn anew until there are so many characters. */
const draw = (from: readonly string[], between: string, chars: number, random: Draw): string => {
  let text = '';
  while (text.length < chars) text += `${from[random(from.length)] ?? ''}${between}`;
  return text.slice(0, chars);
};

const prose = (chars: number, random: Draw): string => draw(SENTENCES, ' ', chars, random);

const toolCall = (index: number) => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: `call_${index}`,
      type: 'function',
      function: { name: 'look_up', arguments: JSON.stringify({ place: MARK, year: 2026, details: true }) },
    },
  ],
});

/** One exchange with everything that requests are made of. */
const exchange = (index: number, chars: number, random: Draw): readonly object[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: `${MARK}. ${prose(chars, random)}` },
      { type: 'text', text: `${MARK}. ${prose(chars / 2, random)}` },
    ],
  },
  toolCall(index),
  {
    role: 'tool',
    tool_call_id: `call_${index}`,
    content: `${MARK}\n${draw(TABLE_ROWS, '\n', chars / 2, random)}`,
  },
  {
    role: 'assistant',
    content: `${MARK}: ${prose(chars / 2, random)}\n\n\`\`\`\n${draw(CODE, '\n', chars / 2, random)}\n\`\`\`\n`,
  },
];

const conversation = (kind: BodyKind, random: Draw): readonly object[] =>
  Array.from({ length: kind.turns - 1 }, () => [
    { role: 'user', content: prose(kind.bytes / 2, random) },
    { role: 'assistant', content: prose(kind.bytes / 2, random) },
  ]).flat();

/** Messages in front of the last, which fills up what is missing. */
const messagesBefore = (kind: BodyKind, random: Draw): readonly object[] => {
  if (kind.turns > 1) return [{ role: 'system', content: SYSTEM }, ...conversation(kind, random)];
  const system = { role: 'system', content: `${SYSTEM} ${MARK}.` };
  if (kind.isPlain === true || kind.bytes < RICH_BYTES) return [system];
  const exchanges = Math.floor(kind.bytes / (CHARS_OF_PIECE * 3.5));
  return [
    system,
    ...Array.from({ length: exchanges }, (_, index) => exchange(index, CHARS_OF_PIECE, random)).flat(),
  ];
};

const bodyOf = (kind: BodyKind, seed: number): string => {
  const random = createRandom(seed);
  const before = messagesBefore(kind, random);
  const withLast = (text: string): string =>
    JSON.stringify({
      model: 'bench',
      ...(kind.isStream ? { stream: true } : {}),
      messages: [...before, { role: 'user', content: `${MARK}. ${text}` }],
    });
  const bytes = kind.turns > 1 ? withLast('').length + kind.bytes / 2 : kind.bytes;
  return withLast(prose(Math.max(0, bytes - withLast('').length), random));
};

const offsetsOf = (text: string): readonly number[] => {
  const offsets: number[] = [];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK_CHARS)) offsets.push(at);
  return offsets;
};

/** 2^25 marks, each another one, in an order that looks like none: an odd factor leaves none of them out. */
const MARK_BITS = 25;
const BITS_OF_WORD = 5;
const ODD = 20_852_889;

const createMarks = (): (() => string) => {
  let next = 0;
  return () => {
    next += 1;
    let left = Math.imul(next, ODD) & (2 ** MARK_BITS - 1);
    const words: string[] = [];
    for (let word = 0; word < WORDS_OF_MARK; word += 1) {
      words.push(FIVE_LETTERS[left & (2 ** BITS_OF_WORD - 1)] ?? '');
      left >>= BITS_OF_WORD;
    }
    return words.join(' ');
  };
};

const nextMark = createMarks();

/** Puts words that were never there before into each of these places. */
const mark = (bytes: Buffer, offsets: readonly number[], shift: number): void => {
  for (const offset of offsets) bytes.write(nextMark(), offset + shift, 'latin1');
};

export const createBodies = (kind: BodyKind): NextBody => {
  const templates = Array.from({ length: TEMPLATES }, (_, seed) => {
    const text = bodyOf(kind, seed);
    return { bytes: Buffer.from(text, 'latin1'), offsets: offsetsOf(text) };
  });
  let turn = 0;
  return (headOf) => {
    const template = templates[turn % TEMPLATES];
    turn += 1;
    if (template === undefined) throw new Error('no body');
    const head = headOf(template.bytes.length);
    const request = Buffer.allocUnsafe(head.length + template.bytes.length);
    request.write(head, 'latin1');
    template.bytes.copy(request, head.length);
    mark(request, template.offsets, head.length);
    return request;
  };
};

/** The same for an answer: its text, too, is new each time. */
export const createMarked = (textOf: (mark: string) => string): (() => string) => {
  return () => textOf(nextMark());
};

import { describe, expect, it } from 'vitest';
import { refusal } from '../chat/limits.ts';
import { cpuMs } from '../cost.ts';
import { guardOf, type Options, policyOf, run } from './streams.ts';
import { DONE, event, finish, role, say, secretOf } from './transcripts.ts';

const MAIL = 'anna.schmidt@mail-company.com';
const TOKEN = secretOf('github_token');
const bytes = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''));
const released = (outcome: { released: string }): string =>
  Buffer.from(outcome.released, 'latin1').toString();
const piecesOf = (text: string): string[] => text.match(/.{1,7}/g) ?? [];

const inLines = (text: string): string => say(text, { size: 7 }).join('').replaceAll('\n\n', '\n');
const chunks = (text: string, shape: (piece: string) => unknown): string[] =>
  piecesOf(text).map((piece) => JSON.stringify(shape(piece)));
const delta = (content: string) => ({ id: 'c1', choices: [{ index: 0, delta: { content } }] });

/** Streams that some client reads, though the standard does not, or not as chunks of a completion. */
const MANNERS: readonly Readonly<{ name: string; write: (text: string) => string }>[] = [
  ...[' data: ', '\tdata:', 'Data: ', 'DATA:', 'data : ', 'xdata: ', 'message: ', ''].map((start) => ({
    name: `lines that begin with ${JSON.stringify(start)}`,
    write: (text: string) => [...say(text, { size: 7 }), DONE].join('').replaceAll('data: ', start),
  })),
  ...['\v', '\f', '\x1e', '\u0085', '\u2028', '\u2029'].map((end) => ({
    name: `${JSON.stringify(end)} between the lines`,
    write: (text: string) => `${[...say(text, { size: 7 }), DONE].join('').replaceAll('\n\n', end)}\n\n`,
  })),
  ...['\v', '\u2028'].map((end) => ({
    name: `${JSON.stringify(end)} behind a comment`,
    write: (text: string) =>
      chunks(text, delta)
        .map((data) => `: ping${end}data: ${data}\n\n`)
        .join(''),
  })),
  { name: 'one line end between events', write: (text) => inLines(text) + DONE },
  { name: 'one line end between all', write: (text) => `${role()}${inLines(text)}data: [DONE]` },
  { name: 'lines of JSON', write: (text) => `${chunks(text, delta).join('\n')}\n` },
  { name: 'lines of JSON and blank lines', write: (text) => `${chunks(text, delta).join('\n\n')}\n\n` },
  { name: 'documents without anything between them', write: (text) => event(chunks(text, delta).join('')) },
  {
    name: 'numbers that are none',
    write: (text) =>
      chunks(text, delta)
        .map((data) => event(data.replace('"index":0', '"index":0,"a":NaN,"b":[-Infinity]')))
        .join(''),
  },
  { name: 'a list of chunks', write: (text) => event(`[${chunks(text, delta).join(',')}]`) },
  {
    name: 'records between separators',
    write: (text) =>
      chunks(text, delta)
        .map((data) => `\x1e${data}\n`)
        .join(''),
  },
  {
    name: 'another protocol: a text in a delta',
    write: (text) =>
      chunks(text, (piece) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text: piece } }))
        .map((data) => `event: content_block_delta\n${event(data)}`)
        .join(''),
  },
  {
    name: 'another protocol: a delta',
    write: (text) =>
      chunks(text, (piece) => ({ type: 'response.output_text.delta', delta: piece }))
        .map(event)
        .join(''),
  },
  {
    name: 'another protocol: lines with messages',
    write: (text) => `${chunks(text, (content) => ({ message: { content }, done: false })).join('\n')}\n`,
  },
  {
    name: 'another protocol: candidates',
    write: (text) =>
      chunks(text, (piece) => ({ candidates: [{ content: { parts: [{ text: piece }] } }] }))
        .map(event)
        .join(''),
  },
  {
    name: 'bare strings',
    write: (text) =>
      chunks(text, (piece) => piece)
        .map(event)
        .join(''),
  },
  { name: 'a whole answer in one line', write: (text) => JSON.stringify(delta(text)) },
  { name: 'a whole answer in many lines', write: (text) => JSON.stringify(delta(text), null, 2) },
  { name: 'a comment', write: (text) => `: ${text}\n\n` },
  { name: 'a comment beside data', write: (text) => `: ${text}\n${role()}` },
  ...['event', 'id', 'retry', 'note'].map((field) => ({
    name: `the field ${field}`,
    write: (text: string) => `${field}: ${text}\n${role()}`,
  })),
  { name: 'a line without a colon', write: (text) => `${text}\n${role()}` },
];

describe.each(MANNERS)('$name', ({ write }) => {
  const ways: readonly Readonly<{ way: string; options: Options }>[] = [
    { way: 'event by event', options: {} },
    { way: 'whole', options: { holdsWhole: true } },
  ];

  it.each(ways)('cannot hide a secret: $way', ({ options }) => {
    const stream = bytes(write(`It is ${TOKEN} so`));
    for (const pieces of [[stream], [...stream].map((byte) => Buffer.of(byte))]) {
      const outcome = run(pieces, options);
      expect(outcome.threat?.subType).toBe('github_token');
      expect(released(outcome)).not.toContain(TOKEN.slice(-7));
    }
  });

  it.each(ways)('cannot hide an address: $way', ({ options }) => {
    const stream = write(`To ${MAIL} so`);
    const outcome = run([bytes(stream)], options);
    expect(outcome.threat).toBeNull();
    expect(released(outcome)).toContain('<EMAIL_ADDRESS>');
    for (const piece of ['schmidt', 'company']) expect(released(outcome)).not.toContain(piece);
    expect(released(outcome).split(/\s/).length).toBe(stream.split(/\s/).length);
  });

  it('tells what was found where nothing is held', () => {
    const guard = guardOf({ policy: policyOf({ mode: 'shadow' }) });
    const stream = bytes(write(`It is ${TOKEN} so`));
    expect(guard.push(stream).release).toEqual(stream);
    guard.end();
    expect(guard.summary().inspection.verdict.threat?.subType).toBe('github_token');
  });

  it('leaves harmless words as they are', () => {
    const stream = write('It is so. Or was it not? ');
    const outcome = run([bytes(stream)]);
    expect(outcome.threat).toBeNull();
    expect(released(outcome)).toBe(stream);
  });
});

const ALLOWING = policyOf({ onScanError: { input: 'allow', output: 'allow' } });

const [first = '', second = ''] = say('Half of it', { size: 5 });

/** What some clients read, and others otherwise. */
const IN_TWO_MANNERS = [
  { name: 'other letters', stream: first + second.replace('data', 'Data') },
  { name: 'a mark in front of one of two events', stream: `${first}\ufeff${second}` },
  { name: 'another line end between two of three', stream: `${first}${first.trim()}\v${second}` },
  { name: 'JSON in a comment', stream: `${first}:${second.slice(5)}` },
];

/** What is read as text, though some client may make more of it. */
const BROKEN = [
  { name: 'half a document', stream: event('{"choices":[{"delta":{"content":"a') },
  { name: 'half a document in a field of its own', stream: `note: {"choices":[{"delta"\n${role()}` },
  { name: 'a document in single quotes behind another', stream: event(`{"a":"b"}{'c':1}{"d"`) },
];

/** What clients read as they do any other. */
const TOO_DEEP = [
  { name: 'one that nests too deep', stream: event(`${'[{"a":'.repeat(200)}1${'}]'.repeat(200)}`) },
  {
    name: 'one that nests too deep, without a field',
    stream: `{"a":${'['.repeat(200)}${']'.repeat(200)}}\n\n`,
  },
];

const inBytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const [before = '', behind = ''] = say('word', { size: 99 }).join('').split('word');
const inContent = (...texts: readonly string[]): Buffer =>
  inBytes(texts.map((text) => before + text + behind).join(''));

/** Around which some clients read one word, and others two. */
const NO_UTF8 = [
  { name: 'a byte that is never one', stream: inContent('It is 536-90\xff-4399, I think') },
  {
    name: 'one in an event like others',
    stream: inContent('a', 'b', `${TOKEN.slice(0, 9)}\xff${TOKEN.slice(9)}`),
  },
  { name: 'an overlong form', stream: inContent('a\xc1\xa1') },
  { name: 'half a pair', stream: inContent('a\xed\xa0\x80') },
  { name: 'a character in two events', stream: inContent('caf\xc3', '\xa9') },
  { name: 'a byte in a comment', stream: inBytes(': caf\xe9\n\n') },
  { name: 'one in a field', stream: inBytes(`event: caf\xe9\n${role()}`) },
  { name: 'one that is no JSON', stream: inBytes('data: caf\xe9\n\n') },
];

describe.each(NO_UTF8)('what is no UTF-8: $name', ({ stream }) => {
  const all = Buffer.concat([bytes(role()), stream, bytes(finish(), DONE)]);
  const ways = [[all], [...all].map((byte) => Buffer.of(byte))];

  it('is refused where policy would rather not have it', () => {
    for (const pieces of ways) expect(refusal(() => run(pieces))?.code).toBe('INVALID_ENCODING');
  });

  it('is scanned, and counted once', () => {
    for (const pieces of ways) {
      const guard = guardOf({ policy: ALLOWING });
      const left = [...pieces.map(guard.push), guard.end()].map(({ release }) => release);
      expect(Buffer.concat(left)).toEqual(all);
      expect(guard.summary().inspection.unjudged).toEqual([{ reason: 'invalid_body', pointer: '' }]);
    }
  });
});

describe('what cannot be read for certain', () => {
  it.each([...IN_TWO_MANNERS, ...TOO_DEEP])(
    'is refused where policy would rather not have it: $name',
    ({ stream }) => {
      for (const mode of ['blocking', 'shadow'] as const) {
        const guard = guardOf({ policy: policyOf({ mode }) });
        expect(refusal(() => guard.push(bytes(stream, DONE)))?.code).toBe('INVALID_JSON');
      }
    },
  );

  it.each([
    ...[...IN_TWO_MANNERS, ...TOO_DEEP].map((each) => ({ ...each, policy: ALLOWING })),
    ...BROKEN.map((each) => ({ ...each, policy: policyOf() })),
  ])('is scanned, and counted once: $name', ({ stream, policy }) => {
    const guard = guardOf({ policy });
    guard.push(bytes(stream, stream, `note: My key is ${TOKEN}\n\n`));
    guard.end();
    const { unjudged, verdict } = guard.summary().inspection;
    expect(unjudged).toEqual([{ reason: 'invalid_body', pointer: '' }]);
    expect(verdict.threat?.subType).toBe('github_token');
  });

  it('no more parts are kept than may be', () => {
    const guard = guardOf({ policy: ALLOWING });
    const unknown = (parts: number): string =>
      event(JSON.stringify({ choices: [{ delta: { content: Array(parts).fill({ type: 'x' }) } }] }));
    guard.push(bytes(unknown(1000), event('{"choices":[{"delta":{"content":"a'), unknown(900)));
    guard.end();
    expect(guard.summary().inspection.unjudged).toHaveLength(1001);
  });

  it.each(['utf16le', 'latin1'] as const)('another encoding is refused in every mode: %s', (encoding) => {
    const text = [role(), ...say('Hello'), DONE].join('');
    const stream =
      encoding === 'latin1'
        ? Buffer.from(text.replaceAll('"c1"', '"c\0"'), encoding)
        : Buffer.from(`\ufeff${text}`, encoding);
    for (const policy of [policyOf(), ALLOWING, policyOf({ mode: 'shadow' })]) {
      const guard = guardOf({ policy });
      expect(
        refusal(() => {
          guard.push(stream);
          guard.end();
        })?.code,
      ).toBe('INVALID_ENCODING');
    }
  });

  it('a zero outside of all documents is read as the sign that it is', () => {
    const stream = [role(), 'data: \u0000\u0001\n\n', ...say('Hello'), DONE].join('');
    expect(released(run([bytes(stream)]))).toBe(stream);
    expect(
      run([bytes(role(), `data: My key is ${TOKEN.split('').join('\u0000')}\n\n`)]).threat?.subType,
    ).toBe('github_token');
  });

  it('a character at which the stream broke off hides nothing', () => {
    for (const left of ['\xc3', '\xe2\x82', '\xf0\x9f\x98']) {
      const stream = inBytes(`${role()}${before}caf${left}`);
      expect(run([stream]).released).toBe(stream.toString('latin1'));
      const broken = inBytes(`${role()}data: 536-90${left}-4399`);
      expect(refusal(() => run([broken]))?.code).toBe('INVALID_ENCODING');
    }
  });

  it('a document at which the stream broke off is nobody’s', () => {
    for (const stream of ['data: {"choices":[{"ind', '{"choices":[{"ind', `${first.trim()}\ndata: {"cho`]) {
      expect(released(run([bytes(role(), stream)]))).toBe(role() + stream);
    }
  });
});

it('a comment that says nothing overtakes text that is held, and one that says something harmless, too', () => {
  const guard = guardOf();
  guard.push(bytes(...say('wor')));
  for (const comment of [': ping\n\n', ': OPENROUTER PROCESSING\n\n', ':\n\n']) {
    expect(guard.push(bytes(comment)).release.toString()).toBe(comment);
  }
});

it('an end that only some see decides like any other', () => {
  const stream = [...say('It is so'), finish(), DONE].join('').replaceAll('data:', 'Data:');
  expect(released(run([bytes(stream)]))).toBe(stream);
});

it.each([
  { name: 'one line end between events', write: (text: string) => inLines(text) },
  { name: 'fields', write: (text: string) => text.replaceAll(/.{7}/g, 'note: $&\n') },
  { name: 'documents', write: (text: string) => event(chunks(text, delta).join('')) },
])('400 KB in $name cost little', ({ write }) => {
  const stream = bytes(write('some words that say little, '.repeat(4000)));
  expect(cpuMs(() => run([stream]))).toBeLessThan(15_000);
});

it.each([
  { name: 'documents', stream: event('{}'.repeat(1_000_000)) },
  { name: 'lines', stream: 'data:{}\n'.repeat(500_000) },
  { name: 'fields', stream: 'note: A b\n'.repeat(500_000) },
])('too many $name in one event are refused', ({ stream }) => {
  const guard = guardOf();
  const refused = cpuMs(() => {
    expect(
      refusal(() => {
        guard.push(bytes(stream));
        guard.end();
      })?.code,
    ).toBe('SCAN_UNAVAILABLE');
  });
  expect(refused).toBeLessThan(5000);
});

it.each([
  { name: 'one string', data: `{"a":"${'\\"'.repeat(1_500_000)}` },
  { name: 'numbers that are none', data: `{"a":NaN,"b":"${'\\"'.repeat(1_500_000)}` },
  { name: 'brackets', data: '[{'.repeat(1_500_000) },
])('3 MB of $name without an end are read as text', ({ data }) => {
  const guard = guardOf({ policy: policyOf({ mode: 'shadow' }) });
  expect(cpuMs(() => guard.push(bytes(event(data))))).toBeLessThan(15_000);
  expect(guard.summary().inspection.unjudged).toEqual([{ reason: 'invalid_body', pointer: '' }]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { NO_OPEN_RULES } from '../../../src/detection/operator-rules/definition.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { BORROWED_RULES } from '../../../src/detection/rulesets/secrets/borrowed.ts';
import { mixed } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { SECRETS } from '../../../src/detection/rulesets/secrets.ts';
import { createChannel } from '../../../src/stream/channel.ts';
import { OUTPUT } from '../detection/samples.ts';
import { maskWhole, policyOf, run, scanWhole, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });

const streamed = (text: string, size: number): string => {
  const { released } = run([Buffer.from([...say(text, { size }), DONE].join(''))], { policy: MASKING });
  return textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
};
const stepwise = (text: string, size: number): string => {
  const { released } = run(
    [...say(text, { size }), DONE].map((event) => Buffer.from(event)),
    { policy: MASKING },
  );
  return textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
};

const samples = [...SECRETS.rules, ...BORROWED_RULES].map(({ id, match: [sample = ''] }) => ({ id, sample }));

describe('a secret in a stream is masked as in a whole answer', () => {
  it.each(samples)('$id', ({ sample }) => {
    const text = `So here it is: ${sample} and that was it, more or less.`;
    const whole = maskWhole('', text, MASKING);
    expect(whole).not.toBe(text);
    for (const size of [1, 4, 11]) expect(stepwise(text, size), `${size}`).toBe(whole);
  });

  it('by the name of what it is, where a view of it has another one', () => {
    const token = `${'A'.repeat(21)}${mixed(32)}%2B${mixed(9)}%3D${mixed(50)}`;
    const text = `Take token: ${token} or not.`;
    const named = scanWhole('', text).map(({ subType, span }) => `${subType} ${span.start}`);
    expect(named).toEqual(['twitter_token 12', 'generic_secret 12']);
    expect(maskWhole('', text, MASKING)).toBe('Take token: <twitter_token> or not.');
    for (const size of [1, 4, 11])
      expect(stepwise(text, size), `${size}`).toBe('Take token: <twitter_token> or not.');
  });

  it.each(
    [...SECRETS.rules, ...BORROWED_RULES].flatMap(({ id, match }) =>
      match.filter((sample) => /^[\w+]+:\/\/\S+$/u.test(sample)).map((sample) => ({ id, sample })),
    ),
  )('in an address as PHP writes it: $id, $sample', ({ sample }) => {
    const text = `It says {"a":"${sample.replaceAll('/', '\\/')}","b":1} to all who ask.`;
    const whole = maskWhole('', text, MASKING);
    expect(whole).not.toBe(text);
    for (const size of [1, 4, 11]) expect(stepwise(text, size), `${size}`).toBe(whole);
  });

  it.each(
    ['p4ss,W0rd9x', 'first9X,(second)9Y', 'a,b,c,d9X,e(f', 'p@a,b9X2(w@q,r'].flatMap((password) => [
      `https:\\/\\/anna:${password}@git.corp.dev\\/x`,
      `amqp:\\/\\/:${password}@mq.corp.dev`,
      `https:\\\\\\/\\\\\\/anna:${password}@git.corp.dev\\\\\\/x`,
      `https:\\u002F\\u002fanna:${password}@git.corp.dev`,
      `https%3A%2F%2Fanna%3A${encodeURIComponent(password)}%40git.corp.dev`,
    ]),
  )('in an address in a code, whatever signs its password has: %s', (address) => {
    const text = `It says {"a":"${address}","b":1} to all who ask.`;
    const whole = maskWhole('', text, MASKING);
    expect(whole).not.toBe(text);
    for (const size of [1, 4, 11]) expect(stepwise(text, size), `${size}`).toBe(whole);
  });

  it('behind the name of an account, with nothing but its length to tell', () => {
    const text = 'Here it is:\n\nanna:abYEB4ZT8s9kw\nbo:Zkf5I6pSX8i0U\n\nAnd not carl:abYEB4ZT8s9kwx.';
    const whole = maskWhole('', text, MASKING);
    expect(whole).toBe(text.replaceAll(/abYEB4ZT8s9kw\n|Zkf5I6pSX8i0U\n/g, '<generic_secret>\n'));
    for (const size of [1, 4, 11]) expect(stepwise(text, size), `${size}`).toBe(whole);
  });

  it('whatever stands around it, and however it is cut', () => {
    const piece = fc.oneof(
      fc.constantFrom(...samples.map(({ sample }) => sample)),
      fc.constantFrom(' ', '\n', ', ', '"', 'my password is ', 'token: ', 'You are ', '. So '),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (pieces, size) => {
          const text = ` ${pieces.join(' ')} `;
          expect(streamed(text, size)).toBe(maskWhole('', text, MASKING));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('each way to write a secret', () => {
  const alone = createPipeline([secrets]);
  const covered = (length: number, found: readonly Finding[]): Uint8Array => {
    const cover = new Uint8Array(length);
    for (const { span } of found) cover.fill(1, span.start, span.end);
    return cover;
  };
  const short = [...SECRETS.rules, ...BORROWED_RULES].flatMap(({ id, match }) => {
    const some = match.filter(({ length }) => length < 400);
    const texts = some.flatMap((each) => [`It is: ${each} and that was it.`, `It is: ${each}\nand so on`]);
    return texts.length === 0 ? [] : [{ id, texts }];
  });

  it.each(short)('is known before any of it leaves, and nothing else is taken for it: $id', ({ texts }) => {
    for (const text of texts) {
      const whole = covered(text.length, [...alone.scan(text, OUTPUT)].flat());
      const channel = createChannel('/choices/0/content', {
        ...{ pipeline: alone, protectedTexts: [], holdsEntities: true, openRules: NO_OPEN_RULES },
      });
      const found: Finding[] = [];
      let left = 0;
      for (const character of text) {
        channel.append(character);
        found.push(...channel.judge(false));
        const safe = channel.safeUntil();
        expect(covered(text.length, found).subarray(left, safe), text).toEqual(whole.subarray(left, safe));
        left = safe;
      }
      found.push(...channel.judge(true));
      expect(covered(text.length, found), text).toEqual(whole);
    }
  });
});

describe('secrets of one kind that touch', () => {
  const pairs = SECRETS.rules.flatMap(({ match }) => {
    const short = match.filter(({ length }) => length < 260);
    return short.length === 0 ? [] : [fc.tuple(fc.constantFrom(...short), fc.constantFrom(...short))];
  });
  const touching = fc
    .tuple(fc.oneof(...pairs), fc.constantFrom('-', '_', '/', '.', ':', '=', ''), fc.constantFrom(1, 0.7))
    .map(
      ([[a, b], sign, part]) =>
        `So here: ${a.slice(0, Math.ceil(a.length * part))}${sign}${b} and that was it, more or less.`,
    );

  it.each(['redact', 'hash'] as const)('are replaced as in a whole answer: %s', (action) => {
    const policy = policyOf({ entityAction: () => action });
    fc.assert(
      fc.property(touching, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const { released } = run(
          [...say(text, { size }), DONE].map((each) => Buffer.from(each)),
          { policy },
        );
        const streamedText = textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
        expect(streamedText).toBe(maskWhole('', text, policy));
      }),
      { numRuns: 400 },
    );
  });

  it('are one placeholder of both, and two findings', () => {
    const key = `sk-ant-api03-${mixed(80)}`;
    const policy = policyOf({ entityAction: () => 'hash' });
    const events = [...say(`Take ${key}-${key} now, please.`, { size: 7 }), DONE];
    const { released, findings } = run(
      events.map((each) => Buffer.from(each)),
      { policy },
    );
    expect(textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content')).toBe(
      `Take <anthropic_api_key:${2 * key.length + 1}> now, please.`,
    );
    expect(findings.map(({ start }) => start)).toEqual([5, 5 + key.length + 1]);
  });
});

describe('a private key longer than what is held', () => {
  const key = (lines: number): string =>
    `-----BEGIN PRIVATE KEY-----\n${`${mixed(64)}\n`.repeat(lines)}-----END PRIVATE KEY-----`;

  it.each([
    { name: 'of 8192 bits', text: key(100) },
    { name: 'in JSON', text: key(100).replaceAll('\n', '\\n') },
    { name: 'without an end', text: key(100).slice(0, -26) },
  ])('leaves nothing of itself: $name', ({ text }) => {
    expect(text.length).toBeGreaterThan(6000);
    // Beyond what is held the last line is not known to belong to it; no letter of the key is in there.
    for (const size of [7, 400])
      expect(stepwise(`It is\n${text}`, size).replace(/-----END.*/su, '')).toBe('It is\n<private_key>');
  });
});

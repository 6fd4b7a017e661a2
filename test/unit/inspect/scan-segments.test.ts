import { describe, expect, it } from 'vitest';
import { type RoleSet, roleSetOf, type Segment } from '../../../src/chat/segment.ts';
import { createSegmentCache } from '../../../src/detection/cache/cache.ts';
import type { Pipeline } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { createSegmentScanner, type ScanElsewhere } from '../../../src/detection/scan-segments.ts';
import { unreadAt } from '../../../src/detection/views/unread.ts';
import { segmentOf } from '../envoy/fixtures.ts';

const WORD = 'attack';
const findWord = (text: string): Finding[] =>
  Array.from(text.matchAll(/attack/g), ({ index }) => ({
    ruleId: 'PI-1',
    category: 'prompt_injection',
    subType: 'x',
    score: 1,
    span: { start: index, end: index + WORD.length },
    view: 'raw',
  }));

/** A pipeline that takes `costMs` for each of its steps. */
const setUp = ({
  costMs = 1,
  steps = 1,
  timeoutMs = 100,
  sliceMs = 10,
  cacheSize = 0,
  scanElsewhere = null as ScanElsewhere | null,
  goesInTurn = Number.POSITIVE_INFINITY,
} = {}) => {
  const state = {
    ...{ nowMs: 0, turns: 0, steps: 0, hits: 0, misses: 0 },
    scanned: [] as string[],
    cutOut: [] as string[],
  };
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text, { isCutOut }) {
      state.scanned.push(text);
      if (isCutOut === true) state.cutOut.push(text);
      for (let i = 0; i < steps; i += 1) {
        state.nowMs += costMs;
        state.steps += 1;
        yield i === 0 ? findWord(text) : [];
      }
    },
  };
  const cancellation = { aborted: false };
  const scan = createSegmentScanner({
    pipeline,
    cache: createSegmentCache(cacheSize, 'r'),
    limits: { timeoutMs, sliceMs },
    clock: () => state.nowMs,
    yieldTurn: async () => {
      state.turns += 1;
      cancellation.aborted ||= state.turns === goesInTurn;
    },
    secondTier: null,
    scanElsewhere,
    onCacheLookup: (isHit) => {
      if (isHit) state.hits += 1;
      else state.misses += 1;
    },
  });
  return {
    state,
    cancellation,
    scan: async (segments: readonly Segment[]) => (await scan(segments, [], cancellation)).findings,
  };
};

const turns = (...texts: string[]): Segment[] =>
  texts.map((text, index) => segmentOf(text, { pointer: `/messages/${index}/content` }));

describe('a scan of segments', () => {
  it('finds what stands in one, and what stands over a border, each once', async () => {
    const { scan } = setUp();
    const segments = [
      segmentOf('an attack', { pointer: '/messages/0/content/0/text' }),
      segmentOf(' att', { pointer: '/messages/0/content/1/text' }),
      segmentOf('ack', { pointer: '/messages/0/content/2/text' }),
    ];
    const found = await scan(segments);
    expect(found).toMatchObject([
      { segment: segments[0], span: { start: 3, end: 9 } },
      { segment: segments[2], span: { start: 0, end: 3 } },
    ]);
    expect(found.map(({ isAcross }) => isAcross)).toEqual([undefined, true]);
  });

  it('says which of the borders are cut out of longer texts', async () => {
    const { scan, state } = setUp();
    const [long, longer, short] = ['a'.repeat(200), 'b'.repeat(900), 'c'.repeat(199)];
    await scan(turns(long, longer, short));
    expect(state.cutOut).toEqual([`${long}\n${longer.slice(0, 200)}`]);
    expect(state.scanned).toContain(`${longer.slice(-200)}\n${short}`);
  });

  it('reads a short text that comes again once, for each who wrote it', async () => {
    const { scan, state } = setUp();
    const segments = [
      ...turns('an attack', 'an attack', 'an attack'),
      segmentOf('an attack', { role: 'tool', trust: 'untrusted' }),
    ];
    expect((await scan(segments)).map(({ segment }) => segment)).toEqual(segments);
    expect(state.scanned.filter((text) => text === 'an attack')).toHaveLength(2);
  });

  it('reads the texts of one role one after the other, and tells what it found in the order of the body', async () => {
    const { scan, state } = setUp();
    const segments = Array.from({ length: 9 }, (_, index) =>
      segmentOf(`${index} an attack ${'x'.repeat(401)}`, {
        pointer: `/messages/${index}/content`,
        ...(
          [
            { role: 'user', trust: 'user' },
            { role: 'tool', trust: 'untrusted' },
            { role: 'assistant', trust: 'model' },
          ] as const
        )[index % 3],
      }),
    );
    const findings = await scan(segments);
    expect(findings.map(({ segment }) => segment)).toEqual(segments);
    const texts = state.scanned.filter((text) => /^\d/.test(text));
    expect(texts.map((text) => text.charAt(0)).join('')).toBe('036147258');
  });

  it('reads each text of an answer', async () => {
    const { scan, state } = setUp();
    await scan(turns('an attack', 'an attack').map((each) => ({ ...each, direction: 'output' as const })));
    expect(state.scanned.filter((text) => text === 'an attack')).toHaveLength(2);
  });

  it('tells once what stands in two seams', async () => {
    const { scan } = setUp();
    const filler = Array.from({ length: 12 }, () => 'q'.repeat(199));
    const segments = [...filler, 'att', 'ack', 'so full', 'end'].map((text, index) =>
      segmentOf(text, { pointer: `/messages/0/content/${index}/text` }),
    );
    expect(await scan(segments)).toHaveLength(1);
  });

  it('lets others go first after each slice', async () => {
    const { scan, state } = setUp({ steps: 40, costMs: 1, sliceMs: 10 });
    await scan(turns('a'));
    expect(state.turns).toBe(4);
    await setUp({ steps: 5 }).scan(turns('a'));
  });

  it('keeps nobody waiting within a slice', async () => {
    const { scan, state } = setUp({ steps: 9, costMs: 1, sliceMs: 10 });
    await scan(turns('a'));
    expect(state.turns).toBe(0);
  });

  it('ends at its deadline, and not before', async () => {
    await expect(setUp({ steps: 101 }).scan(turns('a'))).rejects.toMatchObject({ code: 'SCAN_TIMEOUT' });
    await expect(setUp({ steps: 100 }).scan(turns('a'))).resolves.toEqual([]);
    // The time is that of all segments together.
    const { scan, state } = setUp({ steps: 30, sliceMs: 1000 });
    await expect(scan(turns('a', 'b', 'c', 'd', 'e'))).rejects.toMatchObject({ code: 'SCAN_TIMEOUT' });
    expect(state.scanned).toHaveLength(4);
  });

  it.each(['user', 'tool'] as const)(
    'says nothing where its time is used up by texts of other roles than %s',
    async (role) => {
      const { scan, state } = setUp({ steps: 12, sliceMs: 1000 });
      const others = turns(...Array.from({ length: 8 }, (_, index) => `cheap ${index}`)).map((each) => ({
        ...each,
        ...({ role: 'assistant', trust: 'model' } as const),
      }));
      const last = segmentOf('an attack', { pointer: '/messages/8/content', role });
      await expect(scan([...others, last])).rejects.toMatchObject({ code: 'SCAN_TIMEOUT' });
      expect(state.scanned).not.toContain('an attack');
    },
  );

  it('ends when nobody waits any more', async () => {
    const { scan, state, cancellation } = setUp({ steps: 3 });
    cancellation.aborted = true;
    await expect(scan(turns('a', 'b'))).rejects.toMatchObject({ code: 'SCAN_UNAVAILABLE' });
    expect(state.scanned).toEqual(['a']);
  });

  it('does nothing more for a caller who went while it let others go first', async () => {
    const { scan, state } = setUp({ steps: 40, sliceMs: 10, goesInTurn: 2 });
    await expect(scan(turns('a'))).rejects.toMatchObject({ code: 'SCAN_UNAVAILABLE' });
    expect(state).toMatchObject({ turns: 2, steps: 20 });
  });

  it('remembers no scan that did not end', async () => {
    const { scan, state, cancellation } = setUp({ cacheSize: 10 });
    const segments = turns('a'.repeat(100));
    cancellation.aborted = true;
    await expect(scan(segments)).rejects.toThrow();
    cancellation.aborted = false;
    await scan(segments);
    expect(state).toMatchObject({ hits: 0, misses: 2 });
    await scan(segments);
    expect(state).toMatchObject({ hits: 1, misses: 2 });
    expect(state.scanned).toHaveLength(2);
  });

  it('gives a remembered finding to the segment at hand', async () => {
    const { scan } = setUp({ cacheSize: 10 });
    const text = `attack ${'x'.repeat(100)}`;
    const [first] = await scan([segmentOf(text, { pointer: '/messages/0/content' })]);
    const again = segmentOf(text, { pointer: '/messages/7/content' });
    const [second] = await scan([again]);
    expect(second).toEqual({ ...first, segment: again });
    expect(second?.segment).toBe(again);
  });

  it('scans a growing conversation at the cost of what is new', async () => {
    const { scan, state } = setUp({ cacheSize: 1000, costMs: 0 });
    const texts: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      texts.push(`turn ${turn} ${'word '.repeat(40)}`);
      const before = state.scanned.length;
      await scan(turns(...texts));
      // The new text, and the seam that it ends; a full seam begins anew now and then.
      expect(state.scanned.length - before).toBeLessThanOrEqual(3);
    }
  });
});

/** Threads that take texts from 100 characters on. */
const createElsewhere = () => {
  const asked: string[][] = [];
  const roles: (RoleSet | undefined)[] = [];
  const elsewhere: ScanElsewhere = {
    takes: (chars) => chars >= 100,
    scan: async (texts) => {
      asked.push(texts.map(({ text }) => text));
      roles.push(...texts.map((each) => each.roles));
      return texts.map(({ text }) => findWord(text));
    },
  };
  return { asked, roles, elsewhere };
};

describe('a scan elsewhere', () => {
  const LONG = `${'attack '.repeat(10)}${'x'.repeat(30)}`;

  it('finds the same, texts and borders in one go', async () => {
    const { asked, elsewhere } = createElsewhere();
    const { scan, state } = setUp({ scanElsewhere: elsewhere });
    const segments = turns(LONG, 'an att', 'ack');
    expect(await scan(segments)).toEqual(await setUp().scan(segments));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.slice(0, 3)).toEqual([LONG, 'an att', 'ack']);
    expect(state.scanned).toEqual([]);
  });

  it('is told of all whose texts stand at a border', async () => {
    const { roles, elsewhere } = createElsewhere();
    const [first, ...others] = turns(LONG, 'an att', 'ack');
    if (first === undefined) throw new Error('no text');
    await setUp({ scanElsewhere: elsewhere }).scan([{ ...first, role: 'other' }, ...others]);
    expect(roles.filter((each) => each !== undefined)).toEqual([roleSetOf('user') | roleSetOf('other')]);
  });

  it('is for what is long enough, and not in the cache', async () => {
    const { asked, elsewhere } = createElsewhere();
    const { scan, state } = setUp({ scanElsewhere: elsewhere, cacheSize: 100 });
    await scan(turns('y'.repeat(99)));
    expect([asked.length, state.scanned.length]).toEqual([0, 1]);
    await scan(turns('y'.repeat(100)));
    expect([asked.length, state.scanned.length]).toEqual([1, 1]);
    const first = await scan(turns(LONG));
    expect(await scan(turns(LONG))).toEqual(first);
    expect(asked).toHaveLength(2);
  });

  it('is not for answers, which are judged against their request', async () => {
    const { asked, elsewhere } = createElsewhere();
    const { scan, state } = setUp({ scanElsewhere: elsewhere });
    expect(
      await scan([segmentOf(LONG, { direction: 'output', role: 'output', trust: 'output' })]),
    ).toHaveLength(10);
    expect([asked.length, state.scanned.length]).toEqual([0, 1]);
  });

  it('that says nothing of a text is no scan', async () => {
    const { elsewhere } = createElsewhere();
    const silent: ScanElsewhere = { ...elsewhere, scan: async () => [] };
    await expect(setUp({ scanElsewhere: silent }).scan(turns(LONG))).rejects.toThrow('not scanned');
  });

  it('fails as it failed there', async () => {
    const { elsewhere } = createElsewhere();
    const failing: ScanElsewhere = { ...elsewhere, scan: () => Promise.reject(new Error('ended')) };
    const { scan, state } = setUp({ scanElsewhere: failing, cacheSize: 100 });
    await expect(scan(turns(LONG))).rejects.toThrow('ended');
    expect(state.scanned).toEqual([]);
  });
});

it('scans a text that stands in a body twice once', async () => {
  const { scan, state } = setUp({ cacheSize: 100 });
  const twice = `attack ${'z'.repeat(100)}`;
  const found = await scan(turns(twice, twice));
  expect(found.map(({ segment }) => segment.pointer)).toEqual(['/messages/0/content', '/messages/1/content']);
  expect(state.scanned.filter((text) => text === twice)).toHaveLength(1);
  expect(state).toMatchObject({ hits: 1 });
});

it('says of each text once that it has more readings than are scanned, also where it comes from the cache', async () => {
  const scanned: string[] = [];
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text) {
      scanned.push(text);
      yield text.startsWith('code') ? [unreadAt({ start: 0, end: text.length }), ...findWord(text)] : [];
    },
  };
  const scan = createSegmentScanner({
    pipeline,
    cache: createSegmentCache(100, 'r'),
    limits: { timeoutMs: 1000, sliceMs: 1000 },
    clock: () => 0,
    yieldTurn: async () => undefined,
    secondTier: null,
    scanElsewhere: null,
    onCacheLookup: () => undefined,
  });
  const long = (word: string): string => `${word} ${'x'.repeat(1200)}`;
  const texts = turns(...['code attack', 'a', 'b', 'code', 'c', 'd', 'e', 'f', 'g'].map(long));
  const [first, , , fourth] = texts;
  for (const isNew of [true, true, false]) {
    scanned.length = 0;
    const { findings, unjudged } = await scan(texts, [], { aborted: false });
    expect(findings).toMatchObject([{ segment: first, ruleId: 'PI-1' }]);
    expect(unjudged).toEqual(
      [first, fourth].map((segment) => ({ reason: 'too_many_readings', pointer: segment?.pointer })),
    );
    if (!isNew) expect(scanned).toEqual([]);
  }
});

it('says of what stands across a border that it has more readings than are scanned', async () => {
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text) {
      yield text === 'one\ntwo' ? [unreadAt({ start: 0, end: text.length })] : [];
    },
  };
  const scan = createSegmentScanner({
    pipeline,
    cache: createSegmentCache(0, 'r'),
    limits: { timeoutMs: 1000, sliceMs: 1000 },
    clock: () => 0,
    yieldTurn: async () => undefined,
    secondTier: null,
    scanElsewhere: null,
    onCacheLookup: () => undefined,
  });
  const { findings, unjudged } = await scan(turns('one', 'two'), [], { aborted: false });
  expect(findings).toEqual([]);
  expect(unjudged).toEqual([{ reason: 'too_many_readings', pointer: '/messages/1/content' }]);
});

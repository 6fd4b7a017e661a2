import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from '../../../src/platform/text-lines.ts';

async function* inPieces(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

const linesIn = async (...pieces: readonly string[]): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of linesOf(inPieces(pieces))) lines.push(line);
  return lines;
};

it.each([
  { name: 'nothing', pieces: [], lines: [] },
  { name: 'an empty piece', pieces: [''], lines: [] },
  { name: 'one without an end', pieces: ['a'], lines: ['a'] },
  { name: 'one with an end', pieces: ['a\n'], lines: ['a'] },
  { name: 'empty ones', pieces: ['\n\na'], lines: ['', '', 'a'] },
  { name: 'line ends of Windows, cut in two', pieces: ['a\r', '\nb\r\n'], lines: ['a', 'b'] },
  {
    name: 'separators of lines and paragraphs, which end none',
    pieces: ['a\u2028b\u2029c\vd\fe\u0085f\rg\n'],
    lines: ['a\u2028b\u2029c\vd\fe\u0085f\rg'],
  },
])('lines: $name', async ({ pieces, lines }) => {
  expect(await linesIn(...pieces)).toEqual(lines);
});

it('are the same wherever the text is cut', async () => {
  const piece = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\u2028') });
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const whole = pieces.join('');
      const lines = await linesIn(...pieces);
      expect(lines).toEqual(await linesIn(whole));
      expect(lines.join('\n')).toBe(whole.replaceAll('\r\n', '\n').replace(/\r$|\n$/u, ''));
    }),
  );
});

it('come before what goes wrong behind them', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a\nb';
    throw new Error('gone');
  }
  const seen: string[] = [];
  const read = async (): Promise<void> => {
    for await (const line of linesOf(failing())) seen.push(line);
  };
  await expect(read()).rejects.toThrow('gone');
  expect(seen).toEqual(['a']);
});

it('are given up where one has no end, and not where many have', async () => {
  const piece = 'a'.repeat(2 ** 25);
  const read = async (pieces: readonly string[]): Promise<number> => {
    let lines = 0;
    for await (const _ of linesOf(inPieces(pieces))) lines += 1;
    return lines;
  };
  await expect(read(Array.from({ length: 9 }, () => `${piece}\n`))).resolves.toBe(9);
  await expect(read(['a\n', ...Array.from({ length: 9 }, () => piece)])).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: 'A line has more than 268435456 characters.',
  });
});

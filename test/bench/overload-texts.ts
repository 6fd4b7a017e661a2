const TEXTS = 64;
const CHARS = 64_000;
const WORDS =
  'the quarterly report shows that revenue grew by twelve percent while costs stayed flat and the team expects the same for next year provided that nothing unforeseen happens in supply'.split(
    ' ',
  );

/** Harmless texts of some 64 KB, no two alike. */
export const longTexts = (): readonly string[] =>
  Array.from({ length: TEXTS }, (_, text) => {
    let seed = text + 1;
    let written = '';
    while (written.length < CHARS) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      written += `${WORDS[(seed >>> 8) % WORDS.length]} `;
    }
    return written;
  });

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const MAX_CHARS = 100;

/** The candidate that a misspelt name most likely stands for, or null. */
export const nearest = (name: string, candidates: Iterable<string>): string | null => {
  const wanted = name.slice(0, MAX_CHARS).toLowerCase();
  let best: { candidate: string; cost: number } | null = null;
  for (const candidate of candidates) {
    const cost = distance(wanted, candidate.toLowerCase());
    if (best === null || cost < best.cost) best = { candidate, cost };
  }
  return best !== null && best.cost <= Math.max(2, wanted.length / 4) ? best.candidate : null;
};

/** @returns `; did you mean …?` with the nearest of them, or nothing. */
export const didYouMean = (name: string, candidates: Iterable<string>): string => {
  const candidate = nearest(name, candidates);
  return candidate === null ? '' : `; did you mean ${candidate}?`;
};

import { below, createRandom } from '../training/random.ts';
import type { LabelledText } from './labelled.ts';

/** A place of an attack in a long text: how many characters of harmless text, and which share of it comes before. */
export type Hiding = Readonly<{ name: string; chars: number; before: number }>;

export const HIDINGS: readonly Hiding[] = [
  { name: 'at the start of 4,000 characters', chars: 4000, before: 0 },
  { name: 'in the middle of 4,000 characters', chars: 4000, before: 0.5 },
  { name: 'at the start of 12,000 characters', chars: 12_000, before: 0 },
  { name: 'in the middle of 12,000 characters', chars: 12_000, before: 0.5 },
  { name: 'at the end of 12,000 characters', chars: 12_000, before: 1 },
];

/** Harmless texts of the run, one behind the other, beginning at a random one. */
const carrierOf = (benign: readonly LabelledText[], chars: number, seed: number): string => {
  let carrier = '';
  for (let i = below(createRandom(seed), benign.length); carrier.length < chars; i++) {
    carrier += `${benign[i % benign.length]?.text ?? ''}\n\n`;
  }
  return carrier.slice(0, chars);
};

/**
 * Puts an attack into harmless texts of the same direction.
 *
 * @param benign At least one text.
 */
export const hide = (row: LabelledText, benign: readonly LabelledText[], hiding: Hiding): LabelledText => {
  const carrier = carrierOf(benign, hiding.chars, row.text.length);
  const wanted = Math.round(hiding.before * carrier.length);
  // Between two paragraphs, so that neither text is cut.
  const border = wanted === 0 ? 0 : carrier.indexOf('\n', wanted);
  const at = border === -1 ? carrier.length : border;
  return { ...row, text: `${carrier.slice(0, at)}\n${row.text}\n${carrier.slice(at)}` };
};

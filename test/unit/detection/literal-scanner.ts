import { type LiteralHits, listHits, sortHits, walkEscaped } from '../../../src/detection/facts/literals.ts';
import {
  AT_WORD,
  type Automaton,
  enterNext,
  isEscapedBreak,
} from '../../../src/detection/matching/automaton.ts';

/**
 * What the kernel does, without it: finds all of a fixed set of literals in one pass, whatever their number and regardless of case.
 *
 * @param automaton Of literals in the form that `normalize` gives texts; one that begins with a letter matches only where a
 *   word begins (scripts without blanks excepted).
 */
export const createLiteralScanner =
  (automaton: Automaton): ((text: string) => LiteralHits) =>
  (text) => {
    const entered: number[] = [];
    let row = AT_WORD;
    for (let i = 0; i < text.length; i++) {
      row = enterNext(automaton, row, text.charCodeAt(i));
      if (row < AT_WORD) entered.push(row, i + 1);
    }
    const hits = listHits(automaton, entered);
    const escaped: number[] = [];
    for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 1)) {
      if (isEscapedBreak(text, at)) walkEscaped(automaton, text, at + 2, escaped);
    }
    return escaped.length > 0 ? sortHits(automaton, [...hits, ...escaped]) : hits;
  };

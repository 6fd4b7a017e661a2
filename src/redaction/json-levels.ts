import { createLevel, decode, followBracket, isProse, type Kind, kindOf, type Level } from './json-level.ts';
import type { JsonPlace } from './json-places.ts';

/** The texts that stand in each other where a growing text ends: JSON, a string of it that is JSON again, and so on. */
export type JsonLevels = Readonly<{
  /** @returns Where the next character stands that may change something; the text's length where none does. */
  skip: (text: string, from: number) => number;
  /** @returns Whether the next character may stand somewhere else than this one. */
  take: (character: string) => boolean;
  /** Where the next character stands. */
  place: () => JsonPlace;
  isJson: () => boolean;
}>;

const MAX_LEVELS = 6;

const STRUCTURE = /["{}[\]]/g;
const QUOTE_OR_ESCAPE = /["\\]/g;
const LINE_END = /\n/g;

/** @param kind Of the outermost text. */
export const createJsonLevels = (kind: Kind): JsonLevels => {
  const levels: Level[] = [createLevel(kind)];
  let isMoved = false;

  const openInner = (at: number): void => {
    levels.splice(at + 1);
    if (at + 1 < MAX_LEVELS) levels.push(createLevel('unknown'));
  };

  const takeAt = (at: number, character: string): void => {
    const level = levels[at];
    if (level === undefined) return;
    if (level.kind === 'unknown') takeBeginning(at, level, character);
    else takeKnown(at, level, character);
  };

  const takeBeginning = (at: number, level: Level, character: string): void => {
    level.beginning += character;
    level.kind = kindOf(level.beginning);
    isMoved = true;
    if (level.kind !== 'unknown') for (const each of level.beginning) takeKnown(at, level, each);
  };

  const takeKnown = (at: number, level: Level, character: string): void => {
    if (level.kind === 'json' && !level.isOver) takeJson(at, level, character);
    else takeText(at, level, character);
  };

  const takeJson = (at: number, level: Level, character: string): void => {
    if (character === '"' && level.escape === null) {
      turnString(at, level);
    } else if (!level.isInString) {
      if (followBracket(level, character)) isMoved = true;
    } else {
      const decoded = decode(level, character);
      if (decoded !== null) takeAt(at + 1, decoded);
    }
  };

  const turnString = (at: number, level: Level): void => {
    level.isInString = !level.isInString;
    isMoved = true;
    if (level.isInString) openInner(at);
    else levels.splice(at + 1);
  };

  const takeText = (at: number, level: Level, character: string): void => {
    const step = level.fence.follow(character);
    if (step === 'opens') {
      openInner(at);
    } else if (step === 'closes') {
      levels.splice(at + 1);
      isMoved = true;
    } else if (level.fence.isOpen()) {
      takeAt(at + 1, character);
      // Code may be several documents, one a line.
      if (character === '\n' && levels[at + 1]?.isOver === true) openInner(at);
    }
  };

  /** What may change something next; null where every character may. */
  const nextTurn = (): RegExp | null => {
    const [level, inner] = levels;
    if (level === undefined || level.escape !== null) return null;
    if (isProse(level, inner)) return LINE_END;
    if (level.kind !== 'json' || level.isOver) return null;
    if (!level.isInString) return STRUCTURE;
    return inner !== undefined && isProse(inner) ? QUOTE_OR_ESCAPE : null;
  };

  return {
    skip: (text, from) => {
      const pattern = nextTurn();
      if (pattern === null) return from;
      pattern.lastIndex = from;
      return pattern.exec(text)?.index ?? text.length;
    },
    take: (character) => {
      isMoved = false;
      takeAt(0, character);
      return isMoved;
    },
    place: () => {
      let depth = 0;
      let isOutside = false;
      for (const level of levels) {
        isOutside = level.kind === 'json' && !(level.isInString || level.isOver);
        if (level.kind === 'json' && level.isInString) depth += 1;
      }
      return { depth, isOutside };
    },
    isJson: () => levels[0]?.kind === 'json',
  };
};

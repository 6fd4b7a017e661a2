import { createJsonLevels } from './json-levels.ts';
import { createJsonPlaces, type JsonPlace } from './json-places.ts';

/** How deep in JSON the places of a growing text stand. What is put there has to be escaped as often. */
export type JsonNesting = Readonly<{
  /** Adds text. Pieces may be cut anywhere. */
  push: (text: string) => void;
  /** False where the text is no JSON, though some may stand in it as code; also while nothing but blanks has come. */
  isJson: () => boolean;
  /** @param offset From the beginning of the text, not beyond its end nor before what was forgotten. */
  placeAt: (offset: number) => JsonPlace;
  /** Where the string begins, or what else is one place, that an offset is in. */
  placeFrom: (offset: number) => number;
  forget: (until: number) => void;
}>;

/** Arguments that begin with another sign are no JSON. */
const BEGINS_VALUE = /[{["\d-]/;

/** @param isSurelyJson Such as the arguments of a function, unless they begin like no value; else the text's beginning tells. */
export const createJsonNesting = (isSurelyJson: boolean): JsonNesting => {
  let levels = createJsonLevels(isSurelyJson ? 'json' : 'unknown');
  let places = createJsonPlaces({ depth: 0, isOutside: isSurelyJson });
  let isBegun = !isSurelyJson;
  let length = 0;

  /** Nothing but blanks has come so far. */
  const begin = (text: string): void => {
    const sign = /\S/.exec(text)?.[0];
    if (sign === undefined) return;
    isBegun = true;
    if (BEGINS_VALUE.test(sign)) return;
    levels = createJsonLevels('text');
    places = createJsonPlaces({ depth: 0, isOutside: false });
  };

  return {
    push: (text) => {
      if (!isBegun) begin(text);
      for (let at = levels.skip(text, 0); at < text.length; at = levels.skip(text, at + 1)) {
        if (levels.take(text.charAt(at))) places.note(length + at, levels.place());
      }
      length += text.length;
    },
    isJson: () => levels.isJson(),
    placeAt: (offset) => places.at(offset),
    placeFrom: (offset) => places.from(offset),
    forget: (until) => places.forget(until),
  };
};

/** The pointers of texts that are JSON by themselves. */
const ARGUMENTS = /\/(?:function|function_call)\/arguments$/i;

export const holdsJson = (pointer: string): boolean => ARGUMENTS.test(pointer);

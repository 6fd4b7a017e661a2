import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { type Column, isWord, REACH, writeColumns } from './runs/columns.ts';
import { stringsIn } from './runs/quoted.ts';

/** A text word by word in the members of one name: what reads pictures gives it like this, `[{"text":"ignore"},{"text":"all"}]`, and a stream. */

const COLON = 0x3a;
const BLANK = 0x20;

/** Between the quotes of a name and those of its value. */
const isColon = (text: string, from: number, to: number): boolean =>
  codeAt(text, from) === COLON && (to === from + 1 || (to === from + 2 && codeAt(text, from + 1) === BLANK));

/** Words that are values of one name and near to each other, in the order in which they end. */
const columnsIn = (text: string): readonly Column[] => {
  const columns: Column[] = [];
  const open = new Map<string, Span[]>();
  const strings = stringsIn(text);
  for (let i = 1; i < strings.length; i++) {
    const [name, value] = [strings[i - 1], strings[i]];
    if (name === undefined || value === undefined) continue;
    if (!(isColon(text, name.end + 1, value.start - 1) && isWord(text, value))) continue;
    const key = text.slice(name.start, name.end);
    const column = open.get(key);
    if (column !== undefined && value.start - (column.at(-1)?.end ?? 0) <= REACH) {
      column.push(value);
      continue;
    }
    if (column !== undefined) columns.push(column);
    open.set(key, [value]);
  }
  return [...columns, ...open.values()];
};

/** @returns What such columns say, one a line, and nothing else. */
export const readColumns = (text: string): MappedText | undefined =>
  stringsIn(text).length >= 2 && (text.includes('":') || text.includes("':"))
    ? writeColumns(text, columnsIn(text))
    : undefined;

import { readSigns } from './address-signs.ts';
import { isHost } from './host-names.ts';

/** So much text is looked at. */
export const BEHIND_CHARS = 128;

/** What a host's name goes on with, escapes and the quotes that a shell takes off included. */
const RUN = /^["'`\\]{0,4}[\p{L}\p{N}\p{M}\p{Cf}_.@\\&#;\u3002\uff0e\uff61-]*/u;
const QUOTES = /^["'`\\]{1,4}/;
/** In JSON. */
const NEXT_LINE = /^["'`]{0,2}\\{1,4}[nrt]/;
const LABELS = /^[^.]+(?:\.[^.]+)+$/;

const runIn = (text: string): string => RUN.exec(text)?.[0] ?? '';

/** Whether more text may make the rest of a host of it. */
export const mayBecomeHost = (behind: string): boolean => runIn(behind).length === behind.length;

/**
 * What makes a value that stands in front of a text a part of a host's name (`<…>.evil.example`) or somebody's name there
 * (`<…>@evil.example`): a host need only be looked up to carry the value out. A value in front of an ending alone is a host of its own.
 *
 * @param behind The text behind the value, {@link BEHIND_CHARS} of it.
 * @returns Up to the host's end; null where it is none.
 */
export const readHostBehind = (behind: string): string | null => {
  const run = runIn(behind);
  if (NEXT_LINE.test(run)) return null;
  const signs = readSigns(run).replace(QUOTES, '');
  const name = signs.slice(0, signs.search(/[\\&#;]|$/)).replace(/[.-]+$/, '');
  const at = name.lastIndexOf('@');
  const dot = name.indexOf('.');
  if (at === -1 && dot === -1) return null;
  const host = name.slice((at === -1 ? dot : at) + 1);
  // What is longer than we look is no name that anybody would write.
  return run.length >= BEHIND_CHARS || (LABELS.test(host) && isHost(host)) ? name : null;
};

/**
 * Follows a growing text and knows whether it is within an address: of a link, an image or a tag, or one that stands alone.
 * What stands in an address is fetched by whoever shows the text, so no value may be put back there.
 */
export type AddressTracker = Readonly<{
  push: (text: string) => void;
  /** A placeholder: within an address it is part of it, blanks or not. */
  pushToken: (token: string) => void;
  /** The address so far; null outside of one. Cut at {@link MAX_ADDRESS_CHARS}, which is then its length. */
  address: () => string | null;
}>;

/** A longer address is never told from others. */
export const MAX_ADDRESS_CHARS = 2000;
/** No tag or quoted text that is longer is taken for an address any more. */
const MAX_OPEN_CHARS = 65_536;
const LOOK_BACK_CHARS = 24;
const MAX_BEFORE_CHARS = 512;

const TAGS =
  'a|area|audio|base|body|button|embed|form|frame|iframe|image|img|input|link|meta|object|script|source|style|svg|table|td|th|track|use|video';
/** Behind the second slash, or behind the first where browsers forgive that the other is missing. */
const URL_BEGINS =
  /(?:(?:[a-z][a-z\d+.-]{1,12}:)?[\\/]{2}|(?:https?|wss?|ftp):[\\/]|(?<![\p{L}\p{N}])www\.)$/iu;
const TAG_BEGINS = new RegExp(`<(?:${TAGS})[\\s/]$`, 'i');

type Kind = 'destination' | 'bracketed' | 'bare' | 'double-quoted' | 'single-quoted' | 'tag';

const KIND_BY_OPENER: Readonly<Record<string, Kind>> = {
  '"': 'double-quoted',
  "'": 'single-quoted',
  '<': 'bracketed',
};

const ENDS: Readonly<Record<Exclude<Kind, 'destination'>, RegExp>> = {
  bracketed: /[>\n]/,
  bare: /[\s"<>`]/,
  'double-quoted': /"/,
  'single-quoted': /'/,
  tag: />/,
};

/** These go over blanks and lines, so that a sign too many could hide the rest of a text from us. */
const CLOSED_BY_SIGN: ReadonlySet<Kind> = new Set(['double-quoted', 'single-quoted', 'tag']);

type Open = { kind: Kind; text: string; chars: number; parentheses: number };

const isEnd = (open: Open, character: string): boolean => {
  if (open.chars > MAX_OPEN_CHARS && CLOSED_BY_SIGN.has(open.kind)) return true;
  if (open.kind !== 'destination') return ENDS[open.kind].test(character);
  if (open.text === '') return false;
  if (character === '(') open.parentheses += 1;
  if (character === ')') open.parentheses -= 1;
  return /\s/.test(character) || open.parentheses < 0;
};

const grow = (open: Open, text: string): void => {
  open.chars += text.length;
  if (open.text.length < MAX_ADDRESS_CHARS) open.text = (open.text + text).slice(0, MAX_ADDRESS_CHARS);
};

const openerOf = (before: string, character: string): Open | null => {
  const text = before + character;
  if (text.endsWith('](')) return { kind: 'destination', text: '', chars: 0, parentheses: 0 };
  if (TAG_BEGINS.test(text)) return { kind: 'tag', text: '', chars: 0, parentheses: 0 };
  const url = URL_BEGINS.exec(text);
  if (url === null) return null;
  const kind = KIND_BY_OPENER[text[url.index - 1] ?? ''] ?? 'bare';
  return { kind, text: url[0], chars: url[0].length, parentheses: 0 };
};

const MAY_OPEN = /[(/\\.\s]/;

export const createAddressTracker = (): AddressTracker => {
  let open: Open | null = null;
  /** The end of the text outside of addresses. */
  let before = '';

  const takeOutside = (character: string): void => {
    if (MAY_OPEN.test(character)) open = openerOf(before.slice(-LOOK_BACK_CHARS), character);
    before += character;
    if (before.length > MAX_BEFORE_CHARS) before = before.slice(-LOOK_BACK_CHARS);
  };

  const takeInside = (inside: Open, character: string): void => {
    // Blanks may stand in front of a destination, and brackets around it.
    const isFirst = inside.kind === 'destination' && inside.text === '';
    if (isFirst && character === '<') inside.kind = 'bracketed';
    else if (isFirst && /\s/.test(character)) return;
    else if (isEnd(inside, character)) {
      open = null;
      before = character;
    } else grow(inside, character);
  };

  return {
    push: (text) => {
      for (const character of text) {
        if (open === null) takeOutside(character);
        else takeInside(open, character);
      }
    },
    pushToken: (token) => {
      if (open === null) before = '>';
      else grow(open, token);
    },
    address: () => open?.text ?? null,
  };
};

/** Addresses that are nothing but the value: the click writes to whom the text says it writes to. */
const DIRECT = /(?:^|(?:^|\s)href\s{0,4}=\s{0,4}["']?)(?:mailto|tel|sms):$/i;

export const isDirect = (address: string): boolean => DIRECT.test(address);

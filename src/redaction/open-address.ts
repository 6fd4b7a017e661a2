import { endsLikeHost, isIp } from '../detection/answers/domains.ts';

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

const TAGS =
  'a|area|audio|base|body|button|embed|form|frame|iframe|image|img|input|link|meta|object|script|source|style|svg|table|td|th|track|use|video';
/**
 * Behind the second slash, or behind the first where browsers forgive that the other is missing. Two backslashes alone are a
 * path, or one backslash in JSON; where they are an address they stand in a link or a tag.
 */
const URL_BEGINS =
  /(?:[a-z][a-z\d+.-]{1,12}:[\\/]{2}|\/\/|(?:https?|wss?|ftp):[\\/]|(?<![\p{L}\p{N}])www\.)$/iu;
/** Tools that fetch add the scheme that is missing, and so do programs that make links of what looks like one. */
const BARE_HOST_BEGINS = /([\p{L}\p{N}][\p{L}\p{N}.-]{2,})(?::\d{1,5})?(?:\\{0,4}\/|[?#])$/u;
const TAG_BEGINS = new RegExp(`<(?:${TAGS})[\\s/]$`, 'i');

type Kind = 'destination' | 'bracketed' | 'bare' | 'double-quoted' | 'single-quoted' | 'tag';

const KIND_BY_OPENER: Readonly<Record<string, Kind>> = {
  '"': 'double-quoted',
  "'": 'single-quoted',
  '<': 'bracketed',
};

/** A destination in Markdown ends at its own parenthesis, which has to be counted. */
const ENDS: Readonly<Record<Exclude<Kind, 'destination'>, RegExp>> = {
  bracketed: /[>\n]/g,
  bare: /[\s"<>`]/g,
  'double-quoted': /"/g,
  'single-quoted': /'/g,
  tag: />/g,
};

/** These go over blanks and lines, so that a sign too many could hide the rest of a text from us. */
const CLOSED_BY_SIGN: ReadonlySet<Kind> = new Set(['double-quoted', 'single-quoted', 'tag']);

type Open = { kind: Kind; text: string; chars: number; parentheses: number };

const endOfDestination = (open: Open, text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') open.parentheses += 1;
    if (character === ')') open.parentheses -= 1;
    if (open.parentheses < 0 || /\s/.test(character)) return at;
  }
  return text.length;
};

const endOf = (open: Open, text: string, from: number): number => {
  if (open.kind === 'destination') return endOfDestination(open, text, from);
  const pattern = ENDS[open.kind];
  pattern.lastIndex = from;
  const end = pattern.exec(text)?.index ?? text.length;
  return CLOSED_BY_SIGN.has(open.kind) ? Math.min(end, from + Math.max(0, MAX_OPEN_CHARS - open.chars)) : end;
};

const grow = (open: Open, text: string): void => {
  open.chars += text.length;
  if (open.text.length < MAX_ADDRESS_CHARS) open.text = (open.text + text).slice(0, MAX_ADDRESS_CHARS);
};

const openedByHost = (text: string): Open | null => {
  const [begin, host = ''] = BARE_HOST_BEGINS.exec(text) ?? [];
  if (begin === undefined || !(endsLikeHost(host.toLowerCase()) || isIp(host))) return null;
  return { kind: 'bare', text: begin, chars: begin.length, parentheses: 0 };
};

/** @param text Ends where the address may have begun. */
const openedBy = (text: string): Open | null => {
  if (text.endsWith('](')) return { kind: 'destination', text: '', chars: 0, parentheses: 0 };
  if (TAG_BEGINS.test(text)) return { kind: 'tag', text: '', chars: 0, parentheses: 0 };
  const url = URL_BEGINS.exec(text);
  if (url === null) return openedByHost(text);
  const kind = KIND_BY_OPENER[text[url.index - 1] ?? ''] ?? 'bare';
  return { kind, text: url[0], chars: url[0].length, parentheses: 0 };
};

/** All that an address can begin with, and more. */
const MAY_OPEN = /\]\(|\/\/|:[\\/]{1,2}|<[a-z]{1,8}[\s/]|www\.|[a-z\d](?::\d{1,5})?(?:\\{0,4}\/|[?#])/gi;

type Opening = Readonly<{ open: Open; at: number }>;

const findOpening = (text: string, from: number): Opening | null => {
  MAY_OPEN.lastIndex = from;
  for (let match = MAY_OPEN.exec(text); match !== null; match = MAY_OPEN.exec(text)) {
    const at = match.index + match[0].length;
    const open = openedBy(text.slice(Math.max(0, at - LOOK_BACK_CHARS), at));
    if (open !== null) return { open, at };
    MAY_OPEN.lastIndex = match.index + 1;
  }
  return null;
};

export const createAddressTracker = (): AddressTracker => {
  let open: Open | null = null;
  /** The end of the text outside of addresses. */
  let before = '';

  /** What began in the text before. @returns Where the address goes on, or 0. */
  const joinBefore = (text: string): number => {
    const head = before + text.slice(0, LOOK_BACK_CHARS);
    for (let from = 0; ; ) {
      const opening = findOpening(head, from);
      if (opening === null) return 0;
      if (opening.at > before.length) {
        ({ open } = opening);
        return opening.at - before.length;
      }
      from = opening.at - 1;
    }
  };

  const passOutside = (text: string, from: number): number => {
    const opening = findOpening(text, from);
    if (opening === null) {
      before = (before + text.slice(Math.max(from, text.length - LOOK_BACK_CHARS))).slice(-LOOK_BACK_CHARS);
      return text.length;
    }
    ({ open } = opening);
    return opening.at;
  };

  const passInside = (inside: Open, text: string, from: number): number => {
    let start = from;
    if (inside.kind === 'destination' && inside.text === '') {
      // Blanks may stand in front of a destination, and brackets around it.
      while (/\s/.test(text.charAt(start))) start += 1;
      if (start === text.length) return start;
      if (text[start] === '<') {
        inside.kind = 'bracketed';
        start += 1;
      }
    }
    const end = endOf(inside, text, start);
    grow(inside, text.slice(start, end));
    if (end === text.length) return end;
    open = null;
    before = '';
    return end;
  };

  return {
    push: (text) => {
      let at = open === null ? joinBefore(text) : 0;
      while (at < text.length) {
        at = open === null ? passOutside(text, at) : passInside(open, text, at);
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

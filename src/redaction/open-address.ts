import { createAddressSigns } from './address-signs.ts';
import { isHost, isPlainHost } from './host-names.ts';

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
/** Whom to write to or to call, and what to say. */
const MESSAGE_BEGINS = /(?<![\p{L}\p{N}])(?:mailto|smsto|sms|tel|sips?|xmpp|skype|callto|facetime):$/iu;
/**
 * Tools that fetch add the scheme that is missing, and so do programs that make links of what looks like one. Behind a colon a
 * port follows, or the way that `git` and `scp` write.
 */
const BARE_HOST_BEGINS = /([\p{L}\p{N}][\p{L}\p{N}.-]{2,}|\[[\da-f:.]{2,45}\])[/?#:]$/iu;
/**
 * A path on another machine; what stands in front of the backslashes of a path on this one is a drive or a folder, and in front of a
 * host without any is the domain of an account. A host as long as we look back may have them.
 */
const SHARE_BEGINS =
  /(?:(?<![\p{L}\p{N}.:)\]}%$_\\-])\\{2,8}|^(?=.{24}$)[.\\-]{0,2})([\p{L}\p{N}][\p{L}\p{N}.-]{2,})(?:@(?:ssl|\d{1,5})){0,2}\\$/iu;
const TAG_BEGINS = new RegExp(`<(?:${TAGS})[\\s/]$`, 'i');

type Kind =
  | 'destination'
  | 'definition'
  | 'bracketed'
  | 'bare'
  | 'remote'
  | 'double-quoted'
  | 'single-quoted'
  | 'tag';

const KIND_BY_OPENER: Readonly<Record<string, Kind>> = {
  '"': 'double-quoted',
  "'": 'single-quoted',
  '<': 'bracketed',
};

/** A destination in Markdown ends at its own parenthesis, which has to be counted. */
const ENDS: Readonly<Record<Exclude<Kind, 'destination'>, RegExp>> = {
  definition: /\s/g,
  bracketed: /(?<!\\)>|\n/g,
  // Programs that make links end them at blanks of ASCII alone.
  bare: /[ \t\n\r\f\v"<`]/g,
  // Of a host and what stands behind its colon; in JSON the next line begins with a backslash.
  remote: /[\s"<>`\\,;]/g,
  'double-quoted': /"/g,
  'single-quoted': /'/g,
  tag: />/g,
};

/** These go over blanks and lines, so that a sign too many could hide the rest of a text from us. */
const CLOSED_BY_SIGN: ReadonlySet<Kind> = new Set(['double-quoted', 'single-quoted', 'tag']);

type Open = {
  kind: Kind;
  text: string;
  chars: number;
  parentheses: number;
  /** Of a destination, once a blank has come. */
  runsOn?: boolean;
};

/** What leads to another host goes on behind blanks for some programs that show Markdown. */
const LEADS_AWAY = /[\\/]{2}|^[a-z][a-z\d+.-]{1,15}:|^www\./i;

const endsAtBlank = (open: Open, text: string, from: number, at: number): boolean => {
  if (text[at] === '\n') return true;
  open.runsOn ??= LEADS_AWAY.test(open.text + text.slice(from, at));
  return !open.runsOn;
};

const endOfDestination = (open: Open, text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isEscaped = text[at - 1] === '\\';
    if (character === '(' && !isEscaped) open.parentheses += 1;
    if (character === ')' && !isEscaped) open.parentheses -= 1;
    if (open.parentheses < 0 || (/\s/.test(character) && endsAtBlank(open, text, from, at))) return at;
  }
  return text.length;
};

const QUOTES = '"\'`';

const endOf = (open: Open, text: string, from: number): number => {
  if (open.kind === 'destination') return endOfDestination(open, text, from);
  // What stands in quotes behind the brackets is a text of its own.
  if (open.kind === 'definition' && open.text === '' && QUOTES.includes(text.charAt(from))) return from;
  const pattern = ENDS[open.kind];
  pattern.lastIndex = from;
  const end = pattern.exec(text)?.index ?? text.length;
  return CLOSED_BY_SIGN.has(open.kind) ? Math.min(end, from + Math.max(0, MAX_OPEN_CHARS - open.chars)) : end;
};

/** Blanks may stand in front of a destination, and brackets around it. @returns Where it begins, or goes on. */
const startOf = (open: Open, text: string, from: number): number => {
  if ((open.kind !== 'destination' && open.kind !== 'definition') || open.text !== '') return from;
  let start = from;
  while (/\s/.test(text.charAt(start))) start += 1;
  if (text[start] !== '<') return start;
  open.kind = 'bracketed';
  return start + 1;
};

const grow = (open: Open, text: string): void => {
  open.chars += text.length;
  if (open.text.length < MAX_ADDRESS_CHARS) open.text = (open.text + text).slice(0, MAX_ADDRESS_CHARS);
};

const begun = (kind: Kind, text = ''): Open => ({ kind, text, chars: text.length, parentheses: 0 });

const MAY_BE_HOST = /\.|\][/?#:]$|[\da-f]{8}[/?#]$/i;

const openedByHost = (text: string): Open | null => {
  if (!MAY_BE_HOST.test(text)) return null;
  const [begin, host = ''] = BARE_HOST_BEGINS.exec(text) ?? [];
  if (begin === undefined) return null;
  if (begin.endsWith(':')) return isPlainHost(host) ? begun('remote', begin) : null;
  return isHost(host) ? begun('bare', begin) : null;
};

const openedByColon = (text: string): Open | null => {
  if (text.endsWith(']:')) return openedByHost(text) ?? begun('definition');
  const message = MESSAGE_BEGINS.exec(text);
  return message === null ? openedByHost(text) : begun('bare', message[0]);
};

const openedByBackslash = (text: string): Open | null => {
  const url = URL_BEGINS.exec(text);
  if (url !== null) return begun(KIND_BY_OPENER[text[url.index - 1] ?? ''] ?? 'bare', url[0]);
  const [begin, host = ''] = SHARE_BEGINS.exec(text) ?? [];
  return begin === undefined || !isHost(host) ? null : begun('bare', begin);
};

/** @param text Ends where the address may have begun. */
const openedBy = (text: string): Open | null => {
  const last = text.at(-1) ?? '';
  if (last === '(') return begun('destination');
  if (last === ':') return openedByColon(text);
  if (last === '?' || last === '#') return openedByHost(text);
  if (last === '\\') return openedByBackslash(text);
  if (TAG_BEGINS.test(text)) return begun('tag');
  const url = URL_BEGINS.exec(text);
  if (url !== null) return begun(KIND_BY_OPENER[text[url.index - 1] ?? ''] ?? 'bare', url[0]);
  return last === '/' ? openedByHost(text) : null;
};

/** The last sign of all that an address can begin with, and more: few texts have many of these. */
const MAY_OPEN = /(?<=[:\\/])[\\/]|(?<=[a-z\d\]\x80-\uffff])[/?#:\\]|(?<=\])\(|(?<=www)\.|<[a-z]{1,8}[\s/]/gi;

type Opening = Readonly<{ open: Open; at: number }>;

/** @param judged Up to here it is known that no beginning ends, by what stands in front of the text. */
const findOpening = (text: string, from: number, judged = 0): Opening | null => {
  MAY_OPEN.lastIndex = from;
  for (let match = MAY_OPEN.exec(text); match !== null; match = MAY_OPEN.exec(text)) {
    const at = match.index + match[0].length;
    const open = at > judged ? openedBy(text.slice(Math.max(0, at - LOOK_BACK_CHARS), at)) : null;
    if (open !== null) return { open, at };
    MAY_OPEN.lastIndex = match.index + 1;
  }
  return null;
};

/** Shells and programs put a quoted piece together with what stands next to it, or is added to it. */
const MAY_BE_GLUED: ReadonlySet<Kind> = new Set(['bare', 'remote', 'double-quoted', 'single-quoted']);
const GLUE =
  /^(?!.*\\[nrt])["'`\\]{1,4}(?:\s{0,2}[+.&%]{1,2}\s{0,2}(?:\\{0,4}["'`][^"'`\n|<>]{0,48})?)?[^\s,:;|<>]{0,48}$/;
const LONGEST_GLUE = 64;
/** By anything else a definition of Markdown leads to where the text stands. */
const LEADS_ELSEWHERE = /[\\/:?#]|^www\./i;

export const createAddressTracker = (): AddressTracker => {
  let open: Open | null = null;
  /** The end of the text outside of addresses. */
  let before = '';
  const signs = createAddressSigns();
  /** The address that ended last, if with a quote, and what stands behind it. */
  let glued: { readonly open: Open; behind: string } | null = null;

  /** What began in the text before. @returns Where the address goes on, or 0. */
  const joinBefore = (text: string): number => {
    const opening = findOpening(before + text.slice(0, LOOK_BACK_CHARS), 0, before.length);
    if (opening === null) return 0;
    ({ open } = opening);
    return opening.at - before.length;
  };

  const passOutside = (text: string, from: number, judged = 0): number => {
    const opening = findOpening(text, from, judged);
    if (opening === null) {
      before = (before + text.slice(Math.max(from, text.length - LOOK_BACK_CHARS))).slice(-LOOK_BACK_CHARS);
      return text.length;
    }
    ({ open } = opening);
    return opening.at;
  };

  const passInside = (inside: Open, text: string, from: number): number => {
    const start = startOf(inside, text, from);
    if (start === text.length) return start;
    const end = endOf(inside, text, start);
    grow(inside, text.slice(start, end));
    if (end === text.length) return end;
    if (QUOTES.includes(text.charAt(end)) && MAY_BE_GLUED.has(inside.kind))
      glued = { open: inside, behind: '' };
    open = null;
    before = '';
    return end;
  };

  /** Notes what stands behind an address that has ended with a quote. */
  const passBehind = (text: string): void => {
    if (glued === null) return;
    glued.behind += text.slice(0, LONGEST_GLUE + 1);
    if (glued.behind.length > LONGEST_GLUE) glued = null;
  };

  const pushSigns = (text: string): void => {
    let at = 0;
    if (open === null) {
      at = joinBefore(text) || passOutside(text, 0, LOOK_BACK_CHARS);
      passBehind(text);
    }
    while (at < text.length) {
      if (open === null) at = passOutside(text, at);
      else {
        glued = null;
        at = passInside(open, text, at);
        if (open === null) passBehind(text.slice(at));
      }
    }
    if (open !== null) glued = null;
  };

  const flush = (): void => {
    const rest = signs.rest();
    if (rest !== '') pushSigns(rest);
  };

  /** The address that the next sign belongs to. */
  const current = (): Open | null => {
    if (open !== null) return open.kind === 'definition' && !LEADS_ELSEWHERE.test(open.text) ? null : open;
    return glued !== null && GLUE.test(glued.behind) ? glued.open : null;
  };

  return {
    push: (text) => pushSigns(signs.read(text)),
    pushToken: (token) => {
      flush();
      const inside = open ?? current();
      if (inside === null) before = '>';
      else grow(inside, token);
      if (open === null && inside !== null) open = { ...inside, kind: 'bare' };
      glued = null;
    },
    address: () => {
      flush();
      return current()?.text ?? null;
    },
  };
};

/** Addresses that are nothing but the value: the click writes to whom the text says it writes to. */
const DIRECT =
  /(?:^|(?:^|\s)href\s{0,4}=\s{0,4}["']?)(?:mailto|tel|sms|smsto|sips?|xmpp|skype|callto|facetime):$/i;

export const isDirect = (address: string): boolean => DIRECT.test(address);

/** A slash, or the sign that parsers of addresses take for one, as CSS and HTML may write them. */
export const SLASH = String.raw`(?:\\0{0,4}(?:2f|5c)\s?|[\\/]|&b?sol;)`;

export const COLON = '(?::|&colon;)';

export const SCHEME = String.raw`(?:https?|wss?|ftp|file|smb)\\{0,2}`;

/** How an address begins that leads to another machine, as lenient as browsers and Windows are. */
export const ADDRESS_BEGINS = String.raw`(?:${SCHEME}${COLON}${SLASH}{1,8}|${SLASH}{2,8})`;

/** Whether anything in a text may begin so. */
export const mayHoldAddress = (text: string): boolean => /[:\\/][\\/]|\\0{0,4}2f|&b?sol;/iu.test(text);

/** Whether an address is fetched as soon as it is shown, or waits for a click. */
export type Opens = 'at-once' | 'by-click';

/** So much in front of an address is read; a stream scans as much of what has left with what comes. */
const LOOK_BEHIND_CHARS = 480;
/** Nobody opens more tags than these within so few characters. */
const MOST_TAGS = 8;

const TAG = /<[a-z!?](?:[^<>"']|"[^"]*"|'[^']*')*(?:"[^"]*|'[^']*)?$/iy;
const UNCLOSED = /<[a-z!?][^>]*$/iy;
const CLICKED_ATTRIBUTE = /^<(?:a|area)\s(?:[\s\S]*[\s"'/])?href\s{0,4}=\s{0,4}["']?$/iu;
/** An attribute that names something and fetches nothing. */
const NAMING_ATTRIBUTE = /(?:xmlns(?::[\w-]*)?|itemtype|schemalocation)\s{0,4}=\s{0,4}["'][^"']*$/iu;

const inTag = (front: string): Opens | null => {
  let at = front.length;
  for (let count = 0; count < MOST_TAGS && at > 0; count++) {
    at = front.lastIndexOf('<', at - 1);
    if (at === -1) return null;
    TAG.lastIndex = at;
    UNCLOSED.lastIndex = at;
    if (!TAG.test(front) && !UNCLOSED.test(front)) continue;
    const tag = front.slice(at);
    if (NAMING_ATTRIBUTE.test(tag)) return null;
    return CLICKED_ATTRIBUTE.test(tag) ? 'by-click' : 'at-once';
  }
  return null;
};

const LETTER = (letter: string, code: string): string => String.raw`(?:${letter}|\\0{0,4}${code}\s?)`;
const URL_FUNCTION = LETTER('u', '[57]5') + LETTER('r', '[57]2') + LETTER('l', '[46]c');
/** A quote, and a scheme whose letters are escaped. */
const CSS_QUOTE = String.raw`\s{0,4}(?:["']|&quot;|&#3[49];)?(?:[\\a-z\d ]{1,48}:)?$`;

/** What fetches the address behind it, in style sheets and in the languages of documents, diagrams and tables. */
const FETCHING: readonly RegExp[] = [
  String.raw`(?<![\w-])(?:${URL_FUNCTION}|src|image|(?:-webkit-)?image-set\([^;{}]{0,200})[(,]?${CSS_QUOTE}`,
  // Whatever stands in the tag in front of it.
  String.raw`(?<![\w-])(?:src|srcset|poster|xlink:href)\s{0,4}=\s{0,4}["']?$`,
  String.raw`@(?:import|\\0{0,4}69\s?mport)${CSS_QUOTE}`,
  String.raw`\\(?:includegraphics|includesvg)(?:\[[^\]]{0,200}\])?\{$`,
  String.raw`(?<![\w.])(?:image|include)::?$`,
  String.raw`\.\. (?:\|[^|\n]{1,100}\| )?(?:image|figure|include)::\s{1,4}$`,
  String.raw`\[img(?:[= ][^\]\n]{0,60})?\]\s{0,4}$`,
  String.raw`(?:!\[\[|\{\{|\[\[(?:file|image):)$`,
  String.raw`(?<![^\s])!$`,
  String.raw`!include(?:url|sub)?\s{1,4}$`,
  String.raw`=(?:image|webservice|import(?:xml|html|data|feed|range))\(\s{0,4}["']$`,
  String.raw`(?<![\w"])img\s{0,4}:\s{0,4}["']$`,
  String.raw`"(?:image|thumb|icon|avatar|background)_?(?:url|image)"\s{0,4}:\s{0,4}"$`,
  String.raw`"image"\s{0,4}[,:]\s{0,4}(?:\{\s{0,4})?"url"\s{0,4}:\s{0,4}"$`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** What makes a link of the address behind it, or a script that may run. */
const LINKING: readonly RegExp[] = [
  String.raw`\\(?:href|url)\{$`,
  String.raw`\[url=?["']?\]?$`,
  String.raw`\]8;[^;\s]{0,60};$`,
  String.raw`(?<![\w.])link:$`,
  String.raw`(?<!\w)click \w{1,40} (?:href )?"$`,
  String.raw`"action\.openurl"\s{0,4},\s{0,4}"url"\s{0,4}:\s{0,4}"$`,
  String.raw`<script[^>]{0,200}>(?:(?!</script)[\s\S])*$`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** How an address opens that begins at an offset of a text, by what stands in front of it; null where nothing says so. */
export const opensAt = (text: string, offset: number): Opens | null => {
  const front = text.slice(Math.max(0, offset - LOOK_BEHIND_CHARS), offset);
  const tag = inTag(front);
  if (tag !== null) return tag;
  if (FETCHING.some((pattern) => pattern.test(front))) return 'at-once';
  return LINKING.some((pattern) => pattern.test(front)) ? 'by-click' : null;
};

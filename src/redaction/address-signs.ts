/** Reads the signs of addresses however they are written: as escapes of JSON, HTML, CSS or scripts, as other dots, with invisible signs between. */
export type AddressSigns = Readonly<{
  /** @returns What can be read for certain; an escape that is cut off waits. */
  read: (text: string) => string;
  /** What still waits, read as if nothing followed. */
  rest: () => string;
}>;

/** Lenient parsers pass over these in a host. */
const INVISIBLE = /(?:[\u00ad\u180e\u200b-\u200d\u2060\ufeff]|\u034f|[\ufe00-\ufe0f])/g;
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;

const NAMED: Readonly<Record<string, string>> = {
  bsol: '\\',
  colon: ':',
  commat: '@',
  lsqb: '[',
  lpar: '(',
  num: '#',
  period: '.',
  quest: '?',
  sol: '/',
};

/** The signs of addresses alone: anything else with a backslash in front is a path, or a group of a pattern. */
const CSS_SIGN = '0{0,4}(2[3ef]|3[af]|40|5[bc])';
const ESCAPE = new RegExp(
  String.raw`\\{1,8}(?:u([\da-f]{4})|u\{0{0,4}([\da-f]{2})\}|x([\da-f]{2})|${CSS_SIGN}[ \t\n]?|\/)` +
    `|&(?:#(\\d{2,7})|#x([\\da-f]{2,6})|(${Object.keys(NAMED).join('|')}));?`,
  'gi',
);
const OPEN_ESCAPE =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|u\{0{0,4}[\da-f]{0,2}|x[\da-f]?|0{0,4}(?:[2-5][\da-f]?)?)?|&(?:#\d{0,7}|#x[\da-f]{0,6}|[a-z]{0,6}))$/i;
const MAY_HAVE = /[\\&\u00ad\u180e\u200b-\u200d\u2060\u3002\ufeff\uff0e\uff61]|\u034f|[\ufe00-\ufe0f]/;
/** What ends an address is never read out of an escape, or one sign more would end what is still read as one. */
const ENDS = /[\s"'<>`)]/;

const signOf = (
  written: string,
  json?: string,
  point?: string,
  script?: string,
  css?: string,
  decimal?: string,
  hex?: string,
  name?: string,
): string => {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
  const digits = json ?? point ?? script ?? css ?? hex;
  if (digits === undefined && decimal === undefined) return '/';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  const sign = code <= 0xffff ? String.fromCharCode(code) : written;
  return ENDS.test(sign) ? written : sign;
};

/** The same of a text that is whole. */
export const readSigns = (text: string): string =>
  MAY_HAVE.test(text) ? text.replace(ESCAPE, signOf).replace(INVISIBLE, '').replace(OTHER_DOTS, '.') : text;

export const createAddressSigns = (): AddressSigns => {
  let waiting = '';
  return {
    read: (text) => {
      if (waiting === '' && !MAY_HAVE.test(text)) return text;
      const all = waiting + text;
      const end = OPEN_ESCAPE.exec(all)?.index ?? all.length;
      waiting = all.slice(end);
      return readSigns(all.slice(0, end));
    },
    rest: () => {
      const rest = waiting;
      waiting = '';
      return readSigns(rest);
    },
  };
};

/** Stands for what is not shown; no address that is entered has it. */
const HIDDEN = '…';
/** A word, as in `/hooks/` or `/api/`, which no token is. */
const WORD = /^[a-z]+(?:[._-][a-z]+){0,3}\d?$/i;
const MAX_WORD = 16;

const shownPath = (path: string): string => {
  const [first = '', ...more] = path.slice(1).split('/');
  if (first === '' && more.length === 0) return '/';
  const isWord = more.length > 0 && first.length <= MAX_WORD && WORD.test(first);
  return isWord ? `/${first}/${HIDDEN}` : `/${HIDDEN}`;
};

/**
 * What people may see of a webhook's address: where it goes, and neither a password nor the rest of path and query, which
 * is what Slack, Teams and Discord know a sender by. What is shown already comes back as it is.
 */
export const shownUrl = (url: string): string => {
  if (!URL.canParse(url)) return HIDDEN;
  const { protocol, host, username, password, pathname, search } = new URL(url);
  const user = username === '' && password === '' ? '' : `${HIDDEN}@`;
  return `${protocol}//${user}${host}${shownPath(pathname)}${search === '' ? '' : `?${HIDDEN}`}`;
};

/** An address as it is shown, and so none that could be kept. */
export const isShortened = (url: string): boolean => url.includes(HIDDEN);

type Details = Readonly<Record<string, unknown>>;

/** Details of an audit entry, whoever wrote it: earlier versions wrote addresses in full. */
export const withShownUrl = (action: string, details: Details): Details =>
  action.startsWith('webhook.') && typeof details['url'] === 'string'
    ? { ...details, url: shownUrl(details['url']) }
    : details;

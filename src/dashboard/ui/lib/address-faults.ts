import { ApiFailure } from './client.ts';
import { many, type Search } from './search.ts';

/** A part of an address that means nothing, and why. */
export type Fault = Readonly<{ name: string; value: string; why: string }>;

const TIME = ['range', 'fromMs', 'toMs'];
/** The filters of the list of requests. */
export const FILTERS = [
  'outcome',
  'category',
  'subType',
  'keyId',
  'errorCode',
  'model',
  'stream',
  'wouldBlock',
  'wouldRemove',
  'hasUnjudged',
  'passedThrough',
  'minConfidence',
  'feedback',
  'search',
  'conversation',
] as const;
const LIST = [...TIME, ...FILTERS, 'open', 'columns'];

/** What each page reads of its address; the others read nothing. */
const READ: Readonly<Record<string, readonly string[]>> = {
  '/': [...TIME, 'keyId'],
  '/requests': LIST,
  '/threats': LIST,
  '/feedback': ['tab'],
  '/policy': ['tab'],
  '/keys': ['search', 'status'],
  '/audit': ['actor', 'action'],
};

/** The tabs of each page; where none is named the first is shown. */
export const TABS = {
  '/feedback': ['queue', 'exclusions'],
  '/policy': ['general', 'entities', 'rules', 'revisions'],
} as const;

const strangeTabs = (path: string, search: Search): readonly Fault[] => {
  const known: Readonly<Record<string, readonly string[]>> = TABS;
  const tabs = known[path];
  if (tabs === undefined) return [];
  return many(search, 'tab')
    .filter((value) => !tabs.includes(value))
    .map((value) => ({ name: 'tab', value, why: `this page’s tabs are ${tabs.join(', ')}` }));
};

/** Names and tabs that a page does not know: a misspelt filter shows more than was asked for. */
export const strangeNames = (path: string, search: Search): readonly Fault[] => [
  ...unknownNames(path, search),
  ...strangeTabs(path, search),
];

const unknownNames = (path: string, search: Search): readonly Fault[] =>
  Object.keys(search)
    .filter((name) => !(READ[path] ?? []).includes(name))
    .flatMap((name) =>
      many(search, name).map((value) => ({ name, value, why: 'this page knows no such name' })),
    );

/** Values that the server refused and the address has, in the server's words. */
export const refusedValues = (error: unknown, search: Search): readonly Fault[] => {
  if (!(error instanceof ApiFailure) || error.code !== 'invalid_request') return [];
  return error.issues.flatMap(({ path, message }) => {
    const [name = '', at] = path.split('.');
    const values = many(search, name);
    const value = at === undefined ? values.join(', ') : values[Number(at)];
    return value === undefined || value === '' ? [] : [{ name, value, why: message }];
  });
};

/** The address without those; of a list only what is bad in it goes. */
export const without = (search: Search, faults: readonly Fault[]): Search =>
  Object.fromEntries(
    Object.keys(search).map((name) => {
      const bad = faults.filter((fault) => fault.name === name).map(({ value }) => value);
      const values = many(search, name);
      const isWhole = bad.includes(values.join(', '));
      const left = isWhole ? [] : values.filter((value) => !bad.includes(value));
      return [name, left.length === 0 ? undefined : left];
    }),
  );

// What was asked, what came of it, and which views of that are kept.
import * as requests from '../../../src/dashboard/api/requests.ts';
import * as data from '../data.ts';
import { items, NONE, type Reply, type Route, refusal } from './route.ts';
import { rowOf, type State } from './state.ts';

const filterRows = (state: State, search: URLSearchParams) =>
  state.rows.filter((row) => {
    const outcomes = search.getAll('outcome');
    const text = search.get('search')?.toLowerCase() ?? '';
    return (
      (outcomes.length === 0 || outcomes.includes(row.outcome)) &&
      (search.getAll('category').length === 0 || search.getAll('category').includes(row.category ?? '')) &&
      (search.getAll('errorCode').length === 0 || search.getAll('errorCode').includes(row.errorCode ?? '')) &&
      (search.get('wouldRemove') !== 'true' || row.wouldRemove) &&
      (text === '' || `${row.requestId} ${row.model} ${row.excerpt}`.toLowerCase().includes(text))
    );
  });

const pageOf = (state: State, search: URLSearchParams, isThreats: boolean): Reply => {
  const all = filterRows(state, search).filter(({ category }) => !isThreats || category !== null);
  const from = Number.parseInt(search.get('cursor') ?? '0', 10);
  const to = from + Number(search.get('limit') ?? 50);
  return {
    schema: requests.RequestPage,
    answer: { items: all.slice(from, to), nextCursor: to < all.length ? `${to}~` : null },
  };
};

const countBy = (values: readonly (string | null)[]) =>
  [
    ...Map.groupBy(
      values.filter((value) => value !== null),
      (value) => value,
    ),
  ].map(([value, all]) => ({ value, count: all.length }));

const feedbackOf = (state: State, id: string) =>
  state.feedback.filter(({ requestId, undoneAtMs }) => requestId === id && undoneAtMs === null);

export const requestRoutes = (state: State): readonly Route[] => [
  [
    'GET',
    /^\/overview$/,
    () => ({ schema: requests.Overview, answer: data.overview(state.nowMs, state.words) }),
  ],
  ['GET', /^\/metrics\/latency$/, () => ({ schema: requests.Latency, answer: data.latency(state.nowMs) })],
  ['GET', /^\/requests$/, ({ search }) => pageOf(state, search, false)],
  ['GET', /^\/threats$/, ({ search }) => pageOf(state, search, true)],
  [
    'GET',
    /^\/requests\/facets$/,
    () => ({
      schema: requests.Facets,
      answer: {
        outcome: countBy(state.rows.map(({ outcome }) => outcome)),
        category: countBy(state.rows.map(({ category }) => category)),
        model: countBy(state.rows.map(({ model }) => model)),
        key: countBy(state.rows.map(({ keyId }) => keyId)).map((each) => ({
          ...each,
          name: state.keys.find(({ id }) => id === each.value)?.name ?? null,
        })),
        errorCode: countBy(state.rows.map(({ errorCode }) => errorCode)).map(({ value }) => value),
      },
    }),
  ],
  [
    'GET',
    /^\/requests\/([^/]+)$/,
    ({ params }) => {
      const row = rowOf(state, params[0]);
      if (row === undefined)
        return refusal(404, 'invalid_request_error', 'not_found', 'There is no such request.');
      return {
        schema: requests.RequestDetail,
        answer: data.requestDetail(row, state.words, feedbackOf(state, row.requestId)),
      };
    },
  ],
  [
    'POST',
    /^\/requests\/erase$/,
    ({ body }) => {
      const { by, value, dryRun } = requests.EraseRequests.parse(body);
      const isMeant = (row: (typeof state.rows)[number]): boolean =>
        by === 'key' ? row.keyId === value : by !== 'request' || row.requestId === value;
      const left = state.rows.filter((row) => !isMeant(row));
      const found = state.rows.length - left.length;
      if (!dryRun) state.rows.splice(0, state.rows.length, ...left);
      return {
        schema: requests.Erased,
        answer: dryRun
          ? { erased: 0, left: found, isSettled: false }
          : { erased: found, left: 0, isSettled: state.isErasureSettled },
      };
    },
  ],
  [
    'GET',
    /^\/requests\/([^/]+)\/text$/,
    () => ({
      schema: requests.RequestText,
      answer: {
        segments: [
          {
            direction: 'input',
            pointer: '/messages/1/content',
            role: 'user',
            text: `${state.words.excerpt}\nSecond line.`,
          },
        ],
      },
    }),
  ],
  ['GET', /^\/views$/, () => ({ schema: items(requests.SavedView), answer: { items: state.views } })],
  [
    'DELETE',
    /^\/views\/([^/]+)$/,
    ({ params }) => {
      state.views = state.views.filter(({ id }) => id !== params[0]);
      return { status: 204, schema: NONE };
    },
  ],
  [
    'POST',
    /^\/views$/,
    ({ body }) => {
      const { name, query, isShared } = requests.SavedView.omit({ id: true, owner: true }).parse(body);
      const view = { id: `viw_${state.views.length + 1}`, name, query, isShared, owner: state.me.email };
      state.views.push(view);
      return { status: 201, schema: requests.SavedView, answer: view };
    },
  ],
];

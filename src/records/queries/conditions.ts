import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import type { RequestFilter } from '../ports.ts';

type Sql = RawBuilder<SqlBool>;

/**
 * One wish of a filter, in two forms. `branches`: each reads an index in order of time, and together they are the wish;
 * null where no index serves it. `check` looks at a row that was read by something else.
 */
type Condition = Readonly<{ branches: readonly Sql[] | null; check: Sql }>;

/** How a filter is read: through the branches of one condition, checking the others row by row. */
export type ReadPlan = Readonly<{ branches: readonly Sql[]; checks: readonly Sql[] }>;

/** More values than this are checked rather than looked up one by one. */
const MAX_BRANCHES = 12;
const REQUEST_ID = /^req_[\dA-Z]{26}$/;
const EVERYTHING: Sql = sql`1 = 1`;

/** A pattern that finds a text wherever it stands; `%` and `_` stand for themselves. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether a text stands in one of the columns, whatever the case. */
export const isIn = (text: string, columns: readonly string[], { like }: DialectTraits): Sql =>
  sql`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ${sql.raw(like)} ${containing(text)} escape '\\'`),
    sql` or `,
  )})`;

const createConditions = (traits: DialectTraits) => {
  const { notByIndex } = traits;
  const checked = (column: string) => sql.raw(`${notByIndex}requests.${column}`);
  const byColumn = sql.ref;
  const oneOf = (column: string, given: readonly (string | number)[]): Condition => {
    // Branches are read one by one: a value given twice would have every row twice.
    const values = [...new Set(given)];
    return {
      branches:
        values.length > MAX_BRANCHES
          ? null
          : values.map((value) => sql`${byColumn(`requests.${column}`)} = ${value}`),
      check: sql`${checked(column)} in (${sql.join(values)})`,
    };
  };
  /** A partial index is used where its own condition stands in the query, word for word. */
  const partial = (indexed: string, check: Sql): Condition => ({ branches: [sql.raw(indexed)], check });
  const only = (check: Sql): Condition => ({ branches: null, check });
  const inFindings = (text: string): Sql =>
    sql`(${checked('finding_count')} > 0 and exists (select 1 from findings
      where findings.request_id = requests.request_id and findings.received_at = requests.received_at
      and ${isIn(text, ['findings.excerpt', 'findings.rule_id', 'findings.sub_type'], traits)}))`;
  const search = (text: string): Condition => {
    if (REQUEST_ID.test(text)) return oneOf('request_id', [text]);
    const columns = ['request_id', 'envoy_request_id', 'trace_id', 'model', 'path'];
    return only(
      sql`(${isIn(
        text,
        columns.map((column) => `requests.${column}`),
        traits,
      )} or ${inFindings(text)})`,
    );
  };
  const feedback = (wanted: NonNullable<RequestFilter['feedback']>): Condition => {
    if (wanted === 'none') return only(sql`${checked('feedback')} is null`);
    if (wanted === 'any')
      return partial('requests.feedback is not null', sql`${checked('feedback')} is not null`);
    const check: Sql = sql`${checked('feedback')} = ${wanted}`;
    return { branches: [sql`requests.feedback is not null and ${check}`], check };
  };
  const conversation = (hash: string, turns: readonly string[] | null): Condition => {
    if (!traits.findsByRun) return oneOf('conversation', [hash]);
    const check: Sql = sql`${checked('conversation')} = ${hash}`;
    // One parameter, however many there are, so that the statement is prepared once.
    const isTurn: Sql = sql`requests.request_id in (select value from json_each(${JSON.stringify(turns)}))`;
    return { branches: turns === null ? null : [isTurn], check };
  };
  return { checked, oneOf, partial, only, search, feedback, conversation };
};

/** From what leaves least to what leaves most, so that the first with branches is read by. */
const conditionsOf = (
  filter: RequestFilter,
  traits: DialectTraits,
  turns: readonly string[] | null,
): readonly Condition[] => {
  const { checked, oneOf, partial, only, search, feedback, conversation } = createConditions(traits);
  const flag = (column: string, wanted: boolean, index: string | null): Condition => {
    const check: Sql = sql`${checked(column)} = ${Number(wanted)}`;
    return wanted && index !== null ? partial(index, check) : only(check);
  };
  const { outcomes, categories, keyIds, errorCodes } = filter;
  const hasPasses = outcomes?.includes('pass') ?? false;
  const given = <T>(value: T | undefined, make: (value: T) => Condition): readonly Condition[] =>
    value === undefined || value === '' ? [] : [make(value)];
  const someOf = (column: string, values: readonly string[] | undefined): readonly Condition[] =>
    values === undefined || values.length === 0 ? [] : [oneOf(column, values)];
  return [
    ...given(filter.search, search),
    ...given(filter.conversation, (value) => conversation(value, turns)),
    ...given(filter.feedback, feedback),
    ...given(filter.hasUnjudged, (wanted) =>
      wanted
        ? partial('requests.unjudged_count > 0', sql`${checked('unjudged_count')} > 0`)
        : only(sql`${checked('unjudged_count')} = 0`),
    ),
    ...given(filter.wouldBlock, (wanted) => flag('would_block', wanted, 'requests.would_block = 1')),
    ...given(filter.wouldRemove, (wanted) =>
      only(
        sql`${sql.raw(wanted ? '' : 'not ')}(${checked('would_redact')} = 1 and ${sql.raw(traits.namesRemoval)})`,
      ),
    ),
    ...someOf('error_code', errorCodes),
    ...(hasPasses ? [] : someOf('outcome', outcomes)),
    ...someOf('top_category', categories),
    ...(filter.threatsOnly === true
      ? [partial('requests.loosest is not null', sql`${checked('loosest')} is not null`)]
      : []),
    ...someOf('key_id', keyIds),
    ...given(filter.model, (value) => oneOf('model', [value])),
    ...(hasPasses ? someOf('outcome', outcomes) : []),
    ...given(filter.passedThrough, (wanted) =>
      only(sql`requests.unjudged ->> 'pass_through' is ${sql.raw(wanted ? 'not null' : 'null')}`),
    ),
    ...given(filter.subType, (value) => only(sql`${checked('top_sub_type')} = ${value}`)),
    ...given(filter.stream, (wanted) => flag('stream', wanted, null)),
    ...given(filter.minConfidence, (value) => only(sql`${checked('top_confidence')} >= ${value}`)),
  ];
};

/** @param turns As `turnsOf` has them, of the filter's conversation. */
export const planOf = (
  filter: RequestFilter,
  traits: DialectTraits,
  turns: readonly string[] | null,
): ReadPlan => {
  const conditions = conditionsOf(filter, traits, turns);
  const leading = conditions.find(({ branches }) => branches !== null);
  return {
    branches: leading?.branches ?? [EVERYTHING],
    checks: conditions.filter((condition) => condition !== leading).map(({ check }) => check),
  };
};

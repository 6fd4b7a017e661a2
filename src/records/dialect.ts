/** All that the two databases do differently; the rest of the schema and every query is the same. */
export type DialectTraits = Readonly<{
  name: 'sqlite' | 'postgres';
  jsonType: 'text' | 'jsonb';
  bytesType: 'blob' | 'bytea';
  /** Whole numbers beyond 32 bits; SQLite's integers hold 64 bits anyway. */
  longType: 'integer' | 'bigint';
  floatType: 'real' | 'double precision';
  /** Ends the definition of a table whose rows are always read by their primary key. */
  clustered: string;
  /** Compares without case: all letters in PostgreSQL, those of ASCII in SQLite. */
  like: 'like' | 'ilike';
  /**
   * In front of a column, keeps an index from being used for it. SQLite keeps no figures about its data and may pick the
   * wrong index; PostgreSQL knows better.
   */
  notByIndex: '+' | '';
  /** Whether a request's changes name a text that was removed, or would have been. */
  namesRemoval: string;
  /** Records, findings and texts lie in one table for each day, which retention drops whole. */
  isPartitioned: boolean;
  /** Other connections write at the same time, so that a claim must skip rows that somebody else is just claiming. */
  skipsLocked: boolean;
  /** Turns of a conversation are looked up in each run of records; see `queries/conversations.ts`. */
  findsByRun: boolean;
}>;

export const SQLITE_TRAITS: DialectTraits = {
  name: 'sqlite',
  jsonType: 'text',
  bytesType: 'blob',
  longType: 'integer',
  floatType: 'real',
  clustered: 'without rowid',
  like: 'like',
  notByIndex: '+',
  // As `JSON.stringify` writes it. Within a name the quotation marks would be escaped.
  namesRemoval: `instr(requests.redactions, '"action":"remove"') > 0`,
  isPartitioned: false,
  skipsLocked: false,
  findsByRun: true,
};

export const POSTGRES_TRAITS: DialectTraits = {
  name: 'postgres',
  jsonType: 'jsonb',
  bytesType: 'bytea',
  longType: 'bigint',
  floatType: 'double precision',
  clustered: '',
  like: 'ilike',
  notByIndex: '',
  namesRemoval: `requests.redactions @> '[{"action":"remove"}]'`,
  isPartitioned: true,
  skipsLocked: true,
  findsByRun: false,
};

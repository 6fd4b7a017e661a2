/** All that the two databases do differently; the rest of the schema and every query is the same. */
export type DialectTraits = Readonly<{
  jsonType: 'text' | 'jsonb';
  /** Whole numbers beyond 32 bits; SQLite's integers hold 64 bits anyway. */
  longType: 'integer' | 'bigint';
  floatType: 'real' | 'double precision';
  /** Ends the definition of a table whose rows are always read by their primary key. */
  clustered: string;
}>;

export const SQLITE_TRAITS: DialectTraits = {
  jsonType: 'text',
  longType: 'integer',
  floatType: 'real',
  clustered: 'without rowid',
};

import type { Candidate } from '../entities/entity.ts';
import type { RawFinding } from '../matching/matcher.ts';

/** A column that is looked at, its name where that announces what stands in it, and whether the table counts how often it is used. */
export type Column = Readonly<{ at: number; head?: string; isCounted?: boolean }>;

export type Value = RawFinding | Candidate;

/** A table that holds secrets or numbers of people, as its names tell. */
export type Table = Readonly<{
  form: 'lines' | 'values' | 'lists' | 'markup' | 'data' | 'stringData';
  delimiter: string;
  /** How many cells a row has. */
  width: number;
  /** Which of them are looked at. */
  columns: readonly Column[];
  /** Whether a bar stands in front of each row. */
  isFramed: boolean;
}>;

/** Where the row of a table begins that is being read; without a table it is the row of names. */
export type OpenTable = Readonly<{ table: Table | undefined; start: number }>;

export type Found = Readonly<{ findings: readonly Value[]; end: number; open?: OpenTable | undefined }>;

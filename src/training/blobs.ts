import { normalize } from '../detection/text/normalize.ts';
import { decodedViews } from '../detection/views/views.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

/** Ways to write bytes that mean nothing. */
const NOTATIONS: Readonly<Record<string, (bytes: Buffer) => string>> = {
  hex: (bytes) => bytes.toString('hex'),
  'hex-groups': (bytes) => bytes.toString('hex').replace(/(.{4})(?=.)/gu, '$1 '),
  'hex-bytes': (bytes) => bytes.toString('hex').replace(/(..)(?=.)/gu, '$1 '),
  base64: (bytes) => bytes.toString('base64'),
  'base64-lines': (bytes) => bytes.toString('base64').replace(/(.{76})(?=.)/gu, '$1\n'),
  base64url: (bytes) => bytes.toString('base64url'),
  binary: (bytes) => Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join(' '),
  decimal: (bytes) => Array.from(bytes, String).join(', '),
  octal: (bytes) => Array.from(bytes, (byte) => byte.toString(8)).join(' '),
  percent: (bytes) => Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  uuids: (bytes) => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/gu, '$1-$2-$3-$4-$5\n'),
  // Files that somebody read as text: compressed ones, programs, and those with names between their bytes.
  'as-utf-8': (bytes) => bytes.toString('utf8'),
  'as-utf-8-sparse': (bytes) =>
    Buffer.from(bytes.map((byte, i) => (byte % 3 === 0 ? byte : i % 2))).toString('utf8'),
  'as-utf-8-halved': (bytes) =>
    Buffer.from(bytes.map((byte) => (byte % 4 === 0 ? byte : byte & 0x7f))).toString('utf8'),
  'as-latin-1': (bytes) => bytes.toString('latin1'),
};
const WRAPPINGS: readonly ((blob: string) => string)[] = [
  (blob) => blob,
  (blob) => blob,
  (blob) => JSON.stringify({ ok: true, data: blob }),
  (blob) => `-----BEGIN DATA-----\n${blob}\n-----END DATA-----`,
];

const BYTES = [16, 32, 60, 150, 400, 1200, 4000] as const;
const BLOBS_PER_NOTATION = 40;
/** Of each of them. */
const MOST_READINGS = 4;
/** They are harmless by their nature, and rare: what they teach is that strange characters alone are no sign of an attack. */
const WEIGHT = 1;
/** Parts of each notation that the cross-validation may tell apart. */
const FAMILIES = 4;

/** A text as the scan reads it: normalised, and in some of the further readings that it takes for possible. */
const readingsOf = (text: string): readonly string[] => {
  const normalized = normalize(text).text;
  return [normalized, ...decodedViews(normalized).map((view) => view.text)].slice(0, MOST_READINGS);
};

/** A text that means nothing, in the readings that a scan makes of it. */
export const harmless = (text: string, source: string, family: string, i: number): readonly TrainingRow[] =>
  readingsOf(text).map((reading) => ({
    text: reading,
    attack: false,
    subType: null,
    lang: '',
    side: i % 2 === 0 ? 'direct' : 'indirect',
    source,
    licence: 'CC0-1.0',
    family: `${source}/${family}-${(i >> 1) % FAMILIES}`,
    payload: null,
    weight: WEIGHT,
  }));

/** Encoded and binary data without any meaning, harmless. */
export const createBlobs = (random: Random): readonly TrainingRow[] =>
  Object.entries(NOTATIONS).flatMap(([name, write]) =>
    Array.from({ length: BLOBS_PER_NOTATION }, (_, i) => {
      const bytes = Buffer.from(Array.from({ length: pick(random, BYTES) }, () => below(random, 256)));
      return harmless(pick(random, WRAPPINGS)(write(bytes)), 'random bytes', name, i);
    }).flat(),
  );

import type { SecurityEvent } from './security-event.ts';

/** From 0 to 10, by the severities of OCSF. */
const SEVERITY = [3, 1, 3, 5, 8, 10] as const;

/** What no line may hold: a receiver would take what follows for another event. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

const inHeader = (text: string): string => oneLine(text).replace(/[\\|]/g, '\\$&');
const inExtension = (text: string): string => oneLine(text).replace(/[\\=]/g, '\\$&');

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(',');
  if (typeof value !== 'object' || value === null) return null;
  const parts = Object.entries(value).map(([name, part]) => `${name}:${String(part)}`);
  return parts.length === 0 ? null : parts.join(',');
};

/** A field of the operator's own choosing, as CEF has it: the value, and beside it what it is. */
const labelled = (name: string, label: string, value: unknown): readonly (readonly [string, unknown])[] =>
  textOf(value) === null
    ? []
    : [
        [name, value],
        [`${name}Label`, label],
      ];

/** ArcSight's Common Event Format, version 0: the same event for receivers that read no OCSF. */
export const toCef = (event: SecurityEvent): string => {
  const { metadata, finding_info: finding, unmapped } = event;
  const { product, uid } = Object(metadata);
  const { title, types, analytic } = Object(finding);
  const own = Object(unmapped);
  const header = [
    'CEF:0',
    'Portcullis',
    'Portcullis',
    inHeader(String(Object(product).version)),
    inHeader(textOf(Object(analytic).uid) ?? textOf(own.error_code) ?? 'none'),
    inHeader(String(title)),
    String(SEVERITY[event.severity_id] ?? 3),
  ].join('|');
  const fields: readonly (readonly [string, unknown])[] = [
    ['rt', event.time],
    ['externalId', uid],
    ['act', event['action']],
    ['outcome', event['disposition']],
    ['cat', types],
    ['reason', own.error_code],
    ['msg', event['message']],
    ...labelled('cn1', 'confidence', event['confidence_score']),
    ...labelled('cn2', 'httpStatus', own.http_status),
    ...labelled('cs1', 'keyId', own.key_id),
    ...labelled('cs2', 'model', own.model),
    ...labelled('cs3', 'mode', own.mode),
    ...labelled('cs4', 'sensitivity', own.sensitivity),
    ...labelled('cs5', 'rules', own.rules),
    ...labelled('cs6', 'unjudged', own.unjudged),
  ];
  const extension = fields.flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [`${name}=${inExtension(text)}`];
  });
  return `${header}|${extension.join(' ')}`;
};

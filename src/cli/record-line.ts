import { totalUnjudged } from '../chat/segment.ts';
import { type ScanRecord, wasRemoved, wouldRemove } from '../records/store.ts';

/** A caller chose this text, and a terminal would act on its control characters. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

/** `pass` says neither that nobody looked, nor that not everything could be looked at. */
const unread = ({ unjudged, path }: ScanRecord): readonly string[] => {
  if (unjudged.pass_through !== undefined) return [`unscanned ${printable(path)}`];
  if (totalUnjudged(unjudged) === 0) return [];
  return [
    `unjudged ${Object.entries(unjudged)
      .map(([reason, parts]) => `${reason}=${parts}`)
      .join(',')}`,
  ];
};

/** A recorded request, for people, in one line. */
export const recordLine = (record: ScanRecord): string => {
  const top = record.findings[0];
  return [
    new Date(record.receivedAtMs).toISOString(),
    record.requestId,
    record.outcome.padEnd(8),
    String(record.httpStatus ?? '-'),
    record.mode,
    printable(record.model ?? '-'),
    ...(top === undefined ? [] : [`${top.category}/${top.subType} ${top.confidence.toFixed(3)}`]),
    ...(wasRemoved(record) ? ['attack removed'] : []),
    ...(wouldRemove(record) ? ['attack would be removed'] : []),
    // Of a block the finding says why.
    ...(record.errorCode === null || record.outcome === 'blocked' ? [] : [record.errorCode]),
    ...unread(record),
  ].join('  ');
};

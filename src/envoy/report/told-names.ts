import { beginsLikeKey } from '../../chat/collector.ts';
import { isHiddenValue } from '../../detection/findings.ts';
import type { Inspection } from '../../inspect.ts';
import { maskValues } from '../../policy/redact.ts';
import type { RequestHead } from '../begin/headers.ts';
import { withoutQuery } from '../begin/paths.ts';

/** A caller chooses model and path; neither may fill store or log. */
export const MAX_NAME_CHARS = 256;

const MODEL = '/model';

/**
 * The model as record and log name it: without the values that were found in it, be it a key that somebody has put into
 * the wrong variable.
 *
 * @returns Null where the request was not read or names none.
 */
export const toldModel = (inspection: Inspection | null): string | null => {
  if (inspection === null || inspection.model === null) return null;
  const { model, findings } = inspection;
  const values = findings.filter(
    (finding) =>
      finding.segment.pointer === MODEL && finding.segment.text === model && isHiddenValue(finding),
  );
  return (values.length === 0 ? model : maskValues(model, values)).slice(0, MAX_NAME_CHARS);
};

/** The path as record and log name it: no query, and no segment that begins like a key. */
export const toldPath = (head: Pick<RequestHead, 'path'> | null): string =>
  withoutQuery(head?.path ?? '')
    .slice(0, MAX_NAME_CHARS)
    .replaceAll(/[^/]{12,}/g, (segment) => (beginsLikeKey(segment) ? '…' : segment));

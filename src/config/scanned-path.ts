type Issue = Readonly<{ path: readonly string[]; message: string }>;

export const CHAT_PATH = '/v1/chat/completions';

const NAME = 'passThrough';
const SCANNED = `POST ${CHAT_PATH}`;

const patternsIn = (document: object): readonly unknown[] => {
  const value: unknown = new Map<string, unknown>(Object.entries(document)).get(NAME);
  return Array.isArray(value) ? value : [];
};

/**
 * The one path that nothing lets by: whoever names it believes that it goes on unscanned. Asked where settings are written, and not in
 * the schema: what is stored may be from before, and has no effect.
 *
 * @param document As under `policy`.
 * @param before What was said before and may stay.
 */
export const scannedPathIssues = (document: object, before: object = {}): readonly Issue[] =>
  patternsIn(before).includes(SCANNED)
    ? []
    : patternsIn(document).flatMap((pattern, at) =>
        pattern === SCANNED
          ? [{ path: [NAME, String(at)], message: 'this path is always scanned, and no setting lets it by' }]
          : [],
      );

import { EntitiesSchema } from '../config/entities.ts';
import { issueWords } from '../config/issue-words.ts';
import { unknownEntities } from '../config/unknown-entities.ts';
import { GatewayError } from '../errors.ts';
import type { EntitySettings } from '../policy/settings.ts';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new GatewayError(
      'USAGE',
      '--entities takes JSON such as {"EMAIL_ADDRESS":{"input":"tokenize","output":"mask"}}.',
    );
  }
};

const fault = (problems: readonly string[]): GatewayError =>
  new GatewayError('USAGE', `--entities: ${problems.join('; ')}`);

const at = (path: readonly PropertyKey[], words: string): string =>
  path.length === 0 ? words : `${path.map(String).join('.')}: ${words}`;

/** JSON as under `policy.entities`. @throws GatewayError `USAGE` with all that is wrong with it, in one line. */
export const readEntities = (text: string): EntitySettings => {
  const result = EntitiesSchema.safeParse(parseJson(text));
  if (!result.success) throw fault(result.error.issues.map((issue) => at(issue.path, issueWords(issue))));
  const unknown = unknownEntities({ entities: result.data });
  if (unknown.length === 0) return result.data;
  throw fault(unknown.map(({ path, message }) => at(path.slice(1), message)));
};

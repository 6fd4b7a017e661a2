import type { JsonNode, JsonObject, JsonString } from './json.ts';
import { valuesOf } from './message.ts';

/** Keys on the way to a field; `*` is every item or member. */
type Path = readonly string[];

const paths = (...written: readonly string[]): readonly Path[] => written.map((path) => path.split('.'));

const LOGIN = [
  'key',
  'key_id',
  'encoded_api_key',
  'access_token',
  'connection_string',
  'username',
  'password',
];

/** Azure's own data: the credentials of the search service, and of the endpoint that makes its vectors. */
const OF_DATA = paths(
  ...LOGIN.flatMap((name) => [
    `*.parameters.authentication.${name}`,
    `*.parameters.embedding_dependency.authentication.${name}`,
  ]),
  '*.parameters.key',
  '*.parameters.embeddingKey',
);

/** By the parameter of the request, as it is spelt. */
const FIELDS: ReadonlyMap<string, readonly Path[]> = new Map([
  ['data_sources', OF_DATA],
  ['dataSources', OF_DATA],
  ['mcp_servers', paths('*.authorization_token', '*.url')],
  ['extra_headers', paths('*')],
  ...['api_key', 'aws_access_key_id', 'aws_secret_access_key', 'aws_session_token', 'azure_ad_token'].map(
    (name) => [name, [[]]] as const,
  ),
]);

/** Tools that the provider calls by itself: what it signs in with, and an address that may be a credential as a whole. */
const TOOL_TYPES: ReadonlySet<string> = new Set(['mcp', 'connector']);
const OF_TOOLS = paths('authorization', 'authorization.value', 'headers.*', 'extra_headers.*', 'server_url');

const childrenOf = (node: JsonNode, step: string): readonly JsonNode[] => {
  if (node.type === 'array') return step === '*' ? node.items : [];
  if (node.type !== 'object') return [];
  return node.members.flatMap(({ key, value }) => (step === '*' || key === step ? [value] : []));
};

const stringsAt = (node: JsonNode, path: Path): readonly JsonString[] =>
  path
    .reduce<readonly JsonNode[]>((nodes, step) => nodes.flatMap((each) => childrenOf(each, step)), [node])
    .filter((each) => each.type === 'string');

/** Whether it is such a tool to every server, whichever of repeated keys it reads. */
const isOfProvider = (tool: JsonNode): boolean => {
  if (tool.type !== 'object') return false;
  const types = valuesOf(tool, 'type');
  return types.length > 0 && types.every((type) => type.type === 'string' && TOOL_TYPES.has(type.value));
};

const fieldsIn = (key: string, value: JsonNode): readonly JsonString[] => {
  if (key !== 'tools') return (FIELDS.get(key) ?? []).flatMap((path) => stringsAt(value, path));
  if (value.type !== 'array') return [];
  return value.items
    .filter(isOfProvider)
    .flatMap((tool) => OF_TOOLS.flatMap((path) => stringsAt(tool, path)));
};

/**
 * The fields by which a request hands the provider credentials of other services. No model reads them, and without them the
 * call fails.
 *
 * @returns Where their strings begin in the body.
 */
export const credentialFields = ({ members }: JsonObject): ReadonlySet<number> => {
  const starts = new Set<number>();
  for (const { key, value } of members)
    for (const { source } of fieldsIn(key, value)) starts.add(source.start);
  return starts;
};

const isAt = (steps: readonly string[], path: Path): boolean =>
  steps.length === path.length && path.every((step, at) => step === '*' || step === steps[at]);

/**
 * The same of a recorded place, of which the rest of the request is not known: what stands there in a tool is taken for one that the
 * provider calls by itself.
 *
 * @param pointer As in `Segment`.
 */
export const isCredentialField = (pointer: string): boolean => {
  const [, key = '', ...steps] = pointer
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (key === 'tools') return OF_TOOLS.some((path) => isAt(steps.slice(1), path));
  return (FIELDS.get(key) ?? []).some((path) => isAt(steps, path));
};

import { atLeast, type Collector, childPointer, isName, type Origin } from './collector.ts';
import type { JsonMember, JsonNode, JsonObject } from './json.ts';
import { EVERY_READING, foldKey, readingsOf } from './readings.ts';
import { UNREADABLE_KINDS, type UnjudgedReason, type UnreadableKind } from './segment.ts';
import { readTextUrl } from './text-url.ts';

/** Reads what stands under one key. */
export type MemberReader = (
  to: Collector,
  node: JsonNode,
  pointer: string,
  origin: Origin,
  key: string,
) => void;
export type MemberReaders = ReadonlyMap<string, MemberReader>;

/** For what neither the model nor the caller reads as text. */
export const ignored: MemberReader = () => {};

/** Every string, at any depth: for keys that only some servers know. */
export const allStrings: MemberReader = (to, node, pointer, origin, key) =>
  to.addStrings(node, pointer, origin, key);

/** Names, ids, versions, plain addresses. */
const LABEL = /^[\w.:/@+=~#,\\-]{0,128}$/;

/** Whether a string is no more than one of those. */
export const isLabel = (value: string): boolean => LABEL.test(value);

const isLabelled = (node: JsonNode): boolean => {
  if (node.type === 'string') return isLabel(node.value);
  if (node.type === 'array') return node.items.every(isLabelled);
  return (
    node.type !== 'object' || node.members.every(({ key, value }) => LABEL.test(key) && isLabelled(value))
  );
};

/** For what providers fill with labels and numbers of their own: it is text where anything in it is more than that. */
export const unlessLabels: MemberReader = (to, node, pointer, origin, key) => {
  if (!isLabelled(node)) allStrings(to, node, pointer, origin, key);
};

/** The same for what templates write into the prompt: an order may look like a label, too. */
export const unlessNames: MemberReader = (to, node, pointer, origin, key) => {
  if (node.type !== 'string') unlessLabels(to, node, pointer, origin, key);
  else if (!isName(node.value)) to.addText(node, pointer, origin);
};

/** What tools do, as whoever offers them says: in a message, too, it is not whose message it is. */
export const readDefinition: MemberReader = (to, node, pointer, origin, key) => {
  const strict = atLeast(origin, 'third-party');
  const role = origin.direction === 'input' ? 'definition' : origin.role;
  allStrings(to, node, pointer, { ...strict, role }, key);
};

/** Texts that were looked up for the model. */
export const readDocuments: MemberReader = (to, node, pointer, origin, key) =>
  allStrings(to, node, pointer, atLeast(origin, 'untrusted'), key);

const anyText: MemberReader = (to, node, pointer, origin) => to.addAny(node, pointer, origin);

const modelText: MemberReader = (to, node, pointer, origin) =>
  to.addAny(node, pointer, atLeast(origin, 'model'));

/** Reads every member of an object, repeated keys included; a key that only differs in case is the same key. */
export const readMembers = (
  to: Collector,
  { members }: JsonObject,
  pointer: string,
  origin: Origin,
  readers: MemberReaders,
): void => {
  const readings = readingsOf(members, (key) => readers.has(key));
  if (readings === null) {
    for (const member of members) readMember(to, member, pointer, origin, readers);
    return;
  }
  for (const [place, member] of members.entries()) {
    to.within(readings[place] ?? EVERY_READING, () => readMember(to, member, pointer, origin, readers));
  }
};

const readMember = (
  to: Collector,
  member: JsonMember,
  pointer: string,
  origin: Origin,
  readers: MemberReaders,
): void => {
  const { key, value } = member;
  const known = readers.get(key);
  if (known !== undefined) {
    if (known !== ignored) known(to, value, `${pointer}/${key}`, origin, key);
    return;
  }
  const read = readers.get(foldKey(key));
  const place = childPointer(pointer, key);
  // Whoever shows the model an object as JSON shows it the keys, too.
  if (read === undefined) to.addKey(member, place, origin);
  (read ?? allStrings)(to, value, place, origin, key);
};

/** The values of every member with this key, whatever its case. */
export const valuesOf = ({ members }: JsonObject, key: string): JsonNode[] => {
  const values: JsonNode[] = [];
  for (const member of members) if (isSameKey(member.key, key)) values.push(member.value);
  return values;
};

/** Whether some server reads the key as this one, which is in small letters. */
export const isSameKey = (key: string, name: string): boolean =>
  key === name || (key.length === name.length && foldKey(key) === name);

/** Chat templates write a role that they do not know into the prompt as it stands. */
const readRole: MemberReader = (to, node, pointer, origin, key) => {
  if (node.type !== 'string' || !isName(node.value)) allStrings(to, node, pointer, origin, key);
};

/** A message of a request, or the `message` or `delta` of a choice. `origin` is what its content has. */
export const readMessage = (to: Collector, message: JsonObject, pointer: string, origin: Origin): void =>
  readMembers(to, message, pointer, origin, MESSAGE);

/** `content`: a string, or an array of parts (or bare strings). */
export const readContent: MemberReader = (to, node, pointer, origin, key) => {
  if (node.type !== 'array') {
    anyText(to, node, pointer, origin, key);
    return;
  }
  for (const [index, item] of node.items.entries()) {
    const place = to.placeOfPart(pointer, item, index);
    if (item.type === 'object') readPart(to, item, place, origin);
    else anyText(to, item, place, origin, key);
  }
};

/** Servers have types of their own (`image_embeds`), and some want none: `{"image_url": "…"}`. */
const KIND_NAMES = [
  ['image', /image|picture|photo/i],
  ['audio', /audio|sound|speech/i],
  ['video', /video|movie/i],
  ['file', /(?<!pro)file|document|pdf/i],
] as const satisfies readonly (readonly [UnreadableKind, RegExp])[];

/** What a part of a type that nobody here knows says it is. Whoever lets no pictures pass means those, too. */
const kindsNamed = ({ members }: JsonObject, types: readonly string[]): readonly UnreadableKind[] => {
  const names = [...types, ...members.map(({ key }) => key)].map((name) => name.slice(0, LONGEST_TYPE));
  return KIND_NAMES.flatMap(([kind, name]) => (names.some((each) => name.test(each)) ? [kind] : []));
};
const LONGEST_TYPE = 64;

const readPart = (to: Collector, part: JsonObject, pointer: string, origin: Origin): void => {
  const types = valuesOf(part, 'type').map((type) => (type.type === 'string' ? type.value : ''));
  if (types.length === 0 || !types.every((type) => PART_TYPES.has(type))) {
    to.addUnjudged('unknown_part', pointer);
    for (const kind of kindsNamed(part, types)) to.addUnjudged(kind, pointer);
    to.addStrings(part, pointer, atLeast(origin, 'untrusted'));
    return;
  }
  const isFile = types.some((type) => FILE_TYPES.has(type));
  readMembers(to, part, pointer, isFile ? atLeast(origin, 'untrusted') : origin, PART);
};

/** Some servers take a file of any kind for a picture. An address in an answer is fetched by whoever shows it. */
const opaqueUrl: MemberReader = (to, node, pointer, origin) => {
  if (node.type !== 'string') return;
  if (origin.direction === 'input') to.addFile(node, pointer, atLeast(origin, 'untrusted'));
  else if (!/^\s{0,16}data:/i.test(node.value) || readTextUrl(node.value) !== null)
    to.addText(node, pointer, origin);
};

/** An object with an opaque value under one of some keys, or that value itself. */
const media = (reason: UnjudgedReason, opaque: MemberReaders): MemberReader => {
  return (to, node, pointer, origin) => {
    if (node.type === 'null') return;
    to.addUnjudged(reason, pointer);
    if (node.type === 'object') readMembers(to, node, pointer, origin, opaque);
    else if (node.type === 'array') to.addStrings(node, pointer, origin);
    else opaqueUrl(to, node, pointer, origin, '');
  };
};

const MEDIA_TYPE = /^data:(image|audio|video)\//i;

/** Some servers take a picture for a file as well as a file for a picture. */
const kindOfFile = (value: string): UnreadableKind => {
  const named = MEDIA_TYPE.exec(value)?.[1]?.toLowerCase();
  return UNREADABLE_KINDS.find((kind) => kind === named) ?? 'file';
};

const opaqueFile: MemberReader = (to, node, pointer, origin, key) => {
  if (node.type !== 'string') to.addStrings(node, pointer, origin);
  else if (!to.addFile(node, pointer, atLeast(origin, 'untrusted'), key === 'file_data'))
    to.addUnjudged(kindOfFile(node.value), pointer);
};

/** Whatever is neither an address nor base64 may be the text itself. */
const fileContent: MemberReader = (to, node, pointer, origin, key) => {
  if (node.type !== 'string' || mayBeCoded(node.value)) {
    opaqueFile(to, node, pointer, origin, key);
    return;
  }
  to.addText(node, pointer, atLeast(origin, 'untrusted'));
  to.addUnjudged('file', pointer);
};
const ADDRESS = /^(?:data:[^\s,]{0,400},|[a-z][\w+.-]{1,32}:\S*$)/i;
const OF_BASE64 = /^[\w+/=\s-]*$/;
/** Lines of base64 are longer, but for the last one. */
const WORD = /(?:^|\s)[\w+/=-]{1,15}\s+\S/;
const mayBeCoded = (content: string): boolean =>
  ADDRESS.test(content) || (OF_BASE64.test(content) && !WORD.test(content));

const FILE: MemberReaders = new Map([
  ['file_id', opaqueFile],
  ['file_data', fileContent],
  ['file_url', opaqueFile],
  ['filename', anyText],
  ['text', anyText],
]);

const readFile: MemberReader = (to, node, pointer, origin) => {
  const fileOrigin = atLeast(origin, 'untrusted');
  if (node.type === 'object') readMembers(to, node, pointer, fileOrigin, FILE);
  else to.addAny(node, pointer, fileOrigin);
};

/** Parts; a bare string among them is an address or base64, and text for whoever takes it for that. */
const readImages: MemberReader = (to, node, pointer, origin, key) => {
  const isBare = (item: JsonNode): boolean => item.type === 'string' && item.value !== '';
  if (node.type === 'array' ? node.items.some(isBare) : isBare(node)) to.addUnjudged('image', pointer);
  readContent(to, node, pointer, origin, key);
};

const PART_TYPES: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'refusal',
  'thinking',
  'reasoning',
  'image_url',
  'input_image',
  'input_audio',
  // vLLM, OpenRouter and others.
  'audio_url',
  'video_url',
  'file',
  'input_file',
]);
const FILE_TYPES: ReadonlySet<string> = new Set(['file', 'input_file']);

const PART: MemberReaders = new Map([
  ...FILE,
  ['type', ignored],
  ['refusal', modelText],
  ['thinking', modelText],
  ['image_url', media('image', new Map([['url', opaqueUrl]]))],
  ['input_audio', media('audio', new Map([['data', ignored]]))],
  ['audio_url', media('audio', new Map([['url', opaqueUrl]]))],
  ['video_url', media('video', new Map([['url', opaqueUrl]]))],
  ['file', readFile],
]);

const MESSAGE: MemberReaders = new Map([
  ['role', readRole],
  ['content', readContent],
  ['images', readImages],
  [
    'audio',
    media(
      'audio',
      new Map([
        ['id', ignored],
        ['data', ignored],
        ['transcript', anyText],
      ]),
    ),
  ],
  ['name', modelText],
  ['refusal', modelText],
  ['reasoning', modelText],
  ['reasoning_content', modelText],
  ['tool_calls', modelText],
  ['function_call', modelText],
  // DeepSeek's and other templates.
  ['tools', readDefinition],
  ['functions', readDefinition],
  ['documents', readDocuments],
]);

import { type Direction, UNREADABLE_KINDS, type Unjudged, type UnreadableKind } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';

export const UNREADABLE_ACTIONS = ['allow', 'block'] as const;

/** What is done about parts that nobody can read; what is not named goes on. */
export type UnreadableSettings = Readonly<
  Partial<
    Record<
      UnreadableKind,
      Readonly<Partial<Record<Direction, (typeof UNREADABLE_ACTIONS)[number] | undefined>>> | undefined
    >
  >
>;

const WORDS: Readonly<Record<UnreadableKind, string>> = {
  image: 'an image',
  audio: 'audio',
  video: 'a video',
  file: 'a file',
  unknown_part: 'a part of an unknown type',
};

/** `/messages/0/content/1` as in other refusals: `messages.0.content.1`. */
const asParam = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** Thrown where the operator lets no part of a kind pass that nobody can read. */
export class UnreadablePartError extends GatewayError {
  readonly unjudged: readonly Unjudged[];

  constructor(kind: UnreadableKind, pointer: string, unjudged: readonly Unjudged[]) {
    super(
      'UNREADABLE_PART',
      `The request holds ${WORDS[kind]}, which cannot be scanned and may not pass unscanned.`,
      { param: asParam(pointer) },
    );
    this.unjudged = unjudged;
  }
}

/** @throws UnreadablePartError for the first part that may not pass. */
export const refuseUnreadable = (
  unjudged: readonly Unjudged[],
  refused: ReadonlySet<string> | undefined,
): void => {
  if (refused === undefined || refused.size === 0) return;
  for (const { reason, pointer } of unjudged) {
    const kind = UNREADABLE_KINDS.find((each) => each === reason);
    if (kind !== undefined && refused.has(kind)) throw new UnreadablePartError(kind, pointer, unjudged);
  }
};

const kindsRefused = (settings: UnreadableSettings, direction: Direction): ReadonlySet<string> =>
  new Set(UNREADABLE_KINDS.filter((kind) => settings[kind]?.[direction] === 'block'));

export type RefusedKinds = Readonly<Record<Direction, ReadonlySet<string>>>;

/** Made once for each configuration, not for each request. */
const refusedBy = new WeakMap<UnreadableSettings, RefusedKinds>();

export const refusedKinds = (settings: UnreadableSettings): RefusedKinds => {
  const known = refusedBy.get(settings);
  if (known !== undefined) return known;
  const made = { input: kindsRefused(settings, 'input'), output: kindsRefused(settings, 'output') };
  refusedBy.set(settings, made);
  return made;
};

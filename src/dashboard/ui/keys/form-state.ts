import { MODE_WORDS, MODES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import type { Theirs } from '../components/overtaken.tsx';
import { changesOf, disputed, rebased } from '../lib/edits.ts';
import { count, DAY, plural, shortDate } from '../lib/format.ts';
import type { Key, Mode, Sensitivity } from '../lib/types.ts';
import { type Json, recordOf, textOf } from '../policy/draft.ts';

export type Form = Readonly<{
  name: string;
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Key['override'];
  rateLimitPerMinute: number | null;
  expiry: string;
  rolloutPercent: number;
  entities: Json;
}>;

/** What is wanted, over what the key was when it was looked at. */
type FormState = Readonly<{ form: Form; seen: Form; expiresAtMs: number | null; attempt: Attempt | null }>;

/** A try to make a key of which nobody knows what came of it, and the name that it had. */
export type Attempt = Readonly<{ id: string; name: string }>;

/** `crypto.randomUUID` is missing where the dashboard is asked without TLS. */
export const newAttempt = (name: string): Attempt => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { id: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''), name };
};

export const OVERRIDES = [
  { value: 'allow', label: 'Anything' },
  { value: 'tighten', label: 'Only something stricter' },
  { value: 'ignore', label: 'Nothing' },
] as const satisfies readonly Readonly<{ value: Key['override']; label: string }>[];

const NEW: Form = {
  name: '',
  mode: null,
  sensitivity: null,
  override: 'allow',
  rateLimitPerMinute: null,
  expiry: 'never',
  rolloutPercent: 100,
  entities: {},
};

const formOf = (key: Key | null): Form =>
  key === null
    ? NEW
    : {
        name: key.name,
        mode: key.mode,
        sensitivity: key.sensitivity,
        override: key.override,
        rateLimitPerMinute: key.rateLimitPerMinute,
        expiry: 'same',
        rolloutPercent: key.rolloutPercent,
        entities: key.entities ?? {},
      };

export const stateOf = (key: Key | null): FormState => {
  const form = formOf(key);
  return { form, seen: form, expiresAtMs: key?.expiresAtMs ?? null, attempt: null };
};

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const readForm = (stored: unknown): Form => {
  const form = recordOf(stored);
  return {
    name: textOf(form['name'], ''),
    mode: MODES.find((each) => each === form['mode']) ?? null,
    sensitivity: SENSITIVITIES.find((each) => each === form['sensitivity']) ?? null,
    override: OVERRIDES.find(({ value }) => value === form['override'])?.value ?? 'allow',
    rateLimitPerMinute: numberOf(form['rateLimitPerMinute']),
    expiry: textOf(form['expiry'], 'never'),
    rolloutPercent: numberOf(form['rolloutPercent']) ?? 100,
    entities: recordOf(form['entities']),
  };
};

const readAttempt = (stored: unknown): Attempt | null => {
  const { id, name } = recordOf(stored);
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
};

/** A form as it was left when a session ended. */
export const readState = (stored: unknown): FormState => {
  const { form, seen, expiresAtMs, attempt } = recordOf(stored);
  return {
    form: readForm(form),
    seen: readForm(seen),
    expiresAtMs: numberOf(expiresAtMs),
    attempt: readAttempt(attempt),
  };
};

export const bodyOf = ({ expiry, entities, ...form }: Form) => ({
  ...form,
  entities: Object.keys(entities).length === 0 ? null : entities,
  ...(expiry === 'same'
    ? {}
    : { expiresAtMs: expiry === 'never' ? null : Date.now() + Number(expiry) * DAY }),
});

/** What was changed alone, with what it is thought to be: somebody else may be at work on the same key. */
export const changeOf = ({ form, seen, expiresAtMs }: FormState): Json => {
  const before: Json = { ...bodyOf(seen), expiresAtMs };
  const changes = changesOf(bodyOf(form), bodyOf(seen));
  const expected = Object.keys(changes).map((name) => [name, before[name]] as const);
  return { ...changes, expected: Object.fromEntries(expected) };
};

/** The same changes, over what the key is by now. */
export const overNewest = ({ form, seen }: FormState, newest: Key): FormState => {
  const next = stateOf(newest);
  return { ...next, form: rebased(form, seen, next.form) };
};

const WORDS = {
  name: ({ name }) => ({ name: 'Name', value: name }),
  mode: ({ mode }) => ({
    name: 'Mode',
    value: mode === null ? 'as the policy says' : MODE_WORDS[mode].word,
  }),
  sensitivity: ({ sensitivity }) => ({
    name: 'Sensitivity',
    value: sensitivity === null ? 'as the policy says' : SENSITIVITY_WORDS[sensitivity].word,
  }),
  override: ({ override }) => ({
    name: 'Callers may change by header',
    value: OVERRIDES.find(({ value }) => value === override)?.label ?? override,
  }),
  rateLimitPerMinute: ({ rateLimitPerMinute: limit }) => ({
    name: 'Requests per minute',
    value: limit === null ? 'no limit' : count(limit),
  }),
  expiry: ({ expiresAtMs }) => ({
    name: 'Expires',
    value: expiresAtMs === null ? 'never' : shortDate(expiresAtMs),
  }),
  rolloutPercent: ({ rolloutPercent }) => ({ name: 'Roll-out', value: `${rolloutPercent} %` }),
  entities: ({ entities }) => ({
    name: 'Personal data and secrets',
    value: plural(Object.keys(entities ?? {}).length, 'own rule'),
  }),
} satisfies Record<keyof Form, (key: Key) => Theirs>;

/** What somebody else has made of that which was changed here, too. */
export const theirsOf = ({ form, seen, expiresAtMs }: FormState, newest: Key): readonly Theirs[] => {
  const names = new Set(disputed(form, seen, formOf(newest)));
  if (form.expiry !== seen.expiry && newest.expiresAtMs !== expiresAtMs) names.add('expiry');
  return Object.entries(WORDS).flatMap(([name, words]) => (names.has(name) ? [words(newest)] : []));
};

import { describe, expect, it } from 'vitest';
import { UNREADABLE_KINDS } from '../../../src/chat/segment.ts';
import { effectivePolicy } from '../../../src/policy/effective.ts';
import { MODES } from '../../../src/policy/settings.ts';
import { refusedKinds, refuseUnreadable, UnreadablePartError } from '../../../src/policy/unreadable-parts.ts';
import { SETTINGS } from '../envoy/fixtures.ts';

const KEY = { mode: null, sensitivity: null, override: 'allow' } as const;
const IMAGE = { reason: 'image', pointer: '/messages/0/content/12/image_url' } as const;
const LONG = { reason: 'too_long', pointer: '/messages/0/content' } as const;

describe('parts that nobody can read', () => {
  it.each(MODES)('are refused by policy in blocking alone: %s', (mode) => {
    const unreadable = { image: { input: 'block' }, audio: { output: 'block', input: 'allow' } } as const;
    const { refusesParts } = effectivePolicy({ ...SETTINGS, mode, unreadable }, KEY, {
      mode: null,
      sensitivity: null,
    });
    expect(refusesParts).toEqual(
      mode === 'blocking' ? { input: new Set(['image']), output: new Set(['audio']) } : undefined,
    );
  });

  it('go on where nothing says otherwise', () => {
    expect(() => refuseUnreadable([IMAGE], undefined)).not.toThrow();
    expect(() =>
      refuseUnreadable([IMAGE, LONG], refusedKinds({ file: { input: 'block' } }).input),
    ).not.toThrow();
    expect(() => refuseUnreadable([IMAGE], refusedKinds({ image: { output: 'block' } }).input)).not.toThrow();
  });

  it('are named with their place, and all are told of', () => {
    const refused = refusedKinds({ image: { input: 'block' } }).input;
    const error = (() => {
      try {
        return refuseUnreadable([LONG, IMAGE], refused);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(UnreadablePartError);
    expect(error).toMatchObject({
      code: 'UNREADABLE_PART',
      param: 'messages.0.content.12.image_url',
      message: expect.stringContaining('an image'),
      unjudged: [LONG, IMAGE],
    });
  });

  it.each(UNREADABLE_KINDS)('can each be refused: %s', (kind) => {
    const { input, output } = refusedKinds({ [kind]: { input: 'block', output: 'block' } });
    expect(() => refuseUnreadable([{ reason: kind, pointer: '' }], input)).toThrow(UnreadablePartError);
    expect(() => refuseUnreadable([{ reason: kind, pointer: '' }], output)).toThrow(UnreadablePartError);
  });
});

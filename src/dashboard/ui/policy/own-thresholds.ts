import { SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import type { Sensitivity } from '../lib/types.ts';
import { type Draft, recordOf } from './draft.ts';

/** Whose texts can have thresholds of their own, in the words of the page. */
export const TRUSTS = [
  { trust: 'user', word: 'Users', meaning: 'and assistants and answers' },
  { trust: 'untrusted', word: 'Untrusted', meaning: 'tools, files and tool definitions' },
] as const;
export type OwnTrust = (typeof TRUSTS)[number]['trust'];

type OfTrust = Readonly<Partial<Record<Sensitivity, number>>>;
export type OwnThresholds = Readonly<Record<OwnTrust, OfTrust>>;

const numbersOf = (value: unknown): OfTrust => {
  const given = recordOf(value);
  return Object.fromEntries(
    SENSITIVITIES.flatMap((each) => {
      const number = given[each];
      return typeof number === 'number' ? [[each, number]] : [];
    }),
  );
};

/** What the draft makes of the thresholds; null where it leaves them as they are in force. */
export const triedThresholds = (draft: Draft): OwnThresholds | null => {
  const own = ownThresholds(draft);
  const { user, untrusted } = recordOf(draft.settings.effective['thresholds']);
  const inForce = { user: numbersOf(user), untrusted: numbersOf(untrusted) };
  return JSON.stringify(own) === JSON.stringify(inForce) ? null : own;
};

/** The draft's alone: what the draft unsets is not what is in force until it is saved. */
export const ownThresholds = (draft: Draft): OwnThresholds => {
  const source = draft.isLocked('thresholds') ? draft.settings.effective : draft.own;
  const { user, untrusted } = recordOf(source['thresholds']);
  return { user: numbersOf(user), untrusted: numbersOf(untrusted) };
};

/** Undefined gives back to the model: a number, a row, or all. */
export const setThresholds = (draft: Draft, trust: OwnTrust, values: OfTrust): void => {
  const next = { ...ownThresholds(draft), [trust]: values };
  const given = Object.entries(next).filter(([, row]) => Object.keys(row).length > 0);
  draft.set('thresholds', given.length === 0 ? undefined : Object.fromEntries(given));
};

/** As the gateway checks them: from 0 to 1, and none above that of a looser sensitivity. */
export const thresholdProblems = (own: OfTrust): Readonly<Partial<Record<Sensitivity, string>>> => {
  const problems: Partial<Record<Sensitivity, string>> = {};
  let looser: Readonly<{ word: string; value: number }> | null = null;
  for (const each of SENSITIVITIES) {
    const value = own[each];
    if (value === undefined) continue;
    if (value < 0 || value > 1) problems[each] = 'Must be from 0 to 1';
    else if (looser !== null && value > looser.value)
      problems[each] = `Must not be above ${looser.word} (${looser.value})`;
    looser = { word: SENSITIVITY_WORDS[each].word, value };
  }
  return problems;
};

export const hasThresholdProblems = (draft: Draft): boolean => {
  const own = ownThresholds(draft);
  return TRUSTS.some(({ trust }) => Object.keys(thresholdProblems(own[trust])).length > 0);
};

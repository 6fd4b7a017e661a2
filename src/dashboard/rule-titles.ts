import type { Category } from '../detection/findings.ts';
import { MODEL_RULE_ID } from '../detection/model/judge.ts';
import { ALL_RULESETS } from '../detection/rulesets/all.ts';
import { titleOf } from './api/titles.ts';

type OperatorRule = Readonly<{ id: string; description?: string | undefined }>;
type Named = Readonly<{ ruleId: string; category: Category; subType: string }>;

const SETS: ReadonlyMap<string, string> = new Map(
  ALL_RULESETS.flatMap(({ id, rules }) => rules.map((rule) => [rule.id, id] as const)),
);

const inWords = (name: string): string => name.replaceAll(/[_-]/g, ' ').toLowerCase();

/** What a rule is, in words for people. */
export const ruleTitle = ({ ruleId, category, subType }: Named, own: readonly OperatorRule[]): string => {
  if (ruleId === MODEL_RULE_ID) return `The model takes it for ${inWords(subType)}`;
  if (category === 'policy') {
    const description = own.find(({ id }) => id === ruleId)?.description;
    return description === undefined ? `Your rule ${ruleId}` : `Your rule ${ruleId}: ${description}`;
  }
  if (category === 'pii') return `Personal data: ${titleOf(subType)}`;
  if (category === 'secret') return `Secret: ${titleOf(subType)}`;
  const kind = inWords(subType);
  const set = inWords(SETS.get(ruleId) ?? kind);
  // `prompt-extraction` says nothing more of `system_prompt_extraction`.
  return kind.endsWith(set) ? `Wording of ${kind}` : `Wording of ${kind} (${set})`;
};

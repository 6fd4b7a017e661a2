import { DEAD_END, ROOT, stepInto } from './vocabulary.ts';

/** Words that most attacks have some of. */
export const CORE_WORDS: readonly string[] = (
  'ignore disregard forget override bypass previous instructions instruction system prompt guidelines reveal pretend ' +
  'restrictions unrestricted jailbreak developer everything without password secret message rules anweisungen vorherigen ' +
  'instrucciones anteriores'
).split(' ');

/** Whether a word of the vocabulary begins like this. */
const beginsWord = (form: string): boolean => {
  let node = ROOT;
  for (let i = 0; i < form.length && node !== DEAD_END; i++) node = stepInto(node, form.charCodeAt(i));
  return node !== DEAD_END;
};

/** A word with one letter in it dropped, doubled, or changed with the next. */
export const mistype = (word: string): readonly string[] => {
  const forms: string[] = [];
  for (let at = 1; at < word.length - 1; at++) {
    const before = word.slice(0, at);
    const letter = word.charAt(at);
    const after = word.slice(at + 1);
    forms.push(before + after, before + letter + letter + after);
    if (at < word.length - 2) forms.push(before + after.charAt(0) + letter + after.slice(1));
  }
  return forms;
};

/** Mistyped words of attacks that are no other words. */
export const MISTYPED: readonly string[] = [...new Set(CORE_WORDS.flatMap(mistype))].filter(
  (form) => form.length > 4 && !beginsWord(form),
);

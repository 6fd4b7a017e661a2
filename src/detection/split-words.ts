/** Words that attacks are made of, to find the joints in letters that were written apart or run together. */
const WORDS = new Set(
  (
    'ignore disregard forget override bypass all any every the your you are my me of and or to in a is it do not now no ' +
    'previous prior above earlier preceding initial original system developer hidden secret instructions instruction prompt ' +
    'prompts rules rule guidelines directives commands reveal show print output repeat display tell give leak dump write ' +
    'what message messages context everything before text follow following stop obey act as pretend be from on will must ' +
    'without restrictions filters limits safety ethical content policy password key this that with new task say answer ' +
    'jailbreak mode enabled anything can dan unrestricted unfiltered word for send email user data these those please'
  ).split(' '),
);
/** No word is longer. */
export const LONGEST_ATTACK_WORD = 12;

/** Whether a word (in lower case) belongs to the vocabulary of attacks. */
export const isAttackWord = (word: string): boolean => word.length > 1 && WORDS.has(word);

/** For each first and last letter the lengths that words have, as bits. */
const LENGTHS = new Map<string, number>();
for (const word of WORDS) {
  const ends = word.charAt(0) + word.charAt(word.length - 1);
  LENGTHS.set(ends, (LENGTHS.get(ends) ?? 0) | (1 << word.length));
}

/** A quick look at a word: whether there is one of its length with these ends, in lower case. */
export const mayBeAttackWord = (ends: string, length: number): boolean =>
  length <= LONGEST_ATTACK_WORD && ((LENGTHS.get(ends) ?? 0) & (1 << length)) !== 0;

/** Offsets at which a known word begins or ends; greedy, longest word first. */
export const splitWords = (letters: string): ReadonlySet<number> => {
  const cuts = new Set<number>();
  let at = 0;
  while (at < letters.length) {
    let length = Math.min(LONGEST_ATTACK_WORD, letters.length - at);
    while (length > 1 && !WORDS.has(letters.slice(at, at + length))) length--;
    if (length > 1) {
      cuts.add(at);
      cuts.add(at + length);
    }
    at += length;
  }
  return cuts;
};

/** Words that attacks are made of. */
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
/** Whether a word (in lower case) belongs to the vocabulary of attacks. */
export const isAttackWord = (word: string): boolean => word.length > 1 && WORDS.has(word);

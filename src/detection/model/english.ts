/** Words that hold sentences together; other languages' ones that English has, too, are in neither list. */
const ENGLISH = new Set(
  (
    'the of and to that it for you with this be are have not your what all can from will they my how ' +
    'if or by which their when there about has would should could than been its who please any out up just our so'
  ).split(' '),
);
const OTHERS = new Set(
  // German, Dutch, Scandinavian
  (
    'der die das und nicht ich du sie ist ein eine mit dem den auf wie dein deine alle het een van niet je jij zijn voor wat op ' +
    'och att det som jag inte med på hur alla og ikke jeg til af ' +
    // French, Spanish, Portuguese, Italian, Romanian, Catalan
    'le la les des est que qui dans pour pas vous tu une du el los las por una con para como eres tus sin todo os um uma ' +
    'não você seu suas com mais il di che per sono tutto tutte questo si să nu este ești toate și ' +
    // Polish, Czech, Hungarian, Finnish, Turkish
    'nie się jest jak wszystkie na że jsi je se jako všechny egy az és hogy nem vagy ja ei olet että kaikki ve bir bu için sen ne ' +
    // Indonesian, Malay, Swahili, Tagalog, Hindi in Latin letters
    'yang dan untuk dari kamu tidak semua ini ya wa kwa ni ang mga sa ng ka ki ko hai kya mujhe tum aur nahi mein kar'
  ).split(' '),
);
const WORD = /\p{L}+/gu;
/** Letters beyond ASCII: more than names and loan words need. */
const STRANGE_SHARE = 0.035;

/**
 * Whether a passage may be put to a network that has learnt English alone. Text without sentences, such as JSON or code,
 * counts as English: its words mostly are.
 */
export const looksEnglish = (text: string): boolean => {
  let letters = 0;
  let strange = 0;
  let balance = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    letters += word.length;
    for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) strange += 1;
    if (ENGLISH.has(word)) balance += 1;
    else if (OTHERS.has(word)) balance -= 1;
  }
  return strange <= STRANGE_SHARE * letters && balance >= 0;
};

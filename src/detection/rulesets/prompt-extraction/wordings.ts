import { WORD_END } from '../lexicon.ts';

/** What a game has the model keep, named as something that it has. */
export const SECRETS = ['the', 'your'].flatMap((whose) =>
  [
    'secret',
    'secret word',
    'secret code',
    'secret key',
    'secret phrase',
    'hidden word',
    'magic word',
    'password',
    'passphrase',
    'passcode',
    'passkey',
    'code word',
    'codeword',
    'access code',
  ].map((what) => `${whose} ${what}`),
);

/** An order; not what somebody is asked for, or what a program does. */
export const IMPERATIVE = String.raw`(?<![\p{L}])(?<!(?:to|i|you|we|they|he|she|it|will|can|could|must|should|may|might|not|never|don't|which|who|that|user|users) )`;

/** An order at the beginning of a sentence or clause. */
export const ORDERED = String.raw`(?:(?<=^|[.!?;:,\n"']\s?)|(?<=(?:please|now|and|then|must|just|you to) ))`;

/** A thing of its own. */
export const NO_COMPOUND = `(?! (?:(?:of|to)${WORD_END}|polic|field|prompt|manager|reset|hash|file|store|rule|requirement|strength|box|input|page|screen|protect|length|expir|hint|generator|variable|param|argument|attribute|column|option|entry|dialog|database|vault|service|server|santa|ingredient|sauce|garden|agent|history|form|change|sharing|life|society|ballot|door|level|weapon))`;

import { HEARD_WORDS, hashHeard } from '../words/word-forms.ts';

/** How English is written in the letters of other scripts. */

/** Each letter with the one of ASCII that it stands for, or `-`: it is passed over. */
type Table = string;

export type Script = Readonly<{ first: number; last: number; tables: readonly Table[] }>;

/** As words are transcribed, and as the letters lie on the keys. */
export const SCRIPTS: readonly Script[] = [
  {
    first: 0x400,
    last: 0x52f,
    tables: [
      'аaбbвvгgдdеeёeєeэeжjзzиiйiіiїiыiкkлlмmнnоoпpрrсsтtуuфfхhцcьwъ-',
      'фaиbсcвdуeаfпgрhшiоjлkдlьmтnщoзpйqкrыsіsеtёtгuмvцwчxнyяz',
    ],
  },
  {
    first: 0x370,
    last: 0x3ff,
    tables: [
      'αaάaβbγgδdεeέeζzηhήhθtιiίiκkλlμmνnξxοoόoπpρrσsςsτtυuύuφfχhψcωwώw',
      'αaάaβbψcδdεeέeφfγgηhήhιiίiξjκkλlμmνnοoόoπpρrσsτtθuωvώvςwχxυyύyζz',
    ],
  },
  { first: 0x530, last: 0x58f, tables: ['աaբbցcդdեeէeըeֆfգgհhիiյiջjկkքkլlմmնnօoոoպpփpրrռrսsտtթtւuվvխxզz'] },
  { first: 0x590, last: 0x5ff, tables: ['שaנbבcגdקeכfעgיhןiחjלkךlצmמnםoפpרrדsאtוuהvסxטyזz'] },
  { first: 0x600, last: 0x6ff, tables: ['شaؤcوcيdثeبfلgاhهiتjنkمlةmىnخoحpضqقrسsفtعuرvصwءxغyئz'] },
  {
    first: 0x900,
    last: 0x97f,
    tables: ['अaआaाaबbकkचcदdडdएeऐeेeैeफfगgहhइiईiिiीiयyजjलlमmनnओoऔoोoौoपpरrसsटtतtथtउuऊuुuूuवv्-ं-'],
  },
  { first: 0x10a0, last: 0x10ff, tables: ['აaბbცcდdეeფfგgჰhხhიiჯjკkქkლlმmნnოoპpყyრrსsტtთtუuვvწwზz'] },
  { first: 0x1681, last: 0x169a, tables: ['ᚐaᚁbᚉcᚊqᚇdᚓeᚃfᚌgᚆhᚔiᚂlᚋmᚅnᚑoᚚpᚏrᚄsᚈtᚒuᚍwᚎz'] },
];

export type Alphabet = Readonly<{
  /** The commonest English word that these letters write. */
  wordOf: (text: string, start: number, end: number) => string | undefined;
  /** Letter by letter, whether it is a word or not. */
  spell: (text: string, start: number, end: number) => string;
}>;

const createAlphabet = ({ first, last }: Script, table: Table): Alphabet => {
  const latin = new Uint8Array(last - first + 1);
  for (let i = 0; i + 1 < table.length; i += 2)
    latin[table.charCodeAt(i) - first] = table[i + 1] === '-' ? 0 : table.charCodeAt(i + 1);
  const letterIn = (text: string, at: number): number => latin[text.charCodeAt(at) - first] ?? 0;
  return {
    wordOf: (text, start, end) => HEARD_WORDS.wordOf(hashHeard(start, end, (at) => letterIn(text, at))),
    spell: (text, start, end) => {
      let spelled = '';
      for (let at = start; at < end; at++) {
        const letter = letterIn(text, at);
        if (letter !== 0) spelled += String.fromCharCode(letter);
      }
      return spelled;
    },
  };
};

const ALPHABETS = new Map(
  SCRIPTS.map((script) => [script, script.tables.map((table) => createAlphabet(script, table))] as const),
);

export const alphabetsOf = (script: Script): readonly Alphabet[] => ALPHABETS.get(script) ?? [];

import { loosen } from '../matching/loose-pattern.ts';
import { unitsOf } from '../text/code-units.ts';
import { CODED_ENTITIES, NUMBER_ENTITIES } from './all.ts';
import {
  ALPHANUMERIC_CNPJ_WIDTH,
  BR_CNPJ_DIVIDED,
  BR_CNPJ_WITH_LETTERS,
  DIVIDED_CNPJ_WIDTH,
} from './americas.ts';
import { asNamed } from './card-names.ts';
import { ANNOUNCED_CARD, cardAt, cardInRowAt, GLUED_CARD_WORDS, mayBeginCard } from './card-number.ts';
import { followerOf, mayFollow } from './code-heads.ts';
import {
  codedAt,
  entitiesWith,
  type Headed,
  indexHeads,
  MAX_DIGITS,
  mayBeWord,
  reachesOf,
} from './coded-words.ts';
import { type ContextReader, createContextReaders } from './context-words.ts';
import { announcedWalletAt, SHORTEST_WALLET, WALLET_WORDS, walletAt } from './crypto-wallet.ts';
import { createDigitRun, type DigitRun } from './digit-run.ts';
import type { Candidate, CodedEntity, Entity, NumberEntity } from './entity.ts';
import { isOfGoods } from './goods.ts';
import { ibanAt } from './iban.ts';
import { BARE_MAC_DIGITS, bareMacAt, dottedMacAt, hyphenatedMacAt, ipv4At, MAC_WORDS } from './ip-address.ts';
import { isAlphanumeric, isDigit, isLetter, isUpper, isWord } from './letters.ts';
import {
  createNumberChain,
  isDividedByBlanks,
  isJoinedBefore,
  isNumberEnd,
  layoutOf,
  readChain,
  standsAlone,
} from './number-chain.ts';
import { createListFilter, isAlone, isFew, type ListFilter, NUMBER_CHARACTERS } from './number-lists.ts';
import { isSure } from './overlaps.ts';
import { phoneAt } from './phone-number.ts';
import {
  NEAR_PHONE_WORDS,
  OTHER_NUMBER_WORDS,
  PERHAPS_PHONE_WORDS,
  PHONE_WORDS,
  PHONE_WORDS_BEHIND,
} from './phone-words.ts';

const ENTITIES: readonly Entity[] = [...NUMBER_ENTITIES, ...CODED_ENTITIES];

/** Words that may stand behind what they announce. Without a checksum that is too little. */
const BEHIND = [
  ...ENTITIES.flatMap(({ name, words, check }) => (check === null ? [] : [[name, words] as const])),
  ['PHONE_NUMBER', PHONE_WORDS_BEHIND] as const,
];
/** As they are looked for: single words in small letters. */
export const BEHIND_WORDS: readonly string[] = BEHIND.flatMap(([, words]) => words).filter((word) =>
  /^[a-z]+$/.test(word),
);

/** What touches a value announces it as this. */
const nearTopic = (name: string): string => `near ${name}`;
const NEAR_TOPICS: ReadonlyMap<string, string> = new Map(
  ENTITIES.flatMap(({ name, nearWords }) =>
    nearWords === undefined ? [] : [[name, nearTopic(name)] as const],
  ),
);

const readersOf = createContextReaders<string>(
  [
    ...ENTITIES.map(({ name, words }) => [name, words] as const),
    ...ENTITIES.flatMap(({ name, nearWords = [] }) => [[nearTopic(name), nearWords] as const]),
    ['MAC_ADDRESS', MAC_WORDS],
    ['CRYPTO', WALLET_WORDS],
    ['PHONE_NUMBER', PHONE_WORDS],
    ['PERHAPS_PHONE', PERHAPS_PHONE_WORDS],
    ['NEAR_PHONE', NEAR_PHONE_WORDS],
    ['OTHER_NUMBER', OTHER_NUMBER_WORDS],
  ],
  BEHIND.map(([name, words]) => [name, words.filter((word) => BEHIND_WORDS.includes(word))] as const),
);

const HEADS = indexHeads(CODED_ENTITIES);
/** Of those that begin with so many digits, for each character behind them how near a letter has to be. */
const REACHES_OF_DIGITS = Array.from({ length: MAX_DIGITS + 1 }, (_, digits) =>
  reachesOf(entitiesWith(HEADS, 0, digits, false) ?? []),
);

const needsWord = ({ scores }: NumberEntity): boolean =>
  scores.written === undefined && scores.bare === undefined;

const CHAIN = createNumberChain();

/** For each notation the entities that are written in it and need no word. */
const byLayout = (entities: readonly NumberEntity[]): ReadonlyMap<string, readonly NumberEntity[]> => {
  const written = entities.filter(({ scores }) => scores.written !== undefined);
  const layouts = new Set(written.flatMap((each) => each.layouts));
  return new Map(
    Array.from(layouts, (layout) => [layout, written.filter((each) => each.layouts.includes(layout))]),
  );
};

/** Entities of each number of digits, which of them are nothing without a word, and which have a checksum; of cards letters behind them say that they are none. */
const BY_LENGTH = Array.from({ length: 20 }, (_, length) => {
  const entities = NUMBER_ENTITIES.filter(({ lengths }) => lengths.includes(length));
  const free = entities.filter((each) => !needsWord(each));
  return {
    free,
    /** In one piece, and in groups. */
    bare: free.filter(({ scores }) => scores.bare !== undefined),
    written: byLayout(free),
    announced: entities.filter(needsWord),
    checked: entities.filter((each) => each.check !== null && each !== ANNOUNCED_CARD),
  };
});

type OfLength = (typeof BY_LENGTH)[number];

const NO_NUMBERS: readonly NumberEntity[] = [];

/** What may be a number of so many groups that no word announces. */
const aloneOf = ({ bare, written }: OfLength, groups: number): readonly NumberEntity[] => {
  if (groups === 1) return bare;
  return written.size === 0 ? NO_NUMBERS : (written.get(layoutOf(CHAIN, groups)) ?? NO_NUMBERS);
};

/** How sure an entity is without a word, by how it is written. */
const aloneScoreOf = ({ scores, isUsual }: NumberEntity, groups: number): number | undefined => {
  if (groups > 1) return scores.written;
  return isUsual?.(CHAIN.digits) === false ? undefined : scores.bare;
};

const NO_CODES: readonly Headed[] = [];

/** A code ends where a word does: longer words are none, and hold none. */
const LONGEST_CODE = Math.max(...CODED_ENTITIES.map(({ pattern }) => loosen(pattern.source).longest));

const BLANK = 0x20;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const SLASH = 0x2f;
const UNDERSCORE = 0x5f;
const LONGEST_LEAD = 6;
/** So far in front of a value stands what says that its word is about something else. */
const UNLESS_REACH = 80;

/** What has fewer digits and no three dots is no number that anybody looks for. */
const MIN_DIGITS = 7;
const LONGEST_NUMBER = 45;

/** A look ahead that rules most numbers out. Behind the text there is something that is part of none. */
const mayBeNumber = (units: Uint16Array, at: number): boolean => {
  let digits = 0;
  let dots = 0;
  for (let i = at; i < at + LONGEST_NUMBER; i++) {
    const code = units[i] ?? 0;
    if (NUMBER_CHARACTERS[code] !== 1) break;
    if (isDigit(code)) digits++;
    else if (code === DOT) dots++;
    if (digits >= MIN_DIGITS || dots > 2) return true;
  }
  return false;
};

const CARD_GROUP = 4;
const SHORTEST_CARD = 12;
/** A word that people write in front of an account without a blank. */
const GLUED_IBAN = 'iban';
const CAPITAL_B = 0x42;
const PERCENT = 0x25;
const CARET = 0x5e;
/** The sign `№`, as it is read, that people write without a blank, too. */
const NUMBER_SIGN = 'no';

/** Whether a name or a word touches a number: two letters, or a low line. */
const isWordBehind = (units: Uint16Array, end: number): boolean =>
  units[end] === UNDERSCORE || (isLetter(units[end] ?? 0) && isLetter(units[end + 1] ?? 0));

/** So long a number, or one of so many groups, is a value of its own beside others. */
const LONG_NUMBER = 15;
const MANY_GROUPS = 6;

const CURRENCY = /^\s?(?:[€$£₽¥₴]|руб|р\.|тыс|млн|млрд|долл|евро|тенге|сом|usd|eur|rub|dollars?|euros?)/iu;
const CURRENCY_REACH = 12;

/** An amount, by how it is divided or what stands behind it. */
const isMoney = (text: string, { layouts }: NumberEntity, groups: number, end: number): boolean =>
  (groups > 1 && !layouts.includes(layoutOf(CHAIN, groups))) ||
  CURRENCY.test(text.slice(end, end + CURRENCY_REACH));

/** Within what a checksum vouches for nothing else is looked for. */
const settledEnd = (candidate: Candidate | undefined): number =>
  candidate !== undefined && isSure(candidate) ? candidate.span.end : 0;

/** Whether a checksum vouches for one of the values from `from` on. */
const hasSure = (found: readonly Candidate[], from: number): boolean => {
  for (let i = from; i < found.length; i++) if (settledEnd(found[i]) > 0) return true;
  return false;
};

/** An address that begins here and is no part of a longer number, which might be one to call. */
const isLoneAddress = (text: string, at: number, candidate: Candidate | undefined): boolean => {
  if (candidate?.name !== 'IP_ADDRESS' || candidate.span.start !== at) return false;
  const { end } = candidate.span;
  return (
    !/[+(] ?$/.test(text.slice(Math.max(0, at - 2), at)) &&
    !/^[ ./-]{0,3}[\d(]/.test(text.slice(end, end + 4))
  );
};

/** Where the capitals begin that end in front of `end`. */
const leadBefore = (units: Uint16Array, end: number): number => {
  let lead = end;
  while (lead >= end - LONGEST_LEAD && isUpper(units[lead - 1] ?? 0)) lead--;
  return lead;
};

const LONGEST_COUNT = 2;
const LONGEST_BETWEEN = 3;

/** Whether a small number stands between a word and what begins at `start`: `rc=1 0006178788`. */
const isBehindCount = (units: Uint16Array, start: number): boolean => {
  let end = start;
  while (end > start - LONGEST_BETWEEN && !isAlphanumeric(units[end - 1] ?? 0)) end--;
  let from = end;
  while (from > end - LONGEST_COUNT && isDigit(units[from - 1] ?? 0)) from--;
  return from < end && !isDigit(units[from - 1] ?? 0) && !isDigit(units[from - 2] ?? 0);
};

const NO_UNITS = new Uint16Array(1);

/**
 * Looks at the words of one text that hold digits; words are asked about in ascending order. There is one for all texts: to make its many
 * functions anew for each took as long as half of what a short number costs.
 */
const createFinder = () => {
  let text = '';
  /** Those of the text, with a 0 behind them: what every word is asked is asked of them. */
  let units: Uint16Array = NO_UNITS;
  let found: Candidate[] = [];
  let reader: ContextReader<string> | undefined;
  let digitRun: DigitRun | undefined;
  let phoneEnd = 0;
  let letterAt = 0;

  const context = (): ContextReader<string> => {
    reader ??= readersOf(text, units);
    return reader;
  };

  const run = (): DigitRun => {
    digitRun ??= createDigitRun(units);
    return digitRun;
  };

  /** Where the next letter of ASCII stands, or the end of the text; asked in ascending order. */
  const letterFrom = (at: number): number => {
    if (letterAt < at) letterAt = at;
    while (letterAt < text.length && !isLetter(units[letterAt] ?? 0)) letterAt++;
    return letterAt;
  };

  const wordAt = (start: number, letters: number): string => text.slice(start, start + letters).toLowerCase();

  const add = (candidate: Candidate | undefined): void => {
    if (candidate !== undefined) found.push(candidate);
  };

  /** With a checksum the line before counts as well: tables have their words there. */
  const isAnnounced = (entity: Entity, start: number, end: number): boolean =>
    isNamed(entity, start, end) &&
    entity.unless?.test(text.slice(Math.max(0, start - UNLESS_REACH), start)) !== true;

  const isNamed = ({ name, nearWords, check }: Entity, start: number, end: number): boolean => {
    const near = nearWords === undefined ? undefined : NEAR_TOPICS.get(name);
    for (const { topic, line, distance } of context().before(start)) {
      if (topic === name && (line === 0 || check !== null)) return true;
      if (distance === 0 && line === 0 && topic === near && !isBehindCount(units, start)) return true;
    }
    return check !== null && context().behind(end).includes(name);
  };

  /** Where a checksum vouches for a long number, or for one divided otherwise than others by blanks, it stands apart from these. */
  const isApart = ({ check }: NumberEntity, groups: number, start: number, end: number): boolean => {
    if (standsAlone(units, start, end)) return true;
    if (check === null || !isDividedByBlanks(units, start, end)) return false;
    if (groups === 1) return end - start >= LONG_NUMBER;
    if (groups >= MANY_GROUPS) return true;
    for (let i = 1; i < groups; i++) if (CHAIN.separators[i] === BLANK) return false;
    return true;
  };

  const scoreOf = (entity: NumberEntity, start: number, groups: number): number | undefined => {
    const end = CHAIN.ends[groups - 1] ?? 0;
    if (isAnnounced(entity, start, end)) return entity.scores.announced;
    const alone = aloneScoreOf(entity, groups);
    if (alone === undefined || !isApart(entity, groups, start, end)) return undefined;
    if (groups > 1 && !entity.layouts.includes(layoutOf(CHAIN, groups))) return undefined;
    return entity.mayBeOfGoods === true && isOfGoods(text, start) ? undefined : alone;
  };

  const addNumber = (entity: NumberEntity, start: number, groups: number): void => {
    const { name, check, mayBeMoney } = entity;
    const end = CHAIN.ends[groups - 1] ?? 0;
    if (check?.(CHAIN.digits, CHAIN.counts[groups - 1] ?? 0) === false) return;
    if (mayBeMoney === true && isMoney(text, entity, groups, end)) return;
    const score = scoreOf(entity, start, groups);
    if (score !== undefined) found.push({ name, score, span: { start, end }, isChecked: check !== null });
  };

  /** Whether a word announces anything that stands there. */
  const isTold = (start: number, end: number): boolean =>
    context().before(start).length > 0 || context().behind(end).length > 0;

  const addAnnounced = (entities: readonly NumberEntity[], start: number, groups: number): void => {
    const end = CHAIN.ends[groups - 1] ?? 0;
    if (!isTold(start, end)) return;
    for (const entity of entities) if (isAnnounced(entity, start, end)) addNumber(entity, start, groups);
  };

  /** All that the first `groups` groups may be. */
  const addGroups = (start: number, groups: number): void => {
    const length = CHAIN.counts[groups - 1] ?? 0;
    const end = CHAIN.ends[groups - 1] ?? 0;
    const entities = BY_LENGTH[length];
    if (entities === undefined) return;
    if (isNumberEnd(units, end)) {
      const free = isTold(start, end) ? entities.free : aloneOf(entities, groups);
      for (const entity of free) addNumber(entity, start, groups);
      addAnnounced(entities.announced, start, groups);
    } else if (isWordBehind(units, end)) {
      // With a word and a checksum it is a number although the next word touches it, as in what is copied out of a form.
      addAnnounced(entities.checked, start, groups);
    }
  };

  const addNumbers = (start: number): void => {
    readChain(CHAIN, units, start);
    for (let groups = CHAIN.groups; groups > 0; groups--) addGroups(start, groups);
  };

  const addCoded = (entity: CodedEntity, start: number): void =>
    add(codedAt(text, start, entity, (end) => isAnnounced(entity, start, end)));

  /** What begins with such a head, which ends at `headEnd`. */
  const addHeaded = (entities: readonly Headed[] | undefined, start: number, headEnd: number): void => {
    if (entities === undefined) return;
    const next = units[headEnd] ?? 0;
    for (const { entity, followers } of entities) if (mayFollow(followers, next)) addCoded(entity, start);
  };

  /** A word that begins with so many letters and digits. */
  const addCode = (start: number, end: number, letters: number, digits: number): void => {
    if (end - start > LONGEST_CODE) return;
    const entities = entitiesWith(HEADS, letters, digits, false);
    if (entities === undefined) return;
    const next = units[start + letters + digits] ?? 0;
    for (const headed of entities)
      if (mayFollow(headed.followers, next) && mayBeWord(headed, end - start)) addCoded(headed.entity, start);
  };

  /** Those that a word may be which begins with digits, as far as what follows tells. */
  const codesOfDigits = (start: number, end: number, digits: number): readonly Headed[] => {
    const next = units[start + digits] ?? 0;
    const reach = REACHES_OF_DIGITS[digits]?.[followerOf(next)] ?? 0;
    if (reach === 0 || end - start > LONGEST_CODE || letterFrom(start) - start >= reach) return NO_CODES;
    return entitiesWith(HEADS, 0, digits, false) ?? NO_CODES;
  };

  /** What begins with digits: what has no letter near enough is no code. */
  const addCodeOfDigits = (start: number, end: number, digits: number, isContinued: boolean): void => {
    const next = units[start + digits] ?? 0;
    for (const { entity, letterWithin, isBare, followers } of codesOfDigits(start, end, digits)) {
      if (!mayFollow(followers, next) || letterFrom(start) - start >= letterWithin) continue;
      // Behind other digits there is mostly no word, and to see that is cheaper than a pattern.
      if (isBare && isContinued && context().before(start).length === 0) continue;
      addCoded(entity, start);
    }
  };

  /** Capitals and a separator in front of digits: `AB 12 34 56 C`. */
  const addDivided = (start: number, digits: number): void => {
    const separator = units[start - 1];
    const lead = separator === BLANK || separator === HYPHEN ? leadBefore(units, start - 1) : start - 1;
    const letters = start - 1 - lead;
    if (lead === start - 1 || isWord(units[lead - 1] ?? 0)) return;
    addHeaded(entitiesWith(HEADS, letters, digits, true), lead, start + digits);
    if (letters === 2 && digits >= 2) add(ibanAt(text, lead));
    if (letters === 3) addSplit(lead, digits);
  };

  /** The last three capitals of six, with a separator between: what follows them is not what follows a head of three. */
  const addSplit = (lead: number, digits: number): void => {
    if (!isUpper(units[lead - 2] ?? 0) || isWord(units[lead - 5] ?? 0)) return;
    for (const { entity } of entitiesWith(HEADS, 3, digits, true) ?? []) addCoded(entity, lead - 4);
  };

  /** A card that begins within a telephone number, with its last group or at the last four digits of that, and goes on behind it. */
  const cardOver = ({ span: { start, end } }: Candidate): Candidate | undefined => {
    const isContinued = !isDigit(units[end] ?? 0) && isDigit(units[end + 1] ?? 0);
    if (!isContinued) return undefined;
    let group = end;
    while (group > start && isDigit(units[group - 1] ?? 0)) group--;
    const from = Math.max(group, end - CARD_GROUP);
    const card = cardAt(units, from, run(), isOfCards);
    return card !== undefined && isSure(card) && card.span.end > end ? card : undefined;
  };

  const addPhone = (start: number, last: Candidate | undefined): void => {
    if (start < phoneEnd || isLoneAddress(text, start, last)) return;
    const bounds = { before: phoneEnd, limit: text.length };
    const whole = phoneAt(text, units, start, context(), bounds);
    const card = whole === undefined ? undefined : cardOver(whole);
    const before =
      card === undefined
        ? whole
        : phoneAt(text, units, start, context(), { ...bounds, limit: card.span.start });
    // Where nobody can say at which digit the card begins, the longer of both stays, and what is left of the other.
    if (before === undefined) add(card);
    const phone = before ?? whole;
    if (phone === undefined) return;
    found.push(phone);
    phoneEnd = phone.span.end;
  };

  const isNear = (topic: string, start: number): boolean =>
    context()
      .before(start)
      .some((announced) => announced.topic === topic);

  const isOfCards = (start: number): boolean => isNear('CREDIT_CARD', start);
  const addCard = (start: number): void => {
    const card = cardAt(units, start, run(), isOfCards);
    if (card !== undefined) add(isOfCards(start) ? card : asNamed(text, card));
  };

  const addCardOrAddress = (start: number, digits: number): void => {
    if (units[start - 1] === DOT) {
      if (digits === CARD_GROUP || (digits >= SHORTEST_CARD && units[start + digits] === DOT))
        add(cardInRowAt(units, start, run()));
      return;
    }
    if (mayBeginCard(digits) || isOfCards(start)) addCard(start);
    add(ipv4At(text, units, start));
  };

  /** A run of digits in front of which other digits and a separator may stand: a blank divides two numbers, or one. */
  const addPlain = (start: number, end: number, digits: number): void => {
    const known = found.length;
    const isJoined = isJoinedBefore(units, start);
    const isContinued = isJoined && units[start - 1] === BLANK;
    if (!isJoined) addDivided(start, digits);
    if (!isJoined || (isContinued && digits > 2)) addCodeOfDigits(start, end, digits, isContinued);
    if (!mayBeNumber(units, start)) return;
    addCardOrAddress(start, digits);
    const last = found.at(-1);
    // Behind other digits it takes a word.
    if (!isJoined || (isContinued && context().before(start).length > 0)) addNumbers(start);
    if (!hasSure(found, known)) addPhone(start, last);
  };

  const addBareMac = (start: number): void => {
    const candidate = bareMacAt(units, start);
    if (candidate !== undefined && isNear('MAC_ADDRESS', start)) add(candidate);
  };

  const addMac = (start: number, end: number): void => {
    const width = end - start;
    if (width === BARE_MAC_DIGITS) addBareMac(start);
    const sign = width === 2 ? HYPHEN : width === 4 ? DOT : undefined;
    if (sign === undefined || (units[end] !== sign && units[start - 1] !== sign)) return;
    add(sign === HYPHEN ? hyphenatedMacAt(text, units, start) : dottedMacAt(text, start));
  };

  const addWallet = (start: number, end: number): void => {
    const checked = walletAt(text, start, end);
    const candidate = checked ?? announcedWalletAt(text, start, end);
    if (candidate !== undefined && (candidate === checked || isNear('CRYPTO', start))) add(candidate);
  };

  /** Numbers of firms in Brazil may have letters at any place but the last two, where each of them holds a digit. */
  const addFirm = (start: number, end: number): void => {
    if (end - start === ALPHANUMERIC_CNPJ_WIDTH) addCoded(BR_CNPJ_WITH_LETTERS, start);
    const first = end - DIVIDED_CNPJ_WIDTH;
    const isLast = first >= 0 && end - start === 2 && units[start - 1] === HYPHEN;
    if (isLast && units[start - 6] === SLASH) addCoded(BR_CNPJ_DIVIDED, first);
  };

  /** Digits first, and perhaps an account in capitals that they touch. */
  const addDigits = (start: number, end: number, digits: number): void => {
    addPlain(start, end, digits);
    const behind = start + digits;
    if (isUpper(units[behind] ?? 0) && isUpper(units[behind + 1] ?? 0) && isDigit(units[behind + 2] ?? 0))
      add(ibanAt(text, behind));
  };

  /** As the magnetic stripe of a card has it: `%B4111…^NAME^…`. */
  const isOnStripe = (start: number, letters: number, digits: number): boolean =>
    letters === 1 &&
    units[start] === CAPITAL_B &&
    units[start - 1] === PERCENT &&
    units[start + 1 + digits] === CARET;

  /** An account, or a card or an account with its word glued in front. */
  const addLettered = (start: number, letters: number, digits: number): void => {
    if (letters === 2 && digits >= 2) add(ibanAt(text, start));
    if (letters === GLUED_IBAN.length + 2 && digits >= 2 && wordAt(start, GLUED_IBAN.length) === GLUED_IBAN)
      add(ibanAt(text, start + GLUED_IBAN.length));
    if (digits > 12 && (isOnStripe(start, letters, digits) || GLUED_CARD_WORDS.has(wordAt(start, letters))))
      addCard(start + letters);
  };

  /** Letters first, then digits; what follows does not matter for where to look. */
  const addWord = (start: number, end: number): void => {
    let letters = 0;
    while (isLetter(units[start + letters] ?? 0)) letters++;
    let digits = 0;
    while (isDigit(units[start + letters + digits] ?? 0)) digits++;
    if (letters === 0) {
      addDigits(start, end, digits);
      return;
    }
    if (digits >= MIN_DIGITS && wordAt(start, letters) === NUMBER_SIGN)
      addDigits(start + letters, end, digits);
    addLettered(start, letters, digits);
    addCode(start, end, letters, digits);
  };

  const lookAt = (start: number, end: number): void => {
    if (units[start - 1] === UNDERSCORE) {
      // Within a name, such as `card_4111…`, nothing but a card or an account is sure enough.
      if (isDigit(units[start] ?? 0)) addCard(start);
      else add(ibanAt(text, start));
      return;
    }
    addWord(start, end);
    if (end - start >= SHORTEST_WALLET) addWallet(start, end);
    addMac(start, end);
    addFirm(start, end);
  };

  return {
    begin: (ofText: string, ofUnits: Uint16Array, into: Candidate[]): void => {
      text = ofText;
      units = ofUnits;
      found = into;
      reader = undefined;
      digitRun = undefined;
      phoneEnd = 0;
      letterAt = 0;
    },
    /** Nothing of a text is kept. */
    end: (): void => {
      text = '';
      units = NO_UNITS;
      found = [];
      reader = undefined;
      digitRun = undefined;
    },
    lookAt,
  };
};

const FINDER = createFinder();

/** Longer words hold nothing that is looked for. */
const LONGEST_WORD = 128;
/** Letters and digits that an account begins with: `DE89`. */
const SHORTEST_HEAD = 4;

const startOfWord = (units: Uint16Array, at: number, floor: number): number => {
  let start = at;
  while (start > floor && isAlphanumeric(units[start - 1] ?? 0)) start--;
  return start;
};

const endOfDigits = (units: Uint16Array, at: number): number => {
  let end = at;
  while (isDigit(units[end] ?? 0)) end++;
  return end;
};

const endOfWord = (units: Uint16Array, at: number): number => {
  let end = at;
  while (isAlphanumeric(units[end] ?? 0)) end++;
  return end;
};

/**
 * Everything that begins with a word that holds a digit.
 *
 * @param marks Where runs of digits begin, among others.
 */
export const numbersIn = (text: string, marks: readonly number[], found: Candidate[]): void => {
  if (marks.length === 0) return;
  const units = unitsOf(text);
  // Most texts have no more than a few digits by themselves, which need neither.
  let isBegun = false;
  let isListed: ListFilter | undefined;
  const isNothing: ListFilter = (mark, start, end) => {
    if (isFew(units, start, end) || isAlone(units, start, end)) return true;
    isListed ??= createListFilter(units, marks);
    return isListed(mark, start, end);
  };
  let settled = 0;
  const lookAt = (start: number, end: number): void => {
    if (end - start > LONGEST_WORD || start < settled) return;
    const known = found.length;
    if (!isBegun) FINDER.begin(text, units, found);
    isBegun = true;
    FINDER.lookAt(start, end);
    for (let i = known; i < found.length; i++) settled = Math.max(settled, settledEnd(found[i]));
  };
  let end = 0;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    if (mark < end || !isDigit(units[mark] ?? 0)) continue;
    const start = startOfWord(units, mark, end);
    const digitsEnd = endOfDigits(units, mark);
    end = endOfWord(units, digitsEnd);
    const isNumber = start === mark && end === digitsEnd;
    // A word such as `v2` or `4th` is no more than a short number by itself; an account may begin with a longer one, and go on in the next line.
    const isRuledOut = isNumber
      ? isNothing(i, start, end)
      : end - start < SHORTEST_HEAD && isAlone(units, start, end);
    if (!isRuledOut) lookAt(start, end);
  }
  if (isBegun) FINDER.end();
};

import type { Rule } from '../ruleset.ts';
import { isPhraseOfWallet } from './phrase-words.ts';
import { hex, lower, mixed, namedRule } from './tokens.ts';
import { entropy, isAddressPassword, isToken } from './values.ts';

const ID = '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const WIF = `5J${mixed(49).replaceAll(/[0OIl]/gu, '7')}`;
const NUMBERS = Array.from({ length: 64 }, (_, at) => (at * 37 + 11) % 251).join(',');

/** A word of a phrase: none of those that sentences are made of and phrases are not. */
const WORD = '(?!(?:the|and|for|with|your|are|not|from|has|was|were|which|should|words)[^a-z])[a-z]{3,8}';
/** Blanks, or what a list has between its items; the end of a sentence ends the phrase. */
const BETWEEN_WORDS = String.raw`(?![\s"'()*\x60]{0,3}\.\s)[\s\d,;.:|/"'()*\x60\\-]{1,12}`;

/** What is no key, although one is spoken of: what was signed with it, or its other half. */
const NOT_PUBLIC = String.raw`(?<!(?:transaction|(?<![a-z])tx|hash|digest|signature|fingerprint|public[\x20_]?key)["'\x20:=()*\x60_-]{0,4})`;
/** As in the manuals. */
const ORACLE_STAND_IN = /^(?:(?:my|your|db|the)?[-_]?passw(?:or|0r)?d\d{0,4}|tiger)$/iu;

/** Keys of wallets, clusters and databases by how they are written down. */
export const STORED_KEYS: readonly Rule[] = [
  {
    ...{ id: 'SE-1297', score: 0.85, subType: 'private_key' },
    starts: [
      ...[
        'seed phrase',
        'seed_phrase',
        'seed-phrase',
        'seedphrase',
        'seed words',
        'recovery phrase',
        'recovery_phrase',
      ],
      ...['recovery words', 'backup phrase', 'mnemonic', 'words of my wallet', 'wallet words', 'wallet_seed'],
      ...['frase semilla', 'frase de recuper', 'phrase de récupération', 'frase di recupero', 'frase seed'],
      ...[
        'wiederherstellungsphrase',
        'herstelzin',
        'сид-фраза',
        'сид фраза',
        '助记词',
        '助記詞',
        'シードフレーズ',
        '니모닉',
      ],
    ],
    rest: String.raw`\p{L}{0,8}(?:_phrase|\x20phrase)?(?:\x20[\p{L}\d]{1,10}){0,3}(?:\\{0,7}["'\x60*]){0,3}(?:\s?[:=]{1,2}|\s(?:is|ist|lautet|es|est|é|è):?|是|は)[\s\d,;.:|/"'()\[\]*\x60\\-]{0,12}((?:${WORD}${BETWEEN_WORDS}){11,23}${WORD}|(?:${WORD}\.\s{1,3}){11,23}${WORD})(?![\w-])`,
    verify: isPhraseOfWallet,
    match: [
      'My seed phrase is: gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon',
      'mnemonic = "gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon"',
      'SECRET_RECOVERY_PHRASE: gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon\n',
      'seed phrase: gravity, matter, pistol, oxygen, velvet, hockey, ribbon, tunnel, drama, fossil, kidney, lemon',
      'The words of my wallet: 1. gravity 2. matter 3. pistol 4. oxygen 5. velvet 6. hockey 7. ribbon 8. tunnel 9. drama 10. fossil 11. kidney 12. lemon',
      '"mnemonic": ["gravity", "matter", "pistol", "oxygen", "velvet", "hockey", "ribbon", "tunnel", "drama", "fossil", "kidney", "lemon"]',
      'Meine Seed-Phrase lautet gravity-matter-pistol-oxygen-velvet-hockey-ribbon-tunnel-drama-fossil-kidney-lemon',
      'mnemonic: gravity when into you have they must word drama fossil kidney lemon',
      'seed phrase: gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon please keep it safe',
      '助记词：gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon',
    ],
    noMatch: [
      'A seed phrase is twelve words that wallets show only once when they are made and never again',
      'mnemonic: abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'The mnemonic is gravity matter pistol.',
      'Seed words: climate, warming, carbon, emission, energy, solar, wind, coal, policy, paris, treaty, ocean',
      'mnemonic = mov add sub mul div push pop jmp call test xor shl shr',
      'mnemonic: load store move push call jump test shift rotate halt branch return compare',
      'recovery words: strength courage hope faith patience serenity honesty love humility service kindness calm',
      'mnemonic: helps people remember long lists using simple patterns, rhymes, songs, images, letters',
      'seed words: apple banana cherry grape lemon mango orange peach pear plum quince raisin',
      'Seed words: 1. apple, 2. pear, 3. plum; then the rest, which are not shown, and so on for all 12 words',
    ],
  },
  {
    ...{ id: 'SE-1298', score: 0.85, subType: 'private_key' },
    starts: ['private key', 'private_key', 'privatekey', 'wallet key'],
    rest: String.raw`[\w\x20'":=()*\x60\\-]{0,40}?(?<![a-z0-9])${NOT_PUBLIC}(0x[0-9a-f]{64}|(?:5[hjk]|[kl][1-5])[1-9a-z]{49,50})(?![a-z0-9])`,
    verify: (value) => isToken(value),
    match: [
      `the private key of the wallet is 0x${hex(64)}`,
      `"privateKey": "0x${hex(64)}"`,
      `private key (WIF): ${WIF}`,
      `the private key for signing transactions is 0x${hex(64)}`,
      `private key of the root address: 0x${hex(64)}`,
    ],
    noMatch: [
      `the private key signed transaction 0x${hex(40)}`,
      `the private key signed transaction 0x${hex(64)}`,
      `private_key_hash: 0x${hex(64)}`,
      `private key signature: 0x${hex(64)}`,
      `private key is 0x${'0'.repeat(64)}`,
      `public key: 0x${hex(64)}`,
    ],
  },
  {
    ...{ id: 'SE-1299', score: 0.85, subType: 'private_key' },
    starts: ['secretkey', 'secret_key', 'privatekey', 'private_key', 'keypair'],
    rest: String.raw`(?:\\{0,7}["'\x60])?\s{0,3}[:=]\s{0,3}(?:[\w.]{1,24}\()?\[\s?((?:\d{1,3},\s?){63}\d{1,3})\s?\]`,
    verify: (value) => entropy(value) > 2.5,
    match: [
      `secretKey: [${NUMBERS}]`,
      `"privateKey": [${NUMBERS.replaceAll(',', ', ')}]`,
      `const keypair = Uint8Array.from([${NUMBERS}])`,
    ],
    noMatch: ['secretKey: [1,2,3]', `publicKey: [${NUMBERS}]`, `secretKey: [${'0,'.repeat(63)}0]`],
  },
  {
    ...{ id: 'SE-1300', score: 0.9, subType: 'kubernetes_token', starts: ['--token'] },
    rest: String.raw`[\s=](?:\\{0,7}["'])?([a-z0-9]{6}\.[a-z0-9]{16})(?![\w.-])`,
    verify: (value) => isToken(value) && /\d/u.test(value),
    match: [
      `kubeadm join 10.0.0.1:6443 --token k7rw2x.${lower(16)} --discovery-token-unsafe-skip-ca-verification`,
      `kubeadm join --token=k7rw2x.${lower(16)}`,
      `--token "k7rw2x.${lower(16)}"`,
    ],
    noMatch: ['--token config.productiontokens', '--token abcdef.0123456789abcdef', '--token \x24TOKEN'],
  },
  {
    ...{
      id: 'SE-1301',
      score: 0.9,
      subType: 'database_url',
      starts: ['jdbc:oracle:thin:', 'jdbc:oracle:oci:'],
    },
    rest: String.raw`[\w$#]{1,30}/([^\s"'/@<>{}$]{5,64})@`,
    verify: (value) => isAddressPassword(value) && !ORACLE_STAND_IN.test(value),
    match: [
      'jdbc:oracle:thin:scott/t1ger9Xq@db.corp.dev:1521/XE',
      '"jdbc:oracle:thin:app/s3cr3tPw9x@//db.corp.dev/shop"',
      'url=jdbc:oracle:oci:app/Zk39xQmm@prod',
      'jdbc:oracle:thin:app/Corp-Password-9x@db.corp.dev:1521/XE',
    ],
    noMatch: [
      'jdbc:oracle:thin:@db.corp.dev:1521/XE',
      'jdbc:oracle:thin:scott/tiger@db:1521/XE',
      'jdbc:oracle:thin:user/password@db:1521/XE',
    ],
  },
  namedRule({
    ...{ id: 'SE-1302', subType: 'azure_key', names: ['cosmos', 'cosmosdb', 'cosmos_db', 'documentdb'] },
    ...{ value: '[a-z0-9+/]{86}==', sample: `${mixed(86)}==`, verify: isToken },
  }),
  namedRule({
    ...{ id: 'SE-1303', subType: 'service_token', names: ['fal_key', 'fal_api_key', 'fal.ai'] },
    ...{ value: `${UUID}:[0-9a-f]{32}`, sample: `${ID}:${hex(32)}`, verify: isToken },
  }),
];

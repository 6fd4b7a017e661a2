import { createHash } from 'node:crypto';
import type { Candidate, Samples } from './entity.ts';
import { keccak256 } from './keccak.ts';
import { isHex, sticky } from './letters.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE58_VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < BASE58.length; value++) BASE58_VALUES[BASE58.charCodeAt(value)] = value;

const SHORTEST_BASE58 = 26;
const LONGEST_BASE58 = 35;
const ADDRESS_BYTES = 25;
/** Bitcoin, its scripts, Litecoin, Dogecoin, Dash, Tron, Zcash would have two bytes: the first byte of an address. */
const VERSIONS: ReadonlySet<number> = new Set([0x00, 0x05, 0x30, 0x32, 0x1e, 0x16, 0x4c, 0x41]);

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Fingerprints are as long as addresses, and mostly hold a zero. */
const isInBase58 = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if ((BASE58_VALUES[text.charCodeAt(i)] ?? -1) < 0) return false;
  return true;
};

/** @returns Null where it is no number of so many bytes in this alphabet. */
const readBase58 = (text: string, size: number): Uint8Array | null => {
  if (!isInBase58(text)) return null;
  const bytes = new Uint8Array(size);
  for (let i = 0; i < text.length; i++) {
    let carry = BASE58_VALUES[text.charCodeAt(i)] ?? 0;
    for (let j = size - 1; j >= 0; j--) {
      carry += (bytes[j] ?? 0) * 58;
      bytes[j] = carry & 0xff;
      carry >>= 8;
    }
    if (carry > 0) return null;
  }
  return bytes;
};

const isBase58Check = (text: string): boolean => {
  const bytes = readBase58(text, ADDRESS_BYTES);
  if (bytes === null || !VERSIONS.has(bytes[0] ?? -1)) return false;
  const sum = sha256(sha256(bytes.subarray(0, ADDRESS_BYTES - 4)));
  return bytes.subarray(ADDRESS_BYTES - 4).every((byte, i) => byte === sum[i]);
};

const KEY_BYTES = 32;
const SHORTEST_KEY = 32;
const LONGEST_KEY = 44;
/** Fingerprints in hexadecimal, and words, have only some of them. */
const IS_MIXED = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])/;

/** A public key as Solana writes it: 32 bytes, and a `1` for each zero that they begin with. */
const isKeyInBase58 = (text: string): boolean => {
  if (text.length < SHORTEST_KEY || text.length > LONGEST_KEY || !IS_MIXED.test(text)) return false;
  const bytes = readBase58(text, KEY_BYTES);
  if (bytes === null) return false;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return zeros === text.search(/[^1]/);
};

const MONERO_LENGTH = 95;
const INTEGRATED_LENGTH = 106;
/** Monero writes eight bytes as eleven characters, each block by itself; five bytes are left for the last one. */
const BLOCK = 11;
const BLOCK_BYTES = 8;
const LAST_BLOCK_BYTES = 5;
/** Addresses, those with the number of a payment, and the further ones of a wallet. */
const MONERO_NETWORKS: ReadonlySet<number> = new Set([18, 19, 42]);
const MONERO_BEGINS = /^[48][1-9AB]/;
const SUM_BYTES = 4;

const readMonero = (text: string): Uint8Array | null => {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += BLOCK) {
    const isLast = at + BLOCK > text.length;
    const block = readBase58(text.slice(at, at + BLOCK), isLast ? LAST_BLOCK_BYTES : BLOCK_BYTES);
    if (block === null || (at === 0 && !MONERO_NETWORKS.has(block[0] ?? 0))) return null;
    bytes.push(...block);
  }
  return Uint8Array.from(bytes);
};

const isMonero = (text: string): boolean => {
  const bytes = MONERO_BEGINS.test(text) ? readMonero(text) : null;
  if (bytes === null) return false;
  const sum = keccak256(bytes.subarray(0, -SUM_BYTES));
  return bytes.subarray(-SUM_BYTES).every((byte, i) => byte === sum[i]);
};

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const BECH32_CHECK = 1;
const BECH32M_CHECK = 0x2bc830a3;

const polymod = (values: readonly number[]): number => {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (let i = 0; i < 5; i++) if ((top >> i) & 1) check ^= GENERATOR[i] ?? 0;
  }
  return check;
};

const isBech32 = (text: string): boolean => {
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) return false;
  const separator = lower.lastIndexOf('1');
  const prefix = Array.from(lower.slice(0, separator), (letter) => letter.charCodeAt(0));
  const values = Array.from(lower.slice(separator + 1), (letter) => BECH32.indexOf(letter));
  if (values.includes(-1)) return false;
  const check = polymod([
    ...prefix.map((code) => code >> 5),
    0,
    ...prefix.map((code) => code & 31),
    ...values,
  ]);
  return check === BECH32_CHECK || check === BECH32M_CHECK;
};

/** Bitcoin, Litecoin, Cardano, and chains of Cosmos. */
const BECH32_ADDRESS =
  /(?:bc|tb|ltc|addr|stake|cosmos|osmo|celestia|juno|terra|inj|sei|dydx|kava|thor|zil|one)1[a-z\d]{11,110}(?![a-z\d])/iy;
const BEGINS_BECH32 = new Uint8Array(0x10000);
for (const letter of 'abcdijklnostzABCDIJKLNOSTZ') BEGINS_BECH32[letter.charCodeAt(0)] = 1;
const HEX_DIGITS = 40;

/** EIP-55: capitals carry a checksum; without any there is none. */
const isEthereum = (hex: string): boolean => {
  const lower = hex.toLowerCase();
  if (hex === lower || hex === hex.toUpperCase()) return !/^(.)\1+$/u.test(lower);
  const hash = keccak256(Buffer.from(lower, 'latin1'));
  return Array.from(hex).every((letter, i) => {
    const nibble = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15;
    return /\d/u.test(letter) || /[A-F]/u.test(letter) === nibble > 7;
  });
};

const wallet = (score: number, start: number, end: number): Candidate => ({
  ...{ name: 'CRYPTO', score, isChecked: true },
  span: { start, end },
});

/** What announces an address that has no checksum, in front of it. */
export const WALLET_WORDS: readonly string[] = [
  ...['solana', 'sol', 'spl', 'phantom', 'wallet', 'wallets', 'wallet address'],
  ...['geldborse', 'portefeuille', 'billetera', 'carteira', 'portafoglio', 'portfel', 'кошелек', 'кошелька'],
  ...['钱包', '錢包', 'ウォレット', '지갑', 'cuzdan'],
];

/**
 * An address of Solana that is the word `[start, end)`, which holds a digit. It has no checksum: whether it is one says the word in front
 * of it.
 */
export const announcedWalletAt = (text: string, start: number, end: number): Candidate | undefined =>
  end - start <= LONGEST_KEY && isKeyInBase58(text.slice(start, end))
    ? { ...wallet(0.85, start, end), isChecked: false }
    : undefined;

const mayBeBase58 = (length: number): boolean =>
  (length >= SHORTEST_BASE58 && length <= LONGEST_BASE58) ||
  length === MONERO_LENGTH ||
  length === INTEGRATED_LENGTH;

const hasSum = (word: string): boolean =>
  word.length <= LONGEST_BASE58 ? isBase58Check(word) : isMonero(word);

/** An address that is the word `[start, end)`, which holds a digit. */
export const walletAt = (text: string, start: number, end: number): Candidate | undefined => {
  const length = end - start;
  if (length === HEX_DIGITS + 2 && text.charAt(start) === '0' && /[xX]/u.test(text.charAt(start + 1))) {
    for (let at = start + 2; at < end; at++) if (!isHex(text.charCodeAt(at))) return undefined;
    return isEthereum(text.slice(start + 2, end)) ? wallet(0.95, start, end) : undefined;
  }
  if (mayBeBase58(length) && hasSum(text.slice(start, end))) return wallet(0.97, start, end);
  if (BEGINS_BECH32[text.charCodeAt(start)] !== 1) return undefined;
  const coded = sticky(text, BECH32_ADDRESS, start);
  return coded !== undefined && isBech32(coded) ? wallet(0.97, start, start + coded.length) : undefined;
};

/** Shorter words are no addresses. */
export const SHORTEST_WALLET = 14;

export const WALLET_SAMPLES: Samples = {
  match: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=1',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae',
    'Solana wallet: 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    'my SOL address is DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK',
    '{"wallet":"7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV","chain":"solana"}',
    'кошелёк 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ],
  noMatch: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x0000000000000000000000000000000000000000',
    '0xde0b295669a9fd93d5f28d9ec85e40f4cb697ba',
    'de0b295669a9fd93d5f28d9ec85e40f4cb697bae',
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    'commit 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    'wallet 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWMx',
    'wallet 8e1d4a7b9c2f6351e84d7a9b2c5f6183',
    'wallet QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWV8nPp',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B',
  ],
};

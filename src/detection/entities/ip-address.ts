import { codeAt } from '../text/code-units.ts';
import type { Candidate, Samples } from './entity.ts';
import { isOfGoods } from './goods.ts';
import { isAlphanumeric, isDigit, isHex, isWord, sticky } from './letters.ts';

const COLON = 0x3a;
const DOT = 0x2e;
const LONGEST_GROUP = 4;
const GROUPS = 8;
const LONGEST_IPV6 = 45;
/** Eight groups of one digit; what is shorter has to be compressed, or is a time. */
const SHORTEST_WHOLE = 15;

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const IPV4 = new RegExp(String.raw`${OCTET}(?:\.${OCTET}){3}(?![\w.]?\d|\.\w|_)`, 'y');
/** Reserved for this network, this machine, links, documentation, groups and broadcasts: nobody's address. */
const RESERVED =
  /^(?:0\.|127\.|169\.254\.|255\.|22[4-9]\.|23\d\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|(?:\d\.){3}\d$)/u;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7])\.)/u;
/** With what Markdown and JSON put around it, as in `**Version Number:** 1.3.66.3` and `"version": "9.8.7.6"`. */
const VERSION =
  /(?:(?<![a-z])(?:v|ver|release|tag|sdk|jdk|jre|runtime|driver|sections?|chapters?|clauses?|articles?|paragraphs?|subsections?|annex|appendix|firmware|build|revision|oid)|versions?_{0,2}|§)(?: (?:number|no\.?|nr\.?|is))?["'*`]{0,3} ?[:=(]?["'*`]{0,3} ?["'*`]{0,3}$/iu;
const VERSION_REACH = 28;
/** As in `Chrome/126.0.0.0`: a program and its version. */
const PROGRAM = /(?:^|[\s(])[A-Za-z][A-Za-z_-]{1,20}\/$/u;
const PROGRAM_REACH = 24;
/** Of networks, or of versions: `14.2.1.0`, `24.04.1.2`. */
const NO_HOST = /\.0$|(?:^|\.)0\d/u;

/** As versions are numbered; of addresses one in thirty looks like that. */
const LIKE_VERSION = /^(?:[12]?\d|3[0-2])\.[1-5]?\d\./u;
/** A name, and what stands between it and its version: `Python 3.11.4.1`, `lib-5.12.33.41.jar`, `foo==2.17.33.12`, `corp.dev/app:4.12.33.18`. */
const NAMED =
  /(?:^|[^\w.+#-])(?:([\w.+#-]*[a-z+#])(?: \(?|[-_]|[=~<>!]=)|[\w.-]{1,40}[./:][\w.:-]{0,40}[a-z]:)$/iu;
/** Words that stand in front of an address and name nothing that has a version. */
const NO_PROGRAM =
  /^(?:from|to|at|by|on|via|of|and|or|is|are|was|as|in|into|for|with|the|an?|my|our|your|ip|than|using|through|over|behind|against|between|e\.g\.|von|zu|auf|an|bei|und|oder|ist|de|desde|en|y|es|à|et|est|da|di|il|è|do|em|van|naar|op|met|ping|ssh|curl|telnet|nmap|dig|whois|traceroute|(?:block|ban|allow|den|whitelist|blacklist|scann?|visit|reach|contact|attack|recv|add|remove|check|trac|query|get|post|put|drop|reject|accept)(?:s|ed|ied|ies|y|ing|e)?)$/iu;
/** What is said where addresses are: then a number is one, whatever it looks like. */
const OF_NETWORKS =
  /(?<![a-z])(?:ip|ips|ipv4|ip[-_ ]?addr\w*|addr|address(?:es)?|adresse|dirección|indirizzo|endereço|hosts?|hostname|servers?|serveur|servidor|clients?|peers?|dns|gateway|router|networks?|subnets?|nameserver|resolver|proxy|vpn|firewall|src|dst|remote|login|logged|connect(?:s|ed|ing|ions?)?|inet|whois|geoip|ssh)(?![a-z])/iu;
const NAME_REACH = 64;
/** `Bumps foo from 1.22.33.44 to 1.22.33.45`, `npm package foo@1.22.33.44` */
const OF_PACKAGES = /(?<![a-z])(?:bump|upgrad|updat|downgrad|changelog|packages?(?![a-z])|dependenc)/iu;

/** Whether a name in front says that this is its version, and nothing speaks of networks. */
const isVersionOf = (address: string, before: string, behind: string): boolean => {
  if (!LIKE_VERSION.test(address) || /^(?::\d|\/\d)/u.test(behind)) return false;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const named = NAMED.exec(line);
  const isNamed = named !== null && !NO_PROGRAM.test(named[1] ?? '');
  return (isNamed || OF_PACKAGES.test(line)) && !OF_NETWORKS.test(line);
};

const scoreOfIpv4 = (address: string, before: string, behind: string): number => {
  if (RESERVED.test(address)) return 0.4;
  const isLikely =
    !PRIVATE.test(address) &&
    !NO_HOST.test(address) &&
    !PROGRAM.test(before.slice(-PROGRAM_REACH)) &&
    !isVersionOf(address, before, behind) &&
    !isOfGoods(before, before.length);
  return isLikely ? 0.85 : 0.65;
};

const OCTETS = 4;
const LONGEST_OCTET = 3;

/** Whether four numbers with dots between them stand there, and no fifth one. @param units Those of a text, with a 0 behind them. */
export const isQuad = (units: Uint16Array, start: number): boolean => {
  let at = start;
  for (let octet = 1; octet <= OCTETS; octet++) {
    const from = at;
    while (isDigit(units[at] ?? 0)) at++;
    if (at === from || at - from > LONGEST_OCTET) return false;
    const hasDot = units[at] === DOT;
    if (octet === OCTETS) return !hasDot || !isDigit(units[at + 1] ?? 0);
    if (!hasDot) return false;
    at++;
  }
  return false;
};

/**
 * Four numbers from 0 to 255 with dots between them, at a digit that begins them.
 *
 * @param units Those of the text, with a 0 behind them.
 */
export const ipv4At = (text: string, units: Uint16Array, at: number): Candidate | undefined => {
  if (!isQuad(units, at)) return undefined;
  const matched = sticky(text, IPV4, at);
  if (matched === undefined || VERSION.test(text.slice(Math.max(0, at - VERSION_REACH), at)))
    return undefined;
  const span = { start: at, end: at + matched.length };
  const before = text.slice(Math.max(0, at - NAME_REACH), at);
  const behind = text.slice(span.end, span.end + 2);
  return { name: 'IP_ADDRESS', score: scoreOfIpv4(matched, before, behind), span, isChecked: false };
};

const MAC = /[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})(?![\w:-]|\.\d)/iy;
const DOTTED_MAC = /[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w]|[.:-]\w)/iy;

const macAt = (text: string, start: number): Candidate | undefined => {
  const matched = sticky(text, MAC, start);
  if (matched === undefined || /^(?:(?:00[:-]?)+|(?:ff[:-]?)+)$/iu.test(matched)) return undefined;
  const span = { start, end: start + matched.length };
  return { name: 'MAC_ADDRESS', score: 0.95, span, isChecked: true };
};

const HYPHEN = 0x2d;
const PAIR_WIDTH = 3;

const isPairAt = (units: Uint16Array, at: number): boolean =>
  isHex(units[at] ?? 0) && isHex(units[at + 1] ?? 0);

/** Whether three pairs with the same sign between them stand there: most dates have but two. */
const arePairs = (units: Uint16Array, start: number): boolean => {
  const second = start + PAIR_WIDTH;
  const third = second + PAIR_WIDTH;
  return units[second - 1] === units[third - 1] && isPairAt(units, second) && isPairAt(units, third);
};

/**
 * Pairs with hyphens between them, one of which begins at `start`; a digit stands in at least one of them.
 *
 * @param units Those of the text, with a 0 behind them.
 */
export const hyphenatedMacAt = (text: string, units: Uint16Array, word: number): Candidate | undefined => {
  let start = word;
  for (let pairs = 0; pairs < 5; pairs++) {
    const before = start - PAIR_WIDTH;
    if (units[start - 1] !== HYPHEN || !isPairAt(units, before)) break;
    start = before;
  }
  if (isWord(units[start - 1] ?? 0) || !arePairs(units, start)) return undefined;
  return macAt(text, start);
};

/** Three groups of four with dots between them, as routers write it. */
export const dottedMacAt = (text: string, word: number): Candidate | undefined => {
  let start = word;
  for (let groups = 0; groups < 2 && codeAt(text, start - 1) === DOT; groups++) start -= LONGEST_GROUP + 1;
  if (start < 0 || isWord(codeAt(text, start - 1)) || codeAt(text, start - 1) === DOT) return undefined;
  const matched = sticky(text, DOTTED_MAC, start);
  if (matched === undefined || !/\d/u.test(matched) || /^[\d.]+$/u.test(matched)) return undefined;
  return {
    ...{ name: 'MAC_ADDRESS', score: 0.85, isChecked: false },
    span: { start, end: start + matched.length },
  };
};

export const BARE_MAC_DIGITS = 12;
/** Words without which twelve hexadecimal digits say nothing. */
export const MAC_WORDS = ['mac', 'hwaddr', 'bssid', 'mac address', 'ethernet address', 'hardware address'];

/** Twelve hexadecimal digits in one piece, which a word announces. */
export const bareMacAt = (units: Uint16Array, start: number): Candidate | undefined => {
  const end = start + BARE_MAC_DIGITS;
  let digits = 0;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    if (!isHex(code)) return undefined;
    if (isDigit(code)) digits++;
  }
  if (digits === 0 || digits === BARE_MAC_DIGITS) return undefined;
  return { name: 'MAC_ADDRESS', score: 0.85, span: { start, end }, isChecked: false };
};

const GROUP = /^[\da-f]{1,4}$/iu;

/** Whether what stands between two colons or more is an address; `::` stands for one or more groups of zeros. */
const isIpv6 = (address: string): boolean => {
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isCompressed = halves.length === 2;
  if (!groups.every((group) => GROUP.test(group))) return false;
  if (isCompressed) return groups.length < GROUPS && isLikely(address, groups);
  // Of eight short numbers none is an address: a ratio, a fingerprint.
  return groups.length === GROUPS && groups.some(({ length }) => length > 2);
};

/** `a::b` is a name in a program. An address has a prefix that is handed out, or many groups, and a digit. */
const isLikely = (address: string, groups: readonly string[]): boolean =>
  /\d/u.test(address) &&
  (groups.length > 3 || /^(?:[23][\da-f]{3}|f[cde][\da-f]{2}|64:ff9b|::ffff):/iu.test(address));

const LOCAL_IPV6 = /^(?:f[cde]|::|2001:db8)/iu;

const MAPPED = new RegExp(String.raw`(?<=:)${OCTET}(?:\.${OCTET}){3}(?![\w.]?\d|\.\w)`, 'y');

const ipv6In = (text: string, start: number, end: number): Candidate | undefined => {
  const lastColon = text.lastIndexOf(':', end - 1);
  const quad =
    codeAt(text, end) === DOT && lastColon > start ? sticky(text, MAPPED, lastColon + 1) : undefined;
  // An IPv4 address at the end stands for two groups.
  const groups = quad === undefined ? text.slice(start, end) : `${text.slice(start, lastColon + 1)}0:1`;
  const stop = quad === undefined ? end : lastColon + 1 + quad.length;
  if (!isIpv6(groups)) return undefined;
  const score = LOCAL_IPV6.test(groups) && quad === undefined ? 0.65 : 0.95;
  return { name: 'IP_ADDRESS', score, span: { start, end: stop }, isChecked: score > 0.65 };
};

/** Hexadecimal digits and colons: what consists of them begins where such a run does. */
const colonRunAt = (text: string, start: number, end: number): Candidate | undefined => {
  // A single colon behind a word is the word's, as in `IP:2a02::4`.
  const isBehindWord = isWord(codeAt(text, start - 1));
  const isLabelled = isBehindWord && codeAt(text, start) === COLON;
  if (isLabelled && codeAt(text, start + 1) !== COLON) return colonRunAt(text, start + 1, end);
  if (isBehindWord || end - start > LONGEST_IPV6) return undefined;
  if (end - start < SHORTEST_WHOLE && !text.slice(start, end).includes('::')) return undefined;
  const mac = macAt(text, start);
  if (mac !== undefined) return mac;
  let stop = end;
  // A colon at the end is the sentence's, unless there are two.
  if (codeAt(text, stop - 1) === COLON && codeAt(text, stop - 2) !== COLON) stop--;
  if (stop === end && isAlphanumeric(codeAt(text, end))) return undefined;
  return ipv6In(text, start, stop);
};

/** IPv6 and MAC addresses: all that has colons in it. */
export const colonAddressesIn = (text: string, found: Candidate[]): void => {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at)) {
    const colon = at;
    at++;
    while (isHex(codeAt(text, at))) at++;
    if (codeAt(text, at) !== COLON || at - colon - 1 > LONGEST_GROUP) continue;
    let start = colon;
    while (isHex(codeAt(text, start - 1)) || codeAt(text, start - 1) === COLON) start--;
    while (isHex(codeAt(text, at)) || codeAt(text, at) === COLON) at++;
    const candidate = colonRunAt(text, start, at);
    if (candidate !== undefined) found.push(candidate);
  }
};

export const IP_SAMPLES: Samples = {
  match: [
    '106.31.73.20',
    'from 8.8.4.4:53.',
    '"ip":"41.173.96.26"',
    '10.0.0.12',
    '[2001:db8:85a3:8d3:1319:8a2e:370:7348]:443',
    '2001:db8::1',
    'fe80::1ff:fe23:4567:890a%eth0',
    '::ffff:41.173.96.26',
    '2a00:1450:4001:81b::200e, then',
    'IP:2a02:908:1961:b2a0::4',
    'recv 93.184.216.34',
    'Edg/126.0.0.1 of 93.184.216.34',
    'connection from Python client 3.11.44.19',
    'ssh ubuntu@18.12.44.3',
    'nginx 3.12.44.18:8080',
    'at 12:34:56 from 6e40:4041:c617:e898:c11:40d2:c669:2eb4',
  ],
  noMatch: [
    'version 1.2.3.4',
    '256.1.1.1',
    '1.2.3.4.5',
    '1.2.3',
    'std::a1::b2',
    '12:34:56',
    'a::b',
    'x2001:db8:85a3::8a2e:370:7334',
    '1:2:3:4:5:6:7:8:9',
    '2001:db8::1::2',
    '1:2:3:4:5:6:7:8',
    'version: 9.8.7.6',
    'firmware 12.1.0.3',
    'see clause 12.1.1.4',
    'Article 12.11.1.4',
    'clauses no. 12.11.1.4',
    '**Version Number:** 1.3.66.3',
    '"version": "9.8.7.6"',
    'AssemblyVersion("2.14.33.108")',
    'dotnet SDK 8.0.100.23',
    'Version="4.2.18.33"',
    "__version__ = '3.5.12.1'",
  ],
};

export const MAC_SAMPLES: Samples = {
  match: [
    '3D:F2:C9:A6:B3:4F',
    '3d-f2-c9-a6-b3-4f',
    'mac=aa:bb:cc:dd:ee:ff;',
    'AA-BB-CC-DD-EE-1F',
    '001b.44de.3ab7',
    '"00:1B:44:11:3A:B7"',
    'MAC address 001b44113ab7',
    'bssid=001B44113AB7',
  ],
  noMatch: [
    '3D:F2:C9:A6:B3',
    '3D:F2:C9:A6:B3:4F:00:11',
    '00:00:00:00:00:00',
    '3D:F2-C9:A6-B3:4F',
    '12:34:56',
    'g3d-f2-c9-a6-b3-4f',
    '2024.1001.1234',
    '001b44113ab7',
    'mac address 001144113377',
  ],
};

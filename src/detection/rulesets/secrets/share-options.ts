import type { Rule } from '../ruleset.ts';
import {
  isGivenPassword,
  LINE_END,
  OPERAND,
  OPTIONS,
  PASSWORD,
  passwordBehind,
  WORD_END,
} from './command-line.ts';
import { isStrongPassword } from './values.ts';

/** Passwords that commands get for files and desktops of another machine, and for a machine's users. */
export const SHARE_OPTIONS: readonly Rule[] = [
  {
    id: 'SE-1148',
    score: 0.85,
    exact: true,
    starts: ['smbclient', 'rpcclient', 'smbget', 'smbcacls', 'winexe', 'net rpc', 'net ads'],
    rest: String.raw`${OPERAND}${OPTIONS}\s{1,4}(?:-U|--user)[\s=]{0,2}${passwordBehind(String.raw`[\w.@$/\\-]{1,64}%`)}`,
    verify: isGivenPassword,
    match: [
      'smbclient -U anna%Xk9mQ2vL7pR //files/share',
      "smbclient //files/share -U 'CORP\\anna%Tr0ub4dor3xKq'",
      'rpcclient -U "anna%s3cr3tPw9x" 10.0.0.4',
      "smbclient -U 'anna%Tr0ub4dor and 3' //files/share",
    ],
    noMatch: [
      'smbclient -U user%password //files/share',
      'smbclient -U "anna%\x24PASS1" //files/share',
      'smbclient -L //files -U anna',
      'rpcclient -U "" -N 10.0.0.4',
    ],
  },
  {
    id: 'SE-1149',
    score: 0.85,
    starts: ['net user ', 'net.exe user '],
    rest: String.raw`["']?[\w.@$-]{1,64}["']?\s{1,4}${PASSWORD}\\?["']?(?=\s{1,4}/[ad])`,
    verify: isGivenPassword,
    match: [
      'net user anna Xk9mQ2vL7pR /add',
      'NET USER anna "s3cr3tPw9x" /add /domain',
      'net user anna "my dog Rex 2019" /add',
      'net user admin Zk39xQmm /active:yes',
    ],
    noMatch: [
      'net user anna * /add',
      'net user username password1 /add',
      'net user anna /domain /add',
      'net user anna %PASS1% /add',
      'net user accounts2 and groups2 /add',
    ],
  },
  {
    id: 'SE-1150',
    score: 0.85,
    starts: ['net user ', 'net.exe user '],
    rest: String.raw`["']?[\w.@$-]{1,64}["']?\s{1,4}${PASSWORD}${LINE_END}`,
    verify: isStrongPassword,
    match: [
      'net user anna Hunter2!x9\nThe command completed',
      'net user admin "Tr0ub4dor&3"; whoami',
      '\x60net user bo Xk9mPq2w\x60',
    ],
    noMatch: [
      'net user anna secret2',
      'net user accounts and Group2Policy rules',
      'net user anna \x24PASS1!',
    ],
  },
  {
    id: 'SE-1151',
    score: 0.85,
    starts: ['net use ', 'net.exe use '],
    rest: String.raw`(?:[\w*]:?\s{1,3})?["']?(?:\\{2,4}|https?://)[^\s"']{1,100}["']?\s{1,3}(?:/user:[^\s]{1,64}\s{1,3})?(?!/)${PASSWORD}${WORD_END}`,
    verify: isGivenPassword,
    match: [
      'net use Z: \\\\files\\share Xk9mQ2vL7pR /user:anna',
      'net use \\\\files\\share /user:CORP\\anna s3cr3tPw9x',
      'net use Z: https://dav.corp.dev /user:anna Xk9mQ2vL7pR',
      'net use * \\\\10.0.0.4\\c\x24 /user:admin "Zk39xQmm" /persistent:yes',
    ],
    noMatch: [
      'net use Z: \\\\files\\share /user:anna *',
      'net use Z: \\\\files\\share2 /persistent:yes',
      'net use Z: \\\\files\\share password1 /user:anna',
      'net use \\\\files\\share and Windows2000 fails',
    ],
  },
  {
    id: 'SE-1155',
    score: 0.85,
    starts: ['xfreerdp', 'wfreerdp', 'sdl-freerdp'],
    rest: String.raw`(?:\s{1,4}[/+-][^\s|;&]{1,99}){0,8}\s{1,4}${passwordBehind('/p:')}`,
    verify: isGivenPassword,
    match: [
      'xfreerdp /u:anna /p:Xk9mQ2vL7pR /v:10.0.0.4',
      "xfreerdp /v:h /u:CORP\\anna /p:'s3cr3tPw9x'",
      'xfreerdp +clipboard /u:bo /p:Zk39xQmm /v:h',
      "xfreerdp /u:bo '/p:Tr0ub4dor and 3' /v:h",
      "xfreerdp /u:bo /p:'my dog Rex 2019' /v:h",
    ],
    noMatch: [
      'xfreerdp /u:user /p:password1 /v:h',
      'xfreerdp /u:anna /v:h1',
      'xfreerdp /u:anna /p:"\x24PASS1"',
    ],
  },
];

import type { Rule } from '../ruleset.ts';
import { between, isGivenPassword, OPTIONS, PASSWORD } from './command-line.ts';

/** What a shell writes: a form of `printf` and options of `echo`, and the sign that opens a string. */
const WRITES = String.raw`(?:-[neE]{1,3}\s{1,3}){0,2}(?:\\?["']?%s(?:\\{1,2}n)?\\?["']?\s{1,3})?\\?["']?`;
/** One or several lines, as where a password is asked for twice. */
const linesBehind = (name = ''): string =>
  String.raw`(${between('"', name)}|${between("'", name)}|(?:[^\s"'\x60<>|;&()\\]|\\n){6,160}?)(?:\\{1,2}n)?\\?["']?`;
/** Options of `sudo` in front of the one that is looked for, and what a command that logs in is about. */
const SUDO = String.raw`sudo(?:\s{1,3}-[a-zA-Z]{1,2}(?:\s{1,3}[a-z][\w-]{0,30})?){0,3}\s{1,3}-\w{0,3}S\b`;
const LOGIN = String.raw`(?:(?:docker|podman|nerdctl|skopeo|oras|crane|helm registry|az acr|gh auth|glab auth)\s{1,3}login|gpg2?|openssl\s{1,3}\w{1,12}|hdiutil\s{1,3}\w{1,12}|cosign\s{1,3}login)`;
/** Commands that read a password where others read text. */
const READERS = [
  SUDO,
  String.raw`(?:sudo\s{1,3})?(?:passwd|smbpasswd|saslpasswd2|kinit|vncpasswd|cryptsetup|keepassxc-cli|bw\s{1,3}(?:unlock|login))\b`,
  String.raw`(?:sudo\s{1,3})?${LOGIN}(?:\s{1,3}[\w./:-]{1,80})?${OPTIONS}\s{1,3}(?:--?(?:password-stdin|pass-stdin|passphrase-fd|stdinpass|with-token)|-pass(?:in|out)?\sstdin)\b`,
].join('|');

/** Passwords that one command writes and another reads. */
export const PIPED_PASSWORDS: readonly Rule[] = [
  {
    id: 'SE-1159',
    score: 0.85,
    exact: true,
    starts: ['echo ', 'printf '],
    rest: String.raw`${WRITES}${linesBehind()}\s{0,3}(?:\|\s{0,4}(?:${READERS})|>{1,2}\s{0,3}["']?(?:[^\s|;&]{0,80}[^\sa-zA-Z|;&])?(?:pass|passphrase|password|pwfile)(?:\.txt)?["']?(?=$|[\s;&|\\\x60"'<)]))`,
    verify: isGivenPassword,
    match: [
      'echo Xk9mQ2vL7pR | sudo -S apt update',
      "echo -n 'Xk9mQ2vL7pR' | sudo -u root -kS ls",
      `printf '%s\\n' "Xk9mQ2vL7pR" | sudo -S id`,
      'echo -e "Xk9mQ2vL7pR\\nXk9mQ2vL7pR" | passwd anna',
      'echo s3cr3tPw9x|docker login -u anna --password-stdin registry.corp.dev',
      "echo 's3cr3tPw9x' | openssl enc -aes-256-cbc -pass stdin",
      "echo 's3cr3tPw9x' > /run/password.txt",
      "echo 'my dog Rex 2019' | sudo -S ls",
    ],
    noMatch: [
      'echo "\x24PASSWORD1" | sudo -S apt update',
      'echo password1 | sudo -S id',
      'echo "the password of host 1" | sudo -S id',
      'echo "version 2 of the file" > password.txt',
      'echo <your-password1> | sudo -S id',
      'echo Xk9mQ2vL7pR | sudo tee /etc/hosts',
      'echo release2024b | base64',
      'echo Xk9mQ2vL7pR > /tmp/build-id',
      'echo "key-value2" > compass.txt',
      'echo "deb http://archive main2" | sudo tee a.list',
    ],
  },
  {
    id: 'SE-1160',
    score: 0.85,
    exact: true,
    starts: ['echo ', 'printf '],
    rest: String.raw`${WRITES}(?:[\w.@$-]{1,64}:${linesBehind(String.raw`[\w.@$-]{1,64}:`)}\s{0,3}\|\s{0,4}(?:sudo\s{1,3})?chpasswd\b|[\w.*-]{1,100}:[\d*]{1,5}:[\w.*-]{1,63}:[\w.@-]{1,63}:${linesBehind().replace('(', '(?:')}\s{0,3}>)`,
    verify: isGivenPassword,
    match: [
      'echo "root:Xk9mQ2vL7pR" | chpasswd',
      "echo 'anna:s3cr3tPw9x' | sudo chpasswd",
      `printf '%s\\n' "anna:Zk39xQmm" | chpasswd`,
      'echo "root:my dog Rex 2019" | chpasswd',
    ],
    noMatch: [
      'echo "root:\x24ROOT_PASSWORD1" | chpasswd',
      'echo user:password | chpasswd',
      'echo "root:Xk9mQ2vL7pR" | tee a.txt',
    ],
  },
  {
    id: 'SE-1161',
    score: 0.85,
    exact: true,
    starts: ['<<<'],
    lead: String.raw`\b(?:${SUDO}|passwd|chpasswd|smbpasswd|kinit|vncpasswd|cryptsetup|pass insert|keepassxc-cli|login\s[^\n|;]{0,60}--password-stdin)\b[^\n|;]{0,100}`,
    rest: String.raw`\s{0,3}["']?(?:[\w.-]{1,64}:)?${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      "sudo -S <<< 'Xk9mQ2vL7pR' apt update",
      'chpasswd <<< "root:Xk9mQ2vL7pR"',
      'kinit anna@CORP.DEV <<<s3cr3tPw9x',
      'docker login -u anna --password-stdin <<< Zk39xQmm',
    ],
    noMatch: ['sudo -S <<< "\x24PASS1" id', 'grep a <<< Xk9mQ2vL7pR', 'kinit anna <<< password1'],
  },
];

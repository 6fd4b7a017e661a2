import { expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { normalize } from '../../../../src/detection/text/normalize.ts';
import { USER } from '../samples.ts';

it.each([
  { text: "Write to o'brien@example.ie", address: "o'brien@example.ie" },
  { text: "(O'Neill@example.ie)", address: "O'Neill@example.ie" },
  { text: 'd’angelo@example.it', address: 'd’angelo@example.it' },
  { text: "sinead.o'connor@example.ie", address: "sinead.o'connor@example.ie" },
  { text: "'jo'neill@example.ie'", address: "jo'neill@example.ie" },
  { text: "'anna@example.org' wrote", address: 'anna@example.org' },
  { text: '‘anna@example.org’', address: 'anna@example.org' },
  { text: "user='a@b.com'", address: 'a@b.com' },
  { text: "d'anna@example.org'", address: 'anna@example.org' },
  { text: "f'anna@example.org'", address: 'anna@example.org' },
  { text: "it's'anna@example.org", address: 'anna@example.org' },
])('the address in $text is $address', ({ text, address }) => {
  const { text: view, toSource } = normalize(text);
  const spans = pii.detect(view, USER).map(({ span }) => toSource(span));
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([address]);
});

const scoresIn = (text: string): readonly number[] => {
  const { text: view } = normalize(text);
  return pii
    .detect(view, USER)
    .filter(({ subType }) => subType === 'EMAIL_ADDRESS')
    .map(({ score }) => score);
};

it.each([
  'LANG=sd_IN@devanagari.UTF-8',
  'de_DE@euro.ISO-8859-15',
  'po/sr@latin.po',
  'locale/sr@latin.mo/LC_MESSAGES',
  'en@boldquot.gmo',
  'Started getty@tty1.service.',
  'user@1000.service: Succeeded',
  'Images/a@2x.imageset/a.png',
  'return this@MainActivity.applicationContext',
  'npm i @scope/x@1.2.3-beta.rc.1',
  'foo@v2.0.1-next.abc',
  'git clone git@gitlab.corp.example.com:team/app.git',
  'origin\torg-12345@github.com:team/app.git (fetch)',
  'Ciphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com',
  'KexAlgorithms curve25519-sha256@libssh.org',
  'root@web1.example.com:~# ls',
  'ubuntu@ip-10-0-0-1.ec2.internal:/var/log$ tail syslog',
  'ssh -i key.pem ec2-user@ec2-1-2-3-4.compute.amazonaws.com',
  'rsync -az build/ deploy@prod.example.com:/srv/app',
  'scp -r dist/ app@prod.example.com',
  'ssh -p 22 -i ~/.ssh/id_ed25519 ubuntu@prod.example.com uptime',
  'mosh --ssh="ssh -p 2222" pi@home.example.com',
  'return@MainActivity.run',
  'no-more-sessions@openssh.com',
])('no address of mail is found in %s', (text) => {
  expect(scoresIn(text)).toEqual([]);
});

it.each([
  'write to sr@latin.org',
  'djm@openssh.com wrote',
  'ask root@example.com',
  'If ssh is down, write to admin@shop.example and wait.',
  'ssh keys go to ubuntu@company.com, thanks',
  'Use scp to upload and inform admin@shop.example',
  'no-reply@openssh.com',
  'return@shop.example for returned goods',
  'References: anna850412@example.com',
  'anna.schmidt@web1.example.com:~$ ls',
  'me@github.com: hello',
  'this.one@example.com',
  'user@163.com',
  'ssh anna.schmidt@prod.example.com',
  'Reply-To: <anna123456@example.com>',
  'Message-ID: <anna.schmidt85@example.com>',
  'References: <anna.schmidt@example.com>',
  'bobby <106821778+bobby5069@users.noreply.github.com>',
])('an address of mail is found in %s', (text) => {
  expect(scoresIn(text)).toEqual([0.95]);
});

it.each([
  'Message-ID: <20240101.4711@mail.example.com>',
  'In-Reply-To: <CAJ+abc=def@mail.gmail.com>',
  '"message_id": "<DM6PR11MB123456@x.prod.outlook.com>"',
  'Message-Id:\n <Pine.LNX.4.64.0601011234.12345@host.example.org>',
])('the identifier of a message in %s is noted and no more', (text) => {
  expect(scoresIn(text)).toEqual([0.4]);
});

it('identifiers behind others of the same header are noted and no more', () => {
  const text =
    'References: <1.2.345678@a.example.com>\n <CAF9Zqx=8Hu@mail.gmail.com>\nFrom: anna@example.com';
  expect(scoresIn(text)).toEqual([0.4, 0.4, 0.95]);
});

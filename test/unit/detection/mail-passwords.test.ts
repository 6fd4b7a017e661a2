import fc from 'fast-check';
import { expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { expectCheap } from '../cost.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));

const ROWS = [
  ['anna.k@gmail.com', 'sunshine99'],
  ['bob@corp.dev', 'iloveyou'],
  ['carl@mail.other.org', 'Pa55w0rd!'],
  ['dora+x@other.org', '1q2w3e4r'],
] as const;
const listed = (write: (mail: string, password: string, i: number) => string): string =>
  ROWS.map(([mail, password], i) => write(mail, password, i)).join('\n');
const PASSWORDS = ROWS.map(([, password]) => password);

it.each([
  { name: 'a colon', text: listed((mail, password) => `${mail}:${password}`) },
  {
    name: 'a blank behind it',
    text: `Here they are:\n${listed((mail, password) => `${mail}: ${password}`)}\nThat is all.`,
  },
  { name: 'numbers in front', text: listed((mail, password, i) => `${i + 1}. ${mail}:${password}`) },
  { name: 'quotes', text: `[\n${listed((mail, password) => `  "${mail}:${password}",`)}\n]` },
  {
    name: 'pages in front',
    text: listed((mail, password) => `https://shop.corp.dev/login:${mail}:${password}`),
  },
  { name: 'Windows breaks', text: listed((mail, password) => `${mail}:${password}\r`) },
  {
    name: 'much in front',
    text: `${'Nothing here. '.repeat(2000)}\n${listed((mail, password) => `${mail}:${password}`)}`,
  },
])('passwords behind addresses are found in a list: $name', ({ text }) => {
  expect(foundIn(text)).toEqual(PASSWORDS);
});

it.each(['backups2024', 'archive2023'])('they are, although one is called as a folder is: %s', (name) => {
  const rows = ['anna@corp.dev:hunter2x', `bob@corp.dev:${name}`, 'carl@corp.dev:Pa55w0rd!'];
  expect(foundIn(rows.join('\n'))).toEqual(['hunter2x', name, 'Pa55w0rd!']);
});

it.each([';', ' | '])('strong ones are found behind a sign that tables have, too: %s', (sign) => {
  const passwords = ['Hunter2!x9', 'iloveyou', 'Tr0ub4dor&3'];
  expect(foundIn(passwords.map((word, i) => `user${i}@corp.dev${sign}${word}`).join('\n'))).toEqual(
    passwords,
  );
});

it.each([
  { name: 'two lines', text: 'anna@corp.dev:hunter2x\nbob@corp.dev:Pa55w0rd!\n' },
  {
    name: 'lines with others between',
    text: 'anna@corp.dev:hunter2x\n\nand\nbob@corp.dev:Pa55w0rd!\nor\ncarl@corp.dev:1q2w3e4r\n',
  },
  { name: 'roles', text: 'anna@corp.dev:admin\nbob@corp.dev:viewer\ncarl@corp.dev:editor\n' },
  { name: 'numbers of people', text: 'anna@corp.dev:EMP1001\nbob@corp.dev:EMP1002\ncarl@corp.dev:EMP1003\n' },
  {
    name: 'a table',
    text: 'mail;number;city\nanna@corp.dev;A471;Bonn\nbob@corp.dev;k22b;Rome\ncarl@corp.dev;c9;Oslo\n',
  },
  { name: 'numbers of customers', text: 'anna@corp.dev;ab12cd\nbob@corp.dev;xk77pl\ncarl@corp.dev;Q9z31\n' },
  { name: 'codes', text: 'anna@corp.dev:AB12-CD\nbob@corp.dev:XK77-PL\ncarl@corp.dev:Q9-Z31\n' },
  { name: 'revisions', text: 'anna@corp.dev:3f2a9c1\nbob@corp.dev:9be41d0\ncarl@corp.dev:a81c22f\n' },
  { name: 'ports', text: 'anna@web.corp.dev:2222\nbob@web.corp.dev:2223\ncarl@web.corp.dev:2224\n' },
  {
    name: 'places',
    text: 'git@git.corp.dev:team/app2.git\ngit@git.corp.dev:team/lib3.git\ngit@git.corp.dev:x/y4.git\n',
  },
  { name: 'folders', text: 'anna@web.corp.dev:~/a1\nbob@web.corp.dev:/srv/b2\ncarl@web.corp.dev:./c3\n' },
  {
    name: 'folders by their names',
    text: 'anna@nas.corp.dev:backups2024\nbob@nas.corp.dev:archive2023\ncarl@web1.corp.dev:logs1a\n',
  },
  {
    name: 'what somebody copies',
    text: 'git@corp.dev:site2c\ngit@corp.dev:parser4\nrsync@nas.corp.dev:vault2\n',
  },
  { name: 'times and sizes', text: 'anna@corp.dev:10GB\nbob@corp.dev:12:30\ncarl@corp.dev:v2.1.0\n' },
  {
    name: 'what is said of them',
    text: 'anna@corp.dev: away until 2pm\nbob@corp.dev: in room B12 now\ncarl@corp.dev: on site4 today\n',
  },
  {
    name: 'names of accounts',
    text: 'anna.keller@corp.dev: akeller2\nbob.schmidt@corp.dev: bschmidt1\ncarl.meier@corp.dev: cmeier7\n',
  },
  { name: 'desks', text: 'anna@corp.dev: desk14b\nbob@corp.dev: floor2east\ncarl@corp.dev: room3west\n' },
  {
    name: 'hosts and how they are',
    text: 'root@web1.corp.dev: restarted\nroot@web2.corp.dev: uptime42days\nroot@db1.corp.dev: kernel5.15\n',
  },
  {
    name: 'machines',
    text: 'anna@corp.dev: macbook-pro-14\nbob@corp.dev: thinkpad-x1\ncarl@corp.dev: Ubuntu22\n',
  },
  {
    name: 'releases',
    text: 'anna@corp.dev: v1.2.3-beta\nbob@corp.dev: v2.0.0-rc1\ncarl@corp.dev: q1-2024\n',
  },
  {
    name: 'numbers of one kind',
    text: 'anna@corp.dev:cus_Nq8xK2\nbob@corp.dev:cus_Pz9yL3\ncarl@corp.dev:cus_Rt4wM5\n',
  },
  {
    name: 'stand-ins',
    text: 'anna@corp.dev:password1\nbob@corp.dev:your-password1\ncarl@corp.dev:changeme1\n',
  },
])('nothing is a password: $name', ({ text }) => {
  expect(foundIn(text)).toEqual([]);
});

it('every one is found, however long the list is', () => {
  const mail = fc.stringMatching(/^[a-z]{2,9}@[a-z]{2,9}\.(?:com|de|org)$/u);
  const password = fc.stringMatching(/^[a-z]{3,6}\d{1,3}[a-z!#]{1,4}$/u);
  fc.assert(
    fc.property(fc.array(fc.tuple(mail, password), { minLength: 3, maxLength: 400 }), (rows) => {
      const likely = new Set(rows.map(([, word]) => word.replaceAll(/\d+/gu, '')));
      fc.pre(likely.size === rows.length);
      expect(foundIn(rows.map((row) => row.join(':')).join('\n'))).toEqual(rows.map(([, word]) => word));
    }),
    { numRuns: 30 },
  );
});

it.each([
  'a@b.co:x1y2z3\n',
  '@',
  'a@',
  'a@b.co:',
  `${'a'.repeat(60)}@b.co:x1y2z3\n`,
  'https://a.b/:a@b.co:x1y2\n',
  '> - 1. a@b.co',
])('stays linear: %j', (piece) => {
  const text = piece.repeat(50_000 / piece.length);
  expectCheap(400, () => secrets.detect(text, USER), piece);
});

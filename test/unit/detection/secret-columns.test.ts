import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { openTableAt, secretsInColumns } from '../../../src/detection/secrets/secret-columns.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { expectCheap } from '../cost.ts';
import { OUTPUT, TOOL } from './samples.ts';

const foundIn = (text: string): string[] =>
  secrets.detect(text, TOOL).map(({ span }) => text.slice(span.start, span.end));

const pipeline = createPipeline([secrets]);
const foundAsSent = (text: string): string[] =>
  [...pipeline.scan(text, OUTPUT)].flat().map(({ span }) => text.slice(span.start, span.end));

describe('columns that are named as secrets', () => {
  it.each([
    {
      name: 'CSV',
      text: 'user,password\nanna,X7!kw9$pQ2\nbob,"Wq9#rr8s1A,x"\neve,hunter2x\n',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A,x', 'hunter2x'],
    },
    { name: 'semicolons', text: 'id;email;pwd\n1;a b;Wq9#rr8s1A', values: ['Wq9#rr8s1A'] },
    {
      name: 'Markdown',
      text: '| user | password |\n|:---|---|\n| anna | `X7!kw9$pQ2` |\n| bob | Wq9#rr8s1A |\n\nThat is all.',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A'],
    },
    {
      name: 'rows of SQL',
      text: "INSERT INTO users (name, password) VALUES ('anna', '0phAn!y54K7#'),\n ('bob', 'Zk9,x(4)!pq2');",
      values: ['0phAn!y54K7#', 'Zk9,x(4)!pq2'],
    },
    {
      name: 'PostgreSQL',
      text: ' id | username |  password\n----+----------+------------\n  1 | anna     | X7!kw9$pQ2\n  2 | bob      | Wq9#rr8s1A\n(2 rows)\n',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A'],
    },
    {
      name: 'MySQL',
      text: '+----+------+------------+\n| id | user | password   |\n+----+------+------------+\n|  1 | anna | X7!kw9$pQ2 |\n+----+------+------------+\n|  2 | bob  | Wq9#rr8s1A |\n+----+------+------------+\n',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A'],
    },
    {
      name: 'boxes',
      text: '│ user │ password   │\n├──────┼────────────┤\n│ anna │ X7!kw9$pQ2 │\n└──────┴────────────┘\n',
      values: ['X7!kw9$pQ2'],
    },
    {
      name: 'tabs',
      text: 'user\tpassword\trole\nAnna Berg\tX7!kw9$pQ2\tadmin\nbob\t\tuser\neve\tWq9#rr8s1A\tuser\n',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A'],
    },
    {
      name: 'blanks',
      text: 'NAME    API_KEY               AGE\nci      kQ7xW2mN9pR4tY6vB1cD  12d\nnight   zT5hJ8kL3nM6qS9wE2rF  3d\n',
      values: ['kQ7xW2mN9pR4tY6vB1cD', 'zT5hJ8kL3nM6qS9wE2rF'],
    },
    {
      name: 'lists in JSON',
      text: '{"rows":[["user","password"],["anna","X7!kw9$pQ2"],["bob","Wq9#rr8s1A"]],"n":2}',
      values: ['X7!kw9$pQ2', 'Wq9#rr8s1A'],
    },
    {
      name: 'lists in JSON over lines',
      text: '[\n  [\n    "id",\n    "user_name",\n    "api_key"\n  ],\n  [\n    1,\n    "anna",\n    "kQ7xW2mN9pR4tY6vB1cD"\n  ]\n]\n',
      values: ['kQ7xW2mN9pR4tY6vB1cD'],
    },
    {
      name: 'HTML',
      text: '<table><thead><tr><th>user</th><th scope="col">Password</th></tr></thead>\n<tbody>\n<tr><td>anna</td><td>X7!kw9$pQ2</td></tr>\n<tr>\n<td>bob</td>\n<td><code>hunter2x</code></td>\n</tr></tbody></table>',
      values: ['X7!kw9$pQ2', 'hunter2x'],
    },
  ])('$name', ({ text, values }) => {
    const { text: view } = normalize(text);
    expect(foundIn(view)).toEqual(values);
    expect(foundAsSent(text)).toEqual(values);
  });

  it.each([
    ['lines', 'name,note,password\n', (i: number) => `user${i},"a, b",K${i}x!qW7z\n`],
    ['blanks', 'name\tpassword\n', (i: number) => `user${i}\tK${i}x!qW7z\n`],
    ['lists', '[["name","password"]', (i: number) => `,["user${i}","K${i}x!qW7z"]\n`],
    [
      'HTML',
      '<table><tr><th>name</th><th>password</th></tr>',
      (i: number) => `<tr><td>user${i}</td><td>K${i}x!qW7z</td></tr>\n`,
    ],
    [
      'values',
      'INSERT INTO users (name, password) VALUES\n',
      (i: number) => `('user${i}', 'K${i}x!qW7z'),\n`,
    ],
  ])('all rows of a table longer than a window: %s', (_, head, rowOf) => {
    const rows = Array.from({ length: 2000 }, (_row, i) => rowOf(i));
    const text = `Here they are.\n${head}${rows.join('')}`;
    expect(foundAsSent(text)).toEqual(Array.from(rows, (_row, i) => `K${i}x!qW7z`));
  });

  it.each([
    'The password, as I said, is secret\nthe answer, b2c3d4e5f6, is not',
    'user,password\nanna,changeme1\nbob,<password1>\n',
    'user,password\nanna,12345678\nbob,********\n',
    'login(user, password) values (1, 2)',
    'suite,pass,fail\nauth2,12of14,2\n',
    'field,password\nsee,docs/login2.md,for more\n',
    'name, password\n',
    "    'ps',\n    'pwd',\n    'python3',\n    'sha512sum',\n",
    "'ps', 'pwd', 'ls'\n'mv', 'sha512sum', 'python3'\n",
    'ls,pwd,cd,\nmv,sha512sum,x,\n',
    '[["ls","pwd"],["mv","sha512sum"]]',
    '[["user","password"],["string","varchar(255)"],["anna","<password1>"]]',
    '{"required":["user","password"],"items":["a1b2c3d4"]}',
    '[["user","password"]]',
    'INSERT INTO users (name, password) VALUES (?, ?)',
    "INSERT INTO users (name, password) VALUES ('anna', '\x24{PASSWORD1}')",
    'Forgot password\nStep abc123x\n',
    'Reset your password\nbefore step b2c3d4\n',
    'user password role\n\nanna X7!kw9$pQ2 admin\n',
    '+----------+--------------+\n| Field    | Type         |\n+----------+--------------+\n| password | varchar(255) |\n+----------+--------------+\n',
    '<tr><th>field</th><th>password</th></tr><tr><td>type</td><td>varchar(255)</td></tr>',
    '<tr><th>user</th><th>password</th></tr></table><p>b2c3d4e5f6</p><tr><td>anna</td><td>b2c3d4e5f6</td></tr>',
    '<tr><th>user</th><th>The password, as is said</th></tr><tr><td>anna</td><td>b2c3d4e5f6</td></tr>',
  ])('nothing: %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('stand in rows without a name only where these go on a table, whatever was asked before', () => {
    const begun = openTableAt(readFacts('user,password\nanna,X7!kw9$pQ2\n'), 14)?.table;
    const facts = readFacts('bob,Wq9#rr8s1A\n');
    const found = [undefined, begun, undefined, begun].map((table) => secretsInColumns(facts, table).length);
    expect(found).toEqual([0, 1, 0, 1]);
  });

  it('costs little, whatever a text is made of', () => {
    for (const piece of [
      'password,',
      'password,a\n',
      '(password ',
      '(password) ',
      "(password) values ('a',",
      'password ',
      '["password",',
      '["user","password"],',
      '<tr><th>password',
      '<th>password</th>',
      '<tr><th>user</th><th>password</th></tr>',
      '["password"',
    ])
      expectCheap(600, () => secrets.detect(piece.repeat(262_144 / piece.length), TOOL), piece);
  });
});

import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { expectCheap } from '../cost.ts';
import { TOOL } from './samples.ts';

const foundIn = (text: string): string[] =>
  secrets.detect(text, TOOL).map(({ span }) => text.slice(span.start, span.end));

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
  ])('$name', ({ text, values }) => {
    expect(foundIn(text)).toEqual(values);
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
    'INSERT INTO users (name, password) VALUES (?, ?)',
    "INSERT INTO users (name, password) VALUES ('anna', '\x24{PASSWORD1}')",
  ])('nothing: %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('costs little, whatever a text is made of', () => {
    for (const piece of [
      'password,',
      'password,a\n',
      '(password ',
      '(password) ',
      "(password) values ('a',",
      'password ',
    ])
      expectCheap(600, () => secrets.detect(piece.repeat(262_144 / piece.length), TOOL), piece);
  });
});

import { expect, it } from 'vitest';
import { maskWhole, policyOf, run, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });

const streamed = (text: string, size: number): string => {
  const events = [...say(text, { size }), DONE].map((event) => Buffer.from(event));
  const { released } = run(events, { policy: MASKING });
  return textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
};

const PASSWORD = 'Kw9!fx2zQ#';
const PHRASE = 'gravity matter pistol oxygen velvet hockey ribbon tunnel drama fossil kidney lemon'.split(
  ' ',
);

it.each([
  ...[
    'a\\n4111 1111 1111 1111\\nb',
    'x\\tDE89 3704 0044 0532 0130 00\\ny',
    '\\nGB82 WEST 1234 5698 7654 32\\n',
  ],
  ...['a\\n+49 30 66959670\\nb', 'a\\n(415) 548-7001\\nb', 'a\\n212-06-9126\\nb', 'a\\nanna.k@corp.dev\\nb'],
  ...['so _212-06-9126_ is', 'so __+49 30 66959670__ is', 'so _(415) 548-7001_ is'],
  ...[
    '4111\u00b71111\u00b71111\u00b71111 ok',
    'DE89\u20223704\u20220044\u20220532\u20220130\u202200 ok',
    'SSN 212\u00b706\u00b79126 ok',
  ],
  ...['\u662fanna.k@corp.dev\u5417', '\u306fanna.k@corp.dev\u3067\u3059', '\u260e 030 1234567 ok'],
  ...[
    `\u30d1\u30b9\u30ef\u30fc\u30c9\u306f${PASSWORD}\u3067\u3059\u3002`,
    `salasanani on ${PASSWORD} ok`,
    `sudo password ${PASSWORD} ok`,
  ],
  ...['my password is Falcon8812 and more', `https://x.dev/?a=1&pwd=${PASSWORD.slice(0, 8)}zz&b=2`],
  ...[
    `seed phrase: ${PHRASE.join(', ')} ok`,
    `seed phrase: ${PHRASE.join('. ')}. Ok.`,
    `my seed phrase is ${PHRASE.join(' ')}. Please keep it.`,
    `Seed words:\n${PHRASE.map((word, i) => `${i + 1}. ${word}`).join('\n')}\nok`,
  ],
  ...[
    `"mnemonic": ${JSON.stringify(PHRASE)}, "x": 1`,
    'WIFI:T:WPA;S:home;P:Zk39xQmm1;; ok',
    String.raw`WIFI:T:WPA;S:a\;b;P:Zk39\;xQmm1;; ok`,
    `setPassword("${PASSWORD}") ok`,
  ],
  ...[
    '\ufeffname,phone\r\nA,4155552671\r\nB,4155552672\r\nok',
    '"name","phone","note"\n"A","4155552671","say ""hi"", ok"\n"B","4155552672","x"\n',
    '\u{1f4de} 4155552671 ok',
    'Passwort auf Sommer2024!x geändert ok',
  ],
  ...['name,ssn,phone\nAnna,212069126,4155552671\nBo,212069127,4155552672\n\nThat is all.'],
  ...['| Name | Phone |\n|---|---|\n| A | 0171 1234567 |\n| B | 0172 1234567 |\n\nThat is all.'],
  ...['HKID: A123456(3) ok', 'so G123456(A), ok', 'RFC GODE-561231-GR8 ok'],
  ...[
    'CURP BOXW310820HNERXN09 ok',
    'RUT 12.345.678-5 ok',
    'rodné číslo 710319/2745 ok',
    'id 800101 5009 087 ok',
  ],
  ...['СНИЛС 112-233-445 95 ок', 'SV-Nummer 15 070649 C 103 ok', 'TC Kimlik No: 172 917 160 60 ok'],
  ...['паспорт №4508123456 ок', 'паспорт 4508 № 123456 ок', 'паспорт серия 4508 номер 123456 ок'],
  ...['паспорт 4508№123456 ок', 'загранпаспорт 75 № 1234567 ок', 'passport № C01X00T47, ok'],
  ...['784-1980-1234567-8 ok', 'CNIC 34201-0891231-8 ok', '1-2345-45678-78-1 ok', 'PPS number 6433435OA ok'],
  ...[
    'Tel. +49 30 66959670 / 0171 1234567 ok',
    'so +39 06 1234567 / 333 1234567, ok',
    'Tél. 01.42.68.53.00/06.12.34.56.78',
  ],
  ...['name,phone\nA,030 901820 / 0171 2345678\nB,0171 2345679\nok'],
  ...[
    "password = 'Tr0ub4dor and 3 more' ok",
    String.raw`{"password": "Tr0ub4dor \"and\" 3 more", "x": 1}`,
    String.raw`{\"password\": \"Tr0ub4dor, and 3 more\", \"x\": 1}`,
    'variable "db_password" { default = "Tr0ub4dor (and) 3 more" } ok',
    '{"password": "K7rw2xQ9! it\'s mine", "x": 1}',
    'variable "db_password" {\n  type    = string\n  default = "s3cr3tPw9x"\n}\nok',
  ],
  ...[
    'kubectl create secret generic a --from-literal=foo=hunter=2x* \\\n  --from-literal="bar=smiley-cat" ok',
    "kubectl -n x create secret generic a --from-literal foo='s3cr3t!Val' ok",
    `kubectl create secret generic a --from-literal="foo=Tr0ub4dor and 3 more" --from-literal=bar='it is "x9"' ok`,
    String.raw`kubectl create secret generic a --from-literal=foo=s3cr3tPw\$x9 --from-literal=bar="it's\"4me" ok`,
    `kubectl create secret generic a ${'--from-literal=name=portal '.repeat(40)}--from-literal=foo=smiley-cat; kubectl create secret generic b --from-literal=foo=smiley-dog; ok`,
  ],
  ...['name,address,phone\n"A","Street 5\nBonn",4155552671\n"B","x",4155552672\nok'],
])('is masked in a stream as in a whole answer: %j', (text) => {
  const whole = maskWhole('', text, MASKING);
  expect(whole).not.toBe(text);
  for (const size of [1, 2, 3, 5, 8, 13, 40]) expect(streamed(text, size), `${size}`).toBe(whole);
});

import type { Ruleset } from './ruleset.ts';

const PLACEHOLDER =
  /x{4}|\*{3}|\.{3}|<|>|\$\{|\{\{|%\(|your|example|sample|changeme|placeholder|dummy|redacted|process\.env|os\.environ|getenv|undefined|null|test123|password123|\(\)|foobar|abcdef|123456/iu;

/** Shannon entropy in bits per character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const assignedValue = (assignment: string): string => assignment.replace(/^[^:=]{0,40}[:=>\s"'`]{1,12}/u, '');

const looksRandom = (value: string, bits: number): boolean =>
  entropy(value) >= bits && /\d/u.test(value) && /[a-z]/iu.test(value) && !PLACEHOLDER.test(value);

const notPlaceholder = (matched: string): boolean => !PLACEHOLDER.test(matched) && entropy(matched) > 3;

const KEY_END = String.raw`(?![\w-])`;
const body = (length: string): string => `[A-Za-z0-9_-]{${length}}${KEY_END}`;
const BASE = 'A1b2C3d4E5f6G7h8I9j0KaLbMcNdOePfQgRhSiTj';
const repeat = (length: number): string => BASE.repeat(4).slice(0, length);

export const SECRETS: Ruleset = {
  id: 'secrets',
  category: 'secret',
  subType: 'generic_secret',
  discussable: false,
  rules: [
    {
      id: 'SE-1001',
      score: 0.98,
      subType: 'openai_api_key',
      exact: true,
      starts: ['sk-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-'],
      rest: String.raw`(?:(?<=^sk-|[^\w-]sk-)[A-Za-z0-9]{32,64}|(?<=proj-|svcacct-|admin-)[A-Za-z0-9_-]{32,200})${KEY_END}`,
      verify: notPlaceholder,
      match: [`sk-${repeat(48)}`, `key=sk-proj-${repeat(60)}`, `(sk-svcacct-${repeat(40)})`],
      noMatch: [
        'sk-learn',
        'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'task-management-board-of-directors-meeting',
      ],
    },
    {
      id: 'SE-1002',
      score: 0.98,
      subType: 'anthropic_api_key',
      exact: true,
      starts: ['sk-ant-'],
      rest: `(?:api|admin|sid)\\d{2}-${body('40,140')}`,
      verify: notPlaceholder,
      match: [`sk-ant-api03-${repeat(90)}`, `"sk-ant-admin01-${repeat(60)}"`, `sk-ant-sid01-${repeat(60)}`],
      noMatch: [
        'sk-ant-api03-...',
        'sk-ant-',
        'sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      ],
    },
    {
      id: 'SE-1003',
      score: 0.97,
      subType: 'aws_access_key_id',
      exact: true,
      starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
      rest: '[A-Z2-7]{16}(?![A-Z0-9])',
      verify: (matched) => !matched.endsWith('EXAMPLE') && entropy(matched) > 2.5,
      match: ['AKIAQ3EGRIPTXZ5LKJWB', 'id: ASIAQ3EGRIPTXZ5LKJWB', 'AKIA2E4FGHJKLMN7PQRS'],
      noMatch: ['AKIAIOSFODNN7EXAMPLE', 'AKIA', 'ASIAN CUISINE'],
    },
    {
      id: 'SE-1004',
      score: 0.95,
      subType: 'aws_secret_access_key',
      starts: [
        'aws_secret_access_key',
        'aws_secret_key',
        'secretaccesskey',
        'secret_access_key',
        'aws secret',
      ],
      rest: String.raw`[\s"':=a-z_]{1,24}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`,
      verify: (matched) => !/EXAMPLE/u.test(matched) && entropy(matched.slice(-40)) > 4,
      match: [
        'aws_secret_access_key = wJ4lrXUtnF3MI/K7MDENG/bPxRfiCYzQ8kLp2sTq',
        '"SecretAccessKey": "wJ4lrXUtnF3MI/K7MDENG/bPxRfiCYzQ8kLp2sTq"',
        'AWS_SECRET_KEY=wJ4lrXUtnF3MI/K7MDENG/bPxRfiCYzQ8kLp2sTq',
      ],
      noMatch: [
        'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        'aws secret',
        'secret_access_key: \x24{KEY}',
      ],
    },
    {
      id: 'SE-1005',
      score: 0.98,
      subType: 'github_token',
      exact: true,
      starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
      rest: `[A-Za-z0-9_]{36,244}${KEY_END}`,
      verify: notPlaceholder,
      match: [`ghp_${repeat(36)}`, `token ghs_${repeat(36)}`, `github_pat_${repeat(82)}`],
      noMatch: ['ghp_short', 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'highp_float'],
    },
    {
      id: 'SE-1006',
      score: 0.97,
      subType: 'gitlab_token',
      exact: true,
      starts: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'],
      rest: body('20,64'),
      verify: notPlaceholder,
      match: [`glpat-${repeat(20)}`, `glrt-${repeat(20)}`, `(gldt-${repeat(22)})`],
      noMatch: ['glpat-abc', 'glpat-xxxxxxxxxxxxxxxxxxxx', 'gltf-model'],
    },
    {
      id: 'SE-1007',
      score: 0.97,
      subType: 'slack_token',
      exact: true,
      starts: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xapp-', 'hooks.slack.com/services/'],
      rest: String.raw`[A-Za-z0-9/-]{24,200}${KEY_END}`,
      verify: notPlaceholder,
      match: [
        `xoxb-987016243857-${repeat(24)}`,
        `xapp-1-${repeat(40)}`,
        `https://hooks.slack.com/services/T0K9LQ3D7/B0Z9Y8X7W/${repeat(24)}`,
      ],
      noMatch: ['xoxb-', 'xoxb-your-token', 'hooks.slack.com/services/...'],
    },
    {
      id: 'SE-1008',
      score: 0.97,
      subType: 'stripe_key',
      exact: true,
      starts: ['sk_live_', 'rk_live_', 'sk_test_', 'whsec_'],
      rest: `[A-Za-z0-9]{24,120}${KEY_END}`,
      verify: notPlaceholder,
      match: [`sk_live_${repeat(24)}`, `rk_live_${repeat(40)}`, `whsec_${repeat(32)}`],
      noMatch: ['sk_live_', 'pk_live_abc', 'sk_test_...'],
    },
    {
      id: 'SE-1009',
      score: 0.96,
      subType: 'google_api_key',
      exact: true,
      starts: ['AIza'],
      rest: body('35'),
      verify: notPlaceholder,
      match: [`AIza${repeat(35)}`, `key=AIza${repeat(35)}`, `"AIza${repeat(35)}"`],
      noMatch: ['AIza', 'AIzaShort', `AIza${'x'.repeat(35)}`],
    },
    {
      id: 'SE-1010',
      score: 0.9,
      subType: 'jwt',
      exact: true,
      starts: ['eyJ'],
      rest: String.raw`[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{16,1400}`,
      match: [
        `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.${repeat(43)}`,
        `Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhYmMifQ.${repeat(80)}`,
        `(eyJ0eXAiOiJKV1QifQ.eyJpc3MiOiJhYmMifQ.${repeat(40)})`,
      ],
      noMatch: ['eyJhbGci', 'eyJhbGciOiJIUzI1NiJ9.payload.sig', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi'],
    },
    {
      id: 'SE-1011',
      score: 0.97,
      subType: 'private_key',
      exact: true,
      starts: ['-----BEGIN'],
      rest: String.raw`(?:\x20[A-Z0-9]{2,12}){0,3}\x20PRIVATE KEY(?:\x20BLOCK)?-----(?:[A-Za-z0-9+/=\s\\]{0,6000}(?:-----END[\x20A-Z0-9]{1,48}-----)?)`.replaceAll(
        'PRIVATE KEY',
        String.raw`PRIVATE\x20KEY`,
      ),
      match: [
        '-----BEGIN PRIVATE KEY-----\nMIIE',
        '-----BEGIN RSA PRIVATE KEY-----',
        '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
      ],
      noMatch: ['-----BEGIN CERTIFICATE-----', '-----BEGIN PUBLIC KEY-----', 'BEGIN PRIVATE KEY'],
    },
    {
      id: 'SE-1012',
      score: 0.97,
      subType: 'npm_token',
      exact: true,
      starts: ['npm_'],
      rest: `[A-Za-z0-9]{36}${KEY_END}`,
      verify: notPlaceholder,
      match: [`npm_${repeat(36)}`, `_authToken=npm_${repeat(36)}`, `"npm_${repeat(36)}"`],
      noMatch: ['npm_config_registry', 'npm_lifecycle_event', 'npm_package_name'],
    },
    {
      id: 'SE-1013',
      score: 0.97,
      subType: 'sendgrid_api_key',
      exact: true,
      starts: ['SG.'],
      rest: String.raw`[\w-]{22}\.[\w-]{43}${KEY_END}`,
      match: [
        `SG.${repeat(22)}.${repeat(43)}`,
        `key SG.${repeat(22)}.${repeat(43)}`,
        `"SG.${repeat(22)}.${repeat(43)}"`,
      ],
      noMatch: ['SG.1', 'SG. Singapore', 'MSG.text'],
    },
    {
      id: 'SE-1014',
      score: 0.95,
      subType: 'azure_key',
      starts: ['accountkey=', 'sharedaccesskey=', 'ocp-apim-subscription-key'],
      rest: String.raw`[\s"':=]{0,6}[A-Za-z0-9+/]{32,88}={0,2}`,
      verify: (matched) => entropy(matched.slice(12)) > 3.5,
      match: [
        `AccountKey=${repeat(86)}==;`,
        `SharedAccessKey=${repeat(43)}=`,
        `Ocp-Apim-Subscription-Key: ${repeat(32)}`,
      ],
      noMatch: [
        'AccountKey=',
        'SharedAccessKey=<key>',
        'AccountKey=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      ],
    },
    {
      id: 'SE-1015',
      score: 0.9,
      subType: 'database_url',
      starts: [
        'postgres://',
        'postgresql://',
        'mysql://',
        'mongodb://',
        'mongodb+srv://',
        'redis://',
        'rediss://',
        'amqp://',
        'amqps://',
        'mssql://',
        'mariadb://',
        'sqlserver://',
        'clickhouse://',
      ],
      rest: String.raw`[^\s:@/"']{0,64}:[^\s@/"']{4,128}@[\w.-]{2,200}`,
      verify: (matched) =>
        !/[:](?:password|pass|pwd|secret|postgres|root|admin|user|guest|changeme|\*+|x+|\$\{?\w+\}?|<[^>]*>|\{[^}]*\}|\[[^\]]*\]|%s|example|mypassword|your\w*)@/iu.test(
          matched,
        ),
      match: [
        'postgres://app:s3cr3tPw9@db.internal:5432/x',
        'mongodb+srv://u:Zk39xQ@cluster0.abc.mongodb.net',
        'redis://:hunter2go@cache:6379',
      ],
      noMatch: [
        'postgres://user:password@localhost/db',
        'mysql://localhost/db',
        'redis://:\x24{PASSWORD}@host',
      ],
    },
    {
      id: 'SE-1016',
      score: 0.85,
      starts: [
        'password',
        'passwd',
        'pwd',
        'secret',
        'api_key',
        'apikey',
        'api-key',
        'access_token',
        'auth_token',
        'client_secret',
        'secret_key',
        'private_token',
        'api key',
      ],
      rest: String.raw`["']?\s{0,3}(?::=|=>|[:=])\s{0,3}["'\x60]?[^\s"'\x60,;<>(){}]{10,128}`,
      verify: (matched) => {
        const value = assignedValue(matched);
        return (
          value.length >= 10 &&
          looksRandom(value, 3.3) &&
          !/^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*){1,9}$/iu.test(value)
        );
      },
      match: [
        'password = "Tr0ub4dor&3xKq"',
        'api_key: 9f8e7d6c5b4a39281706f5e4d3c2b1a0',
        'CLIENT_SECRET=aB3dE5gH7jK9mN1pQ3',
      ],
      noMatch: ['password: your_password_1', 'password = config.db.password1', 'password: string'],
    },
    {
      id: 'SE-1017',
      score: 0.65,
      starts: [
        'password is',
        'password:',
        'passwort:',
        'my password is',
        'mot de passe :',
        'contraseña:',
        'passcode is',
        'password =',
      ],
      rest: String.raw`\s{0,2}["'\x60]?(?=[^\s]{0,63}\d)(?=[^\s]{0,63}[A-Za-z])[^\s"'\x60,;<>(){}]{6,64}`,
      verify: (matched) => !PLACEHOLDER.test(matched) && !/is (?:at|in|on)\b/u.test(matched),
      match: ['my password is hunter2x', 'Password: Sommer2024!', 'the passcode is 4a7b9c'],
      noMatch: ['password is required', 'password: string', 'password is wrong'],
    },
    {
      id: 'SE-1018',
      score: 0.97,
      subType: 'gateway_key',
      exact: true,
      starts: ['pcl_'],
      rest: '[A-Za-z0-9]{46}(?![A-Za-z0-9])',
      match: [`pcl_${repeat(46)}`, `X-Gateway-Key: pcl_${repeat(46)}`, `"pcl_${repeat(46)}"`],
      noMatch: ['pcl_', `pcl_${repeat(45)}`, `pcl_${repeat(47)}`],
    },
    {
      id: 'SE-1019',
      score: 0.97,
      subType: 'huggingface_token',
      exact: true,
      starts: ['hf_'],
      rest: `[A-Za-z]{34}${KEY_END}`,
      verify: notPlaceholder,
      match: [
        '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',
        'HF=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',
        '"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"',
      ],
      noMatch: ['hf_hub_download', 'hf_token', 'shelf_life'],
    },
  ],
};

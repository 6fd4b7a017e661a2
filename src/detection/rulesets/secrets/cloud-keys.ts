import type { Rule } from '../ruleset.ts';
import { hex, mixed, namedRule, TOKEN_END, tokenRule, upper } from './tokens.ts';
import { entropy, isRandom, isToken } from './values.ts';

const AWS_SECRET = `wJ4lrXUtnF3MI/K7MDENG/bPxRfi${'CYzQ8kLp2sTq'}`;
const OPEN = String.raw`\\?["'\x60]?\s{0,3}(?:=>|[:=])\s{0,3}\\?["'\x60]?`;

/** Clouds, and what runs programs for others. */
export const CLOUD_KEYS: readonly Rule[] = [
  {
    id: 'SE-1003',
    score: 0.97,
    subType: 'aws_access_key_id',
    exact: true,
    starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    rest: '(?:(?<=A3T)[A-Z0-9])?[A-Z0-9]{16}(?![A-Za-z0-9])',
    verify: (matched) => !matched.endsWith('EXAMPLE') && entropy(matched) > 2.5,
    match: [`AKIA${upper(16)}`, `id: ASIA${upper(16)}`, `"AKIA${upper(16)}"`, `A3TX${upper(16)}`],
    noMatch: ['AKIAIOSFODNN7EXAMPLE', 'AKIA', 'ASIAN CUISINE', `AKIA${upper(16)}K`],
  },
  {
    id: 'SE-1004',
    score: 0.95,
    subType: 'aws_secret_access_key',
    starts: ['aws_secret_access_key', 'aws_secret_key', 'secretaccesskey', 'secret_access_key', 'aws secret'],
    rest: String.raw`[\s\\"':=>a-z_]{1,24}(?<![a-z0-9/+])([a-z0-9/+]{40})(?![a-z0-9/+])`,
    verify: (value) => !/EXAMPLE/u.test(value) && entropy(value) > 3.8,
    match: [
      `aws_secret_access_key = ${AWS_SECRET}`,
      `"SecretAccessKey": "${AWS_SECRET}"`,
      `AWS_SECRET_KEY=${AWS_SECRET}`,
      `my aws secret is ${AWS_SECRET}`,
    ],
    noMatch: [
      `aws_secret_access_key = ${'wJalrXUtnFEMI/K7MDENG'}/bPxRfiCYEXAMPLEKEY`,
      'aws secret',
      'secret_access_key: \x24{KEY}',
    ],
  },
  {
    id: 'SE-1040',
    score: 0.95,
    subType: 'aws_session_token',
    starts: ['aws_session_token', 'sessiontoken', 'aws_security_token', 'x-amz-security-token'],
    rest: `${OPEN}([a-z0-9/+=%]{100,2000})`,
    verify: isToken,
    match: [
      `aws_session_token = ${mixed(200)}`,
      `"SessionToken": "${mixed(400)}=="`,
      `AWS_SESSION_TOKEN=${mixed(120)}`,
    ],
    noMatch: ['sessionToken: string', 'aws_session_token = ', `AWS_SESSION_TOKEN=${'x'.repeat(200)}`],
  },
  tokenRule({
    ...{ id: 'SE-1009', subType: 'google_api_key', starts: ['AIza'], score: 0.96 },
    ...{ rest: '[A-Za-z0-9_-]{33,45}', body: mixed(35) },
  }),
  tokenRule({
    ...{ id: 'SE-1041', subType: 'google_oauth_token', starts: ['ya29.', '1//0'] },
    ...{ rest: String.raw`[\w-]{30,400}`, body: mixed(120) },
  }),
  tokenRule({
    ...{ id: 'SE-1042', subType: 'google_oauth_secret', starts: ['GOCSPX-'] },
    ...{ rest: String.raw`[\w-]{28}`, body: mixed(28) },
  }),
  {
    id: 'SE-1014',
    score: 0.95,
    subType: 'azure_key',
    starts: [
      'accountkey',
      'sharedaccesskey',
      'ocp-apim-subscription-key',
      'azure_storage_key',
      'sharedsecretkey',
    ],
    rest: `${OPEN}([a-z0-9+/]{32,88}={0,2})(?![a-z0-9+/=])`,
    verify: (value) => entropy(value) > 3.3,
    match: [
      `AccountKey=${mixed(86)}==;`,
      `SharedAccessKey=${mixed(43)}=`,
      `Ocp-Apim-Subscription-Key: ${hex(32)}`,
      `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${mixed(86)}==;EndpointSuffix=core.windows.net`,
    ],
    noMatch: ['AccountKey=', 'SharedAccessKey=<key>', `AccountKey=${'x'.repeat(43)}`],
  },
  {
    id: 'SE-1043',
    score: 0.95,
    subType: 'azure_sas_token',
    starts: ['sig='],
    rest: '([a-z0-9%+/]{40,90}(?:%3d|=){1,2})',
    verify: (value) => entropy(value) > 3.5,
    match: [
      `https://a.blob.core.windows.net/c?sv=2024-01-01&sp=r&sig=${mixed(43)}%3D`,
      `sig=${mixed(43)}=`,
      `SharedAccessSignature sr=x&sig=${mixed(43)}%3D&se=1`,
    ],
    noMatch: ['sig=1', `sig=${mixed(43)}`, `sig=${'x'.repeat(43)}%3D`],
  },
  {
    // Addresses that workflows are started by have no padding.
    id: 'SE-1287',
    score: 0.95,
    subType: 'azure_sas_token',
    starts: ['sig='],
    lead: String.raw`[?&](?:api-version|s[pvetr]|spr)=[^\s"'<>]{1,200}(?:&|&amp;)`,
    rest: '([a-z0-9_-]{43})(?![a-z0-9_=%+/-])',
    verify: (value) => entropy(value) > 3.5,
    match: [
      `https://prod-12.corp.logic.azure.com:443/workflows/a/invoke?api-version=2016-10-01&sp=%2Frun&sv=1.0&sig=${mixed(43)}`,
      `"url": "https://x.corp.dev/invoke?sp=%2Frun&sv=1.0&sig=${mixed(43)}"`,
      `<a href="https://x.corp.dev/invoke?sv=1.0&amp;sig=${mixed(43)}">`,
    ],
    noMatch: [`?sv=1.0&sig=${'x'.repeat(43)}`, `?a=1&sig=${mixed(43)}`, `?sv=1.0&sig=${mixed(40)}`],
  },
  tokenRule({
    ...{ id: 'SE-1044', subType: 'digitalocean_token', starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'] },
    ...{ rest: '[0-9a-f]{64}', body: hex(64) },
  }),
  tokenRule({
    ...{ id: 'SE-1045', subType: 'heroku_api_key', starts: ['HRKU-'] },
    ...{
      rest: String.raw`(?:AA[\w-]{58}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`,
      body: `AA${mixed(58)}`,
    },
  }),
  namedRule({
    ...{ id: 'SE-1046', subType: 'heroku_api_key', names: ['heroku'] },
    ...{
      value: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
      sample: '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      verify: isToken,
    },
  }),
  namedRule({
    ...{ id: 'SE-1047', subType: 'cloudflare_token', names: ['cloudflare', 'cf_api', 'x-auth-key'] },
    ...{ value: '[a-z0-9_-]{40}|[0-9a-f]{37}', sample: mixed(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1048', subType: 'cloudflare_origin_key', starts: ['v1.0-'] },
    ...{ rest: '[0-9a-f]{24}-[0-9a-f]{146}', body: `${hex(24)}-${hex(146)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1049', subType: 'terraform_token', starts: ['.atlasv1.'] },
    ...{ lead: '(?<![A-Za-z0-9])[A-Za-z0-9]{14}', head: mixed(14) },
    ...{ rest: String.raw`[\w-]{60,70}`, body: mixed(67) },
  }),
  tokenRule({
    ...{ id: 'SE-1050', subType: 'vault_token', starts: ['hvs.', 'hvb.', 'hvr.'] },
    ...{ rest: String.raw`[\w-]{24,300}`, body: mixed(95) },
  }),
  namedRule({
    ...{ id: 'SE-1051', subType: 'vault_token', names: ['vault'] },
    ...{ value: String.raw`s\.[a-z0-9]{24}`, sample: `s.${mixed(24)}`, verify: isToken },
  }),
  tokenRule({
    ...{ id: 'SE-1052', subType: 'fly_token', starts: ['fm1_', 'fm2_', 'fo1_', 'fm1r_', 'fm1a_'] },
    ...{ rest: String.raw`(?<=(?:(?<![\w-])|\\[nrt])f[mo][12][ra]?_)[\w+/=-]{40,1200}`, body: mixed(120) },
  }),
  tokenRule({
    ...{ id: 'SE-1053', subType: 'netlify_token', starts: ['nfp_', 'nfc_', 'nfo_'] },
    ...{ rest: '[A-Za-z0-9]{36,44}', body: mixed(36) },
  }),
  namedRule({
    ...{ id: 'SE-1054', subType: 'netlify_token', names: ['netlify'] },
    ...{ value: '[a-z0-9_-]{40,46}', sample: mixed(43) },
  }),
  namedRule({
    ...{ id: 'SE-1055', subType: 'vercel_token', names: ['vercel'] },
    ...{ value: '[a-z0-9]{24}', sample: mixed(24), verify: (found) => isRandom(found, 3.5) },
  }),
  tokenRule({
    ...{ id: 'SE-1056', subType: 'supabase_key', starts: ['sbp_', 'sb_secret_'] },
    ...{ rest: String.raw`(?:(?<=sbp_)[0-9a-f]{40}|(?<=secret_)[\w-]{24,48})`, body: hex(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1057', subType: 'databricks_token', starts: ['dapi'] },
    ...{ rest: '[0-9a-f]{32}(?:-\\d)?', body: hex(32) },
  }),
  tokenRule({
    ...{ id: 'SE-1058', subType: 'alibaba_access_key_id', starts: ['LTAI'] },
    ...{ rest: '[A-Za-z0-9]{12,24}', body: mixed(20) },
  }),
  {
    id: 'SE-1059',
    score: 0.95,
    subType: 'kubernetes_token',
    exact: true,
    starts: ['K10'],
    rest: `[0-9a-f]{64}::[a-z0-9:]{4,64}:([0-9a-f]{32,64})${TOKEN_END}`,
    verify: isToken,
    match: [
      `K10${hex(64)}::server:${hex(32)}`,
      `K3S_TOKEN=K10${hex(64)}::server:${hex(32)}`,
      `"K10${hex(64)}::server:${hex(32)}"`,
    ],
    noMatch: ['K10', `K10${hex(64)}`, `K10${hex(64)}::server:`],
  },
];

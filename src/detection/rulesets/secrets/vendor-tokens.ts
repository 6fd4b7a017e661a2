import type { Rule } from '../ruleset.ts';
import { hex, lower, mixed, namedRule, TOKEN_END, tokenRule, upper } from './tokens.ts';
import { isRandomToken, isToken } from './values.ts';

const ID = '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Vendor = Readonly<{
  id: string;
  subType: string;
  starts: readonly [string, ...string[]];
  rest: string;
  body: string;
  verify?: (matched: string) => boolean;
}>;

const VENDORS: readonly Vendor[] = [
  {
    ...{ id: 'SE-1179', subType: 'aws_bedrock_key', starts: ['ABSK', 'bedrock-api-key-'] },
    ...{ rest: '[A-Za-z0-9+/]{100,1500}={0,2}', body: mixed(128) },
  },
  {
    ...{ id: 'SE-1180', subType: 'google_api_key', starts: ['AQ.Ab'] },
    ...{ rest: String.raw`[\w-]{40,80}`, body: mixed(48) },
  },
  {
    ...{ id: 'SE-1184', subType: 'cerebras_api_key', starts: ['csk-'] },
    ...{ rest: '[a-z0-9]{48}', body: lower(48) },
  },
  {
    ...{ id: 'SE-1185', subType: 'firecrawl_api_key', starts: ['fc-'] },
    ...{ rest: '[0-9a-f]{32}', body: hex(32) },
  },
  {
    ...{ id: 'SE-1186', subType: 'cursor_api_key', starts: ['crsr_'] },
    ...{ rest: '[0-9a-f]{64}', body: hex(64) },
  },
  {
    ...{ id: 'SE-1187', subType: 'sandbox_api_key', starts: ['e2b_', 'sk_e2b_'] },
    ...{ rest: '[0-9a-f]{40}', body: hex(40) },
  },
  {
    ...{ id: 'SE-1188', subType: 'llamaindex_api_key', starts: ['llx-'] },
    ...{ rest: '[A-Za-z0-9]{40,60}', body: mixed(48) },
  },
  {
    ...{ id: 'SE-1189', subType: 'helicone_api_key', starts: ['sk-helicone-'] },
    ...{ rest: '(?:[a-z0-9]{2}-)?[a-z0-9]{7}(?:-[a-z0-9]{7}){3}', body: `k7rw2xq-9lb4zt6-vm3hs8y-p5gf1jc` },
  },
  {
    ...{ id: 'SE-1190', subType: 'kaggle_token', starts: ['KGAT_'] },
    ...{ rest: '[0-9a-f]{32}', body: hex(32) },
  },
  {
    ...{
      id: 'SE-1191',
      subType: 'planetscale_token',
      starts: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    },
    ...{ rest: String.raw`[\w=.-]{32,64}`, body: mixed(43) },
  },
  {
    ...{ id: 'SE-1192', subType: 'neon_api_key', starts: ['napi_'] },
    ...{ rest: '[a-z0-9]{48,70}', body: lower(64) },
  },
  {
    ...{ id: 'SE-1193', subType: 'doppler_token' },
    starts: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.said.', 'dp.scim.', 'dp.audit.'],
    ...{ rest: String.raw`(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`, body: mixed(43) },
  },
  {
    ...{ id: 'SE-1194', subType: 'posthog_api_key', starts: ['phx_', 'phs_'] },
    ...{ rest: '[A-Za-z0-9]{40,56}', body: mixed(43) },
  },
  {
    ...{ id: 'SE-1195', subType: 'dynatrace_token' },
    starts: [
      'dt0c01.',
      'dt0s01.',
      'dt0s02.',
      'dt0s03.',
      'dt0s04.',
      'dt0s06.',
      'dt0s08.',
      'dt0s16.',
      'dt0a01.',
    ],
    ...{ rest: String.raw`[A-Z0-9]{8,24}\.[A-Z0-9]{64}`, body: `${upper(24)}.${upper(64)}` },
  },
  {
    ...{ id: 'SE-1196', subType: 'honeycomb_api_key' },
    starts: ['hcaik_', 'hcbik_', 'hcxik_', 'hcalk_', 'hcamk_'],
    ...{ rest: '[a-z0-9]{48,64}', body: lower(58) },
  },
  {
    ...{ id: 'SE-1197', subType: 'buildkite_token', starts: ['bkua_', 'bkaj_', 'bkct_', 'bkpt_', 'bkgt_'] },
    ...{ rest: '[A-Za-z0-9]{40,64}', body: hex(40) },
  },
  {
    ...{ id: 'SE-1198', subType: 'circleci_token', starts: ['CCIPAT_', 'CCIPRJ_'] },
    ...{ rest: '[A-Za-z0-9]{20,24}_[0-9a-f]{40}', body: `${mixed(22)}_${hex(40)}` },
  },
  {
    ...{ id: 'SE-1199', subType: 'render_api_key', starts: ['rnd_'] },
    ...{ rest: '[A-Za-z0-9]{28,34}', body: mixed(28) },
  },
  {
    ...{ id: 'SE-1200', subType: 'infracost_api_key', starts: ['ico-'] },
    ...{ rest: '[A-Za-z0-9]{32}', body: mixed(32) },
  },
  {
    ...{ id: 'SE-1201', subType: 'easypost_api_key', starts: ['EZAK', 'EZTK'] },
    ...{ rest: '[A-Za-z0-9]{54}', body: mixed(54) },
  },
  {
    ...{ id: 'SE-1202', subType: 'shippo_token', starts: ['shippo_live_', 'shippo_test_'] },
    ...{ rest: '[0-9a-f]{40}', body: hex(40) },
  },
  {
    ...{ id: 'SE-1203', subType: 'duffel_token', starts: ['duffel_live_', 'duffel_test_'] },
    ...{ rest: String.raw`[\w=-]{43}`, body: mixed(43) },
  },
  {
    ...{ id: 'SE-1204', subType: 'plaid_access_token' },
    starts: ['access-production-', 'access-development-', 'access-sandbox-'],
    ...{ rest: UUID, body: ID },
  },
  {
    ...{ id: 'SE-1205', subType: 'frameio_token', starts: ['fio-u-'] },
    ...{ rest: String.raw`[\w=-]{64}`, body: mixed(64) },
  },
  {
    ...{ id: 'SE-1206', subType: 'typeform_token', starts: ['tfp_'] },
    ...{ rest: String.raw`[\w=-]{44,60}`, body: `${mixed(40)}_${mixed(18)}` },
  },
  {
    ...{
      id: 'SE-1207',
      subType: 'hubspot_token',
      starts: ['pat-na1-', 'pat-na2-', 'pat-na3-', 'pat-eu1-', 'pat-ap1-'],
    },
    ...{ rest: UUID, body: ID },
  },
  {
    ...{ id: 'SE-1208', subType: 'clickup_token', starts: ['pk_'] },
    ...{ rest: String.raw`\d{6,10}_[A-Z0-9]{32}`, body: `73920184_${upper(32)}` },
  },
  {
    ...{ id: 'SE-1209', subType: 'contentful_token', starts: ['CFPAT-'] },
    ...{ rest: String.raw`[\w-]{43}`, body: mixed(43) },
  },
  {
    ...{ id: 'SE-1210', subType: 'readme_api_key', starts: ['rdme_'] },
    ...{ rest: '[a-z0-9]{70}', body: lower(70) },
  },
  {
    ...{ id: 'SE-1211', subType: 'prefect_api_key', starts: ['pnu_', 'pnb_'] },
    ...{ rest: '[A-Za-z0-9]{36}', body: mixed(36) },
  },
  {
    ...{ id: 'SE-1212', subType: 'octopus_api_key', starts: ['API-'] },
    ...{ rest: '[A-Z0-9]{25,34}', body: upper(26) },
  },
  {
    ...{ id: 'SE-1213', subType: 'artifactory_token', starts: ['AKCp', 'cmVmdGtu'] },
    ...{ rest: String.raw`(?:(?<=AKCp)[A-Za-z0-9]{69,73}|(?<=dGtu)[A-Za-z0-9]{54,58})`, body: mixed(69) },
  },
  {
    ...{ id: 'SE-1214', subType: 'nuget_api_key', starts: ['oy2'] },
    ...{ rest: '[a-z0-9]{43}', body: lower(43) },
  },
  {
    ...{ id: 'SE-1215', subType: 'clojars_token', starts: ['CLOJARS_'] },
    ...{ rest: '[a-z0-9]{60}', body: lower(60) },
  },
  {
    ...{ id: 'SE-1216', subType: 'adafruit_key', starts: ['aio_'] },
    ...{ rest: '[A-Za-z0-9]{28}', body: mixed(28) },
  },
  {
    ...{ id: 'SE-1218', subType: 'mapbox_token', starts: ['sk.eyJ1Ijoi'] },
    ...{ rest: String.raw`[\w-]{20,200}\.[\w-]{20,24}`, body: `${mixed(80)}.${mixed(22)}` },
  },
  {
    ...{ id: 'SE-1219', subType: 'sourcegraph_token', starts: ['sgp_'] },
    ...{ rest: '(?:(?:local|[0-9a-f]{16})_)?[0-9a-f]{40}', body: hex(40) },
  },
  {
    ...{ id: 'SE-1220', subType: 'openshift_token', starts: ['sha256~'] },
    ...{ rest: String.raw`[\w-]{43}`, body: mixed(43) },
  },
  {
    ...{ id: 'SE-1222', subType: 'flutterwave_key', starts: ['FLWSECK-', 'FLWSECK_TEST-'] },
    ...{ rest: '[A-Za-z0-9]{32}(?:-X)?', body: `${hex(32)}-X` },
  },
  {
    ...{ id: 'SE-1375', subType: 'service_token', starts: ['00D'] },
    ...{
      rest: String.raw`[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?![\w.]{80,140}`,
      body: `${mixed(12)}!${mixed(96)}`,
    },
  },
  {
    ...{ id: 'SE-1376', subType: 'service_token', starts: ['prod:', 'dev:', 'preview:'] },
    ...{
      rest: String.raw`[a-z]{2,20}-[a-z]{2,20}-\d{1,4}\|[A-Za-z0-9+/]{40,400}={0,2}`,
      body: `calm-otter-731|${mixed(80)}`,
    },
  },
  {
    ...{ id: 'SE-1223', subType: 'clickhouse_key', starts: ['4b1d'] },
    ...{
      rest: '[A-Za-z0-9]{38}',
      body: mixed(38),
      verify: (found) => isRandomToken(found) && /[A-Z]/u.test(found),
    },
  },
];

const VENDOR_TOKENS: readonly Rule[] = VENDORS.map((vendor) =>
  tokenRule({ verify: isRandomToken, ...vendor }),
);

const OKTA: Rule = {
  ...{ id: 'SE-1221', subType: 'okta_token', score: 0.97, exact: true, starts: ['SSWS '] },
  rest: String.raw`(00[\w-]{38,42})${TOKEN_END}`,
  verify: isToken,
  match: [
    `Authorization: SSWS 00${mixed(40)}`,
    `"authorization":"SSWS 00${mixed(40)}"`,
    `-H 'Authorization: SSWS 00${mixed(38)}'`,
  ],
  noMatch: ['Authorization: SSWS ', `SSWS 00${'x'.repeat(40)}`, 'SSWS 001'],
};

/** Keys without a form of their own, of services that are named beside them. */
const NAMED_KEYS: readonly Rule[] = [
  namedRule({
    ...{ id: 'SE-1224', subType: 'azure_devops_token' },
    ...{ names: ['azdo', 'azure_devops', 'azuredevops', 'azure devops', 'vsts'] },
    ...{ value: '[a-z0-9]{52}|[a-z0-9]{84}', sample: lower(52) },
  }),
  namedRule({
    ...{ id: 'SE-1225', subType: 'voyage_api_key', names: ['voyage', 'voyageai'] },
    ...{ value: 'pa-[a-z0-9_-]{40,46}', sample: `pa-${mixed(43)}`, verify: isToken },
  }),
  namedRule({
    ...{ id: 'SE-1226', subType: 'launchdarkly_key', names: ['launchdarkly', 'ld_sdk_key', 'ld_api_key'] },
    ...{ value: `(?:sdk|api)-${UUID}`, sample: `sdk-${ID}`, verify: isToken },
  }),
  namedRule({
    ...{ id: 'SE-1227', subType: 'generic_secret' },
    names: [
      ...(['railway_token', 'railway_api_token', 'scw_secret_key', 'exa_api_key', 'snyk_token'] as const),
      ...(['sambanova_api_key', 'postmark_server_token', 'postmark_api_token', 'roboflow_api_key'] as const),
      ...([
        'railwaytoken',
        'railway token',
        'scwsecretkey',
        'exaapikey',
        'exa api key',
        'snyktoken',
      ] as const),
      ...(['snyk token', 'postmarkservertoken', 'postmark server token', 'codecov_token'] as const),
      ...(['codecovtoken', 'codecov token', 'consul_http_token', 'consulhttptoken', 'nomad_token'] as const),
      ...(['opsgenie_api_key', 'opsgenieapikey', 'opsgenie api key', 'x-consul-token'] as const),
    ],
    ...{ value: UUID, sample: ID, verify: isToken },
  }),
  namedRule({
    ...{ id: 'SE-1238', subType: 'azure_key' },
    names: ['client secret', 'client_secret', 'clientsecret'],
    ...{ value: String.raw`[\w~.-]{3}\dq~[\w~.-]{31,34}`, sample: `Xy-8Q~${mixed(34)}`, verify: isToken },
  }),
];

const bytesOf = (value: string): string => Buffer.from(value, 'base64').toString('latin1');

/** Told by what they are once decoded. */
const CODED_TOKENS: readonly Rule[] = [
  tokenRule({
    ...{ id: 'SE-1377', subType: 'cloudflare_token', starts: ['eyJhIjoi'] },
    rest: '[A-Za-z0-9+/_-]{100,400}={0,2}',
    body: btoa(JSON.stringify({ a: hex(32), t: ID, s: btoa(mixed(32)) })).slice('eyJhIjoi'.length),
    verify: (matched) => /^\{"a":"[\da-f]{32}","t":"[\da-f-]{36}","s":"/u.test(bytesOf(matched)),
  }),
  tokenRule({
    ...{ id: 'SE-1378', subType: 'service_token', starts: ['dG9rO'] },
    rest: '[A-Za-z0-9+/]{40,90}={0,2}',
    body: btoa(`tok:${hex(8)}_5b8d_2046_a4f1_${hex(12)}:1:0`).slice('dG9rO'.length),
    verify: (matched) => /^tok:[\da-f]{8}_/u.test(bytesOf(matched)),
  }),
];

/** Told by what stands around them. */
const PLACED_KEYS: readonly Rule[] = [
  {
    ...{ id: 'SE-1239', subType: 'azure_key', score: 0.85, starts: ['azurewebsites.net/'] },
    rest: String.raw`[\w/.-]{1,200}\?code=([\w+/%-]{40,90}={0,2})`,
    verify: isRandomToken,
    match: [
      `https://corp.azurewebsites.net/api/run?code=${mixed(54)}==`,
      `"https://corp.azurewebsites.net/api/run?code=${mixed(56)}&x=1"`,
      `POST corp.azurewebsites.net/api/a-b/c?code=${mixed(54)}%3D%3D`,
    ],
    noMatch: [
      'https://corp.azurewebsites.net/api/run?code=1',
      `https://corp.azurewebsites.net/api/run?code=${'x'.repeat(56)}`,
      `https://corp.azurewebsites.net/${mixed(54)}`,
    ],
  },
  {
    ...{ id: 'SE-1240', subType: 'kaggle_token', score: 0.85 },
    starts: ['"username":', '"username" :', '"username\\":', '"username\\" :'],
    rest: String.raw`\s?\\{0,7}"[\w.-]{1,64}\\{0,7}",(?:\s|\\{1,7}[nrt]){0,8}\\{0,7}"key\\{0,7}"\s?:\s?\\{0,7}"([0-9a-f]{32})\\{0,7}"`,
    verify: isToken,
    match: [
      `{"username":"ann","key":"${hex(32)}"}`,
      `{"username": "ann", "key": "${hex(32)}"}`,
      `{\n  "username" : "ann",\n  "key" : "${hex(32)}"\n}`,
    ],
    noMatch: [
      `{"username":"ann","etag":"${hex(32)}"}`,
      `{"username":"ann","key":"${'0'.repeat(32)}"}`,
      '{"username":"ann","key":"a1"}',
    ],
  },
];

/** Keys of services of lately, most of them told by their first characters. */
export const VENDOR_KEYS: readonly Rule[] = [
  ...VENDOR_TOKENS,
  ...CODED_TOKENS,
  OKTA,
  ...NAMED_KEYS,
  ...PLACED_KEYS,
];

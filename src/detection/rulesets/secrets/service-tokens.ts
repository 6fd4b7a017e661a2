import type { Rule } from '../ruleset.ts';
import { hex, lower, mixed, namedRule, TOKEN_END, tokenRule, upper } from './tokens.ts';
import { isRandomToken, isToken } from './values.ts';

const ID = '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const DIGITS = '7392018465739201';

/** Of services that many programs speak to, each a kind of its own. */
const KNOWN_SERVICES: readonly Rule[] = [
  tokenRule({
    ...{ id: 'SE-1250', subType: 'facebook_token', starts: ['EAA', 'IGQ', 'IGAA'] },
    // Base64 that begins so goes on with its own signs.
    ...{ rest: '[A-Za-z0-9]{97,400}(?![+/=_-])', body: `G${mixed(150)}`, verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1251', subType: 'dropbox_token', starts: ['sl.A', 'sl.B', 'sl.C', 'sl.u.'] },
    ...{ rest: String.raw`[\w-]{120,1400}`, body: mixed(134), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1252', subType: 'twitter_token', starts: ['AAAAAAAAAAAAAAAAAAAAA'] },
    ...{
      rest: '[A-Za-z0-9%]{20,80}%3D[A-Za-z0-9%]{40,60}',
      body: `${mixed(32)}%2B${mixed(9)}%3D${mixed(50)}`,
    },
  }),
  tokenRule({
    ...{
      id: 'SE-1253',
      subType: 'yandex_token',
      starts: ['t1.9', 'AQVN', 'YCAJE', 'YCM', 'YCN', 'YCO', 'YCP', 'y0_Ag', 'y0__'],
    },
    ...{
      rest: String.raw`(?:(?<=t1\.9)[\w-]{20,300}={0,2}\.[\w-]{86}={0,2}|(?<!t1\.9)[\w-]{20,60})`,
      body: `${mixed(60)}.${mixed(86)}`,
      verify: isRandomToken,
    },
  }),
  tokenRule({
    ...{ id: 'SE-1254', subType: 'amazon_token', starts: ['amzn.mws.', 'amzn1.oa2-cs.v1.', 'da2-'] },
    ...{ rest: `(?:(?<=mws\\.)${UUID}|(?<=v1\\.)[0-9a-f]{64}|(?<=da2-)[a-z0-9]{26})`, body: ID },
  }),
  {
    // The bar is not in the literal, so that a stream that ends behind it knows what may follow.
    ...{ id: 'SE-1255', score: 0.97, subType: 'amazon_token', exact: true, starts: ['Atza', 'Atzr'] },
    ...{ rest: String.raw`\|[\w-]{100,1000}(?![A-Za-z0-9])`, verify: isToken },
    match: [
      `Atza|IwEB${mixed(180)}`,
      `{"refresh_token":"Atzr|IwEB${mixed(180)}"}`,
      `take Atza|${mixed(150)}, please`,
    ],
    noMatch: ['Atza|', `Atza|IwEB${mixed(20)}`, `Atzr|${'x'.repeat(150)}`],
  },
  tokenRule({
    ...{ id: 'SE-1256', subType: 'google_hmac_key', starts: ['GOOG1E', 'GOOG'] },
    ...{ rest: '(?:(?<=GOOG1E)[A-Z0-9]{55}|[A-Z0-9]{20})', body: upper(55), verify: isRandomToken },
  }),
  tokenRule({
    // Ids of access keys, as Amazon's are.
    ...{ id: 'SE-1257', subType: 'cloud_access_key_id', starts: ['AKID', 'AKLT'] },
    ...{
      rest: '(?:(?<=AKID)[A-Za-z0-9]{32}|(?<=AKLT)[A-Za-z0-9]{40,48})',
      body: mixed(32),
      verify: isRandomToken,
    },
  }),
  tokenRule({
    ...{ id: 'SE-1258', subType: 'mongodb_key', starts: ['mdb_sa_sk_'] },
    ...{ rest: String.raw`[\w-]{40}`, body: mixed(40), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1259', subType: 'atlassian_token', starts: ['ATTA'] },
    ...{ rest: '[0-9a-f]{64}[A-Za-z0-9]{8}', body: `${hex(64)}${upper(8)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1260', subType: 'together_api_key', starts: ['tgp_v1_'] },
    ...{ rest: String.raw`[\w-]{40,48}`, body: mixed(43), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1261', subType: 'minimax_api_key', starts: ['sk-api-'] },
    ...{ rest: String.raw`[\w-]{60,140}`, body: mixed(119), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1262', subType: 'elevenlabs_api_key', starts: ['sk_'] },
    ...{ rest: '[0-9a-f]{48}', body: hex(48) },
  }),
  tokenRule({
    ...{ id: 'SE-1263', subType: 'wandb_api_key', starts: ['wandb_v1_'] },
    ...{ rest: String.raw`\w{60,90}`, body: mixed(77), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1264', subType: 'segment_token', starts: ['sgp_'] },
    ...{ rest: '[A-Za-z0-9]{64}', body: mixed(64), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1265', subType: 'airtable_token', starts: ['oaa'] },
    ...{ rest: String.raw`[A-Za-z0-9]{14}\.v1\.[\w-]{20,100}\.[0-9a-f]{32,128}` },
    body: `${mixed(14)}.v1.${mixed(64)}.${hex(64)}`,
  }),
  tokenRule({
    ...{ id: 'SE-1266', subType: 'docker_token', starts: ['SWMTKN-1-', 'SWMKEY-1-'] },
    ...{ rest: '(?:[a-z0-9]{40,60}-[a-z0-9]{25}|[A-Za-z0-9+/]{43})', body: `${lower(50)}-${lower(25)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1267', subType: 'kubernetes_token', starts: ['token-'] },
    ...{ rest: '[a-z0-9]{5}:[a-z0-9]{54}', body: `${lower(5)}:${lower(54)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1268', subType: 'matrix_token', starts: ['syt_', 'mat_', 'mct_'] },
    ...{ rest: '(?:[A-Za-z0-9]{4,80}_[A-Za-z0-9]{20}|[A-Za-z0-9]{30})_[A-Za-z0-9]{6}' },
    ...{ body: `${mixed(12)}_QwErTyUiOpAsDfGhJkLz_${mixed(6)}` },
  }),
  namedRule({
    ...{ id: 'SE-1269', subType: 'asana_token', names: ['asana'] },
    value: String.raw`[0-2]/\d{10,20}(?:/\d{10,20})?:[0-9a-f]{32}`,
    ...{ sample: `1/${DIGITS}:${hex(32)}`, verify: isToken },
  }),
];

/** Of further services, by what follows their first characters. */
const FURTHER_SERVICES: readonly Rule[] = [
  tokenRule({
    ...{ id: 'SE-1270', subType: 'service_token' },
    starts: [
      ...(['RGAPI-', 'persona_production_', 'persona_sandbox_', 'waka_', 'ctx7sk-', 'ovsxat_'] as const),
      ...(['pdus+_0XBPWQQ_', 'pdeu+_0XBPWQQ_'] as const),
    ],
    ...{ rest: UUID, body: ID },
  }),
  tokenRule({
    ...{ id: 'SE-1271', subType: 'service_token' },
    starts: [
      ...(['rootly_', 'depot_org_', 'depot_project_', 'signkey-prod-', 'mlsn.', 's-s4t2ud-'] as const),
      ...(['s-s4t2af-', 'castai_v1_', 'plane_api_', 'cal_live_', 'bpk-', 'ls__', 'dose'] as const),
    ],
    ...{ rest: '[0-9a-f]{32,64}(?:_[0-9a-f]{8})?', body: hex(64) },
  }),
  tokenRule({
    ...{ id: 'SE-1272', subType: 'service_token' },
    starts: [
      ...([
        'apify_api_',
        'AIK_CI_',
        'AIK_SECRET_',
        'AVNS_',
        'aact_',
        'cnvca',
        'CCDB1_',
        'dvc_server_',
      ] as const),
      ...(['apk_user_', 'dnkey-', 'essu_', 'ovsxp_', 'pina_', 'polar_oat_', 'polar_pat_', 'PMAT-'] as const),
      ...(['samsara_api_', 'tk-us-', 'sm_aat_', 'sm_pat_', 'sm_sat_', 'unkey_', 'ucat_', 'vtwn_'] as const),
      ...(['zpka_', 'sk_sbox_', 'sk_prod_', 'sk_dev_', 'sk_car_', 'cfxk_', 'dbtc_', 'dbtu_'] as const),
      ...(['Mid-server-', 'SB-Mid-server-', 'pdl_live_apikey_', 'pdl_sdbx_apikey_', 'ramp_sec_'] as const),
      ...(['secret-live-', 'secret-test-', 'wrka-', 'wrkaus-', 'wrkaeu-', 'esecret_', 'rqsty-sk-'] as const),
      ...(['bb_live_', 'sgamp_user_', 'tr_prod_', 'tr_dev_', 'tr_pat_', 'os_v2_app_', 'os_v2_org_'] as const),
      ...(['nyk_v0_', 'alcht_', 'fmu1-', 'sk-ws-01-'] as const),
    ],
    ...{ rest: String.raw`[\w-]{16,200}`, body: mixed(40), verify: isRandomToken },
  }),
  tokenRule({
    // What begins so may be a word of something else, but then signs follow.
    ...{ id: 'SE-1283', subType: 'service_token' },
    starts: [
      ...(['STS.', 'ddp_', 'ddw_', 'cog_', 'tss_', 'ctp_', 'mfa.', 'dub_', 'ion_', 'JDC_'] as const),
      ...(['lip_', 'lma_', 'lmb_', 'mka_', 'rpa_', 'xau_', 'tly-', 'BBFF-'] as const),
    ],
    ...{ rest: '[A-Za-z0-9]{20,120}', body: mixed(40), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1284', subType: 'service_token', starts: ['live_', 'secret-', 'KEY0', 'p8e-'] },
    rest: String.raw`(?:(?<=live_)(?:[0-9a-f]{35}|[A-Za-z0-9]{30}|[\w-]{40})|(?<=secret-)[A-Za-z0-9]{40,60}|(?<=KEY0)[0-9A-Z]{31}_[A-Za-z0-9]{22}|(?<=p8e-)[A-Za-z0-9]{32})`,
    ...{ body: hex(35), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1273', subType: 'service_token' },
    starts: ['pat.', 'sat.', 'hawk.', 'api_live.', 'api_sandbox.', 'WPL_AP0.', 'WPL_AP1.', 'b10ck5.'],
    rest: String.raw`[\w-]{11,40}\.(?:[\w-]{8,64}={0,2}|[\w+/-]{6}==)(?:\.[A-Za-z0-9]{20})?`,
    ...{ body: `${mixed(22)}.${hex(24)}.${mixed(20)}`, verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1274', subType: 'service_token', starts: ['eyJ0eXAiOiAiVENWMiJ9.'] },
    ...{ rest: String.raw`[\w-]{30,60}\.[\w-]{40,80}`, body: `${mixed(36)}.${mixed(48)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1275', subType: 'service_token', starts: ['n8n_api_eyJ'] },
    ...{
      rest: String.raw`[\w-]{20,400}\.[\w-]{20,1000}\.[\w-]{40,90}`,
      body: `${mixed(40)}.${mixed(90)}.${mixed(43)}`,
    },
  }),
  tokenRule({
    // As RFC 8959 writes them.
    ...{ id: 'SE-1276', subType: 'service_token', starts: ['secret-token:'] },
    ...{ rest: String.raw`[\w.~%+=-]{20,200}`, body: mixed(40), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1277', subType: 'service_token', starts: ['configcat-sdk-1/', 'bce-v3/ALTAK-'] },
    ...{
      rest: String.raw`[\w-]{20,24}/[\w-]{20,44}`,
      body: `${mixed(22)}/${mixed(22)}`,
      verify: isRandomToken,
    },
  }),
  tokenRule({
    ...{ id: 'SE-1278', subType: 'service_token', starts: ['PRD-', 'SBX-'] },
    ...{ rest: '[0-9a-f]{12}(?:-[0-9a-f]{4}){4}', body: `${hex(12)}-${hex(4)}-9c1e-5b8d-2046` },
  }),
  tokenRule({
    ...{ id: 'SE-1279', subType: 'service_token', starts: ['A3-'] },
    ...{ rest: '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}' },
    ...{ body: 'K7RW2X-Q4LB5Z-T6VM3-HSYPG-FJ8CN-AETUD', verify: isRandomToken },
  }),
  {
    ...{ id: 'SE-1280', score: 0.97, subType: 'service_token', exact: true, starts: ['_mmk'] },
    lead: '(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}',
    ...{ rest: TOKEN_END, verify: isRandomToken },
    match: [
      `${mixed(6)}_${mixed(29)}_mmk`,
      `key=${mixed(6)}_${mixed(29)}_mmk`,
      `take ${mixed(6)}_${mixed(29)}_mmk, please`,
    ],
    noMatch: ['_mmk', `${'x'.repeat(6)}_${'x'.repeat(29)}_mmk`, `${mixed(6)}_${mixed(20)}_mmk`],
  },
  tokenRule({
    ...{ id: 'SE-1281', subType: 'service_token', starts: ['oauth:'] },
    ...{ rest: '[a-z0-9]{30}', body: lower(30), verify: isRandomToken },
  }),
  tokenRule({
    ...{ id: 'SE-1282', subType: 'service_token', starts: ['ptr_', 'endr+', 'sec-c-'] },
    ...{
      rest: '(?:(?<=ptr_)[A-Za-z0-9+/]{43}=|(?<=endr\\+)[A-Za-z0-9-]{16}|(?<=sec-c-)[A-Za-z0-9+/]{40,64}={0,2})',
      body: `${mixed(43)}=`,
    },
    verify: isRandomToken,
  }),
];

/** Addresses that whoever knows them may write to. */
const ADDRESSES: readonly Rule[] = [
  {
    ...{ id: 'SE-1288', score: 0.97, subType: 'webhook_url' },
    starts: ['open.feishu.cn/open-apis/bot/v2/hook/', 'open.larksuite.com/open-apis/bot/v2/hook/'],
    rest: `(${UUID})(?![\\w-])`,
    verify: isToken,
    match: [
      `https://open.feishu.cn/open-apis/bot/v2/hook/${ID}`,
      `"open.larksuite.com/open-apis/bot/v2/hook/${ID}"`,
      `curl -X POST https://open.feishu.cn/open-apis/bot/v2/hook/${ID} -d x`,
    ],
    noMatch: [
      'open.feishu.cn/open-apis/bot/v2/hook/',
      'open.feishu.cn/open-apis/bot/v2/hook/00000000-0000-0000-0000-000000000000',
      `open.feishu.cn/open-apis/im/v1/chats/${ID}`,
    ],
  },
  {
    ...{ id: 'SE-1289', score: 0.97, subType: 'webhook_url' },
    starts: ['qyapi.weixin.qq.com/cgi-bin/webhook/send?key='],
    rest: `(${UUID})(?![\\w-])`,
    verify: isToken,
    match: [
      `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${ID}`,
      `"qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${ID}"`,
      `curl 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${ID}' -d x`,
    ],
    noMatch: [
      'qyapi.weixin.qq.com/cgi-bin/webhook/send?key=',
      'qyapi.weixin.qq.com/cgi-bin/webhook/send?key=00000000-0000-0000-0000-000000000000',
      `qyapi.weixin.qq.com/cgi-bin/user/get?userid=${ID}`,
    ],
  },
  {
    ...{ id: 'SE-1290', score: 0.97, subType: 'webhook_url' },
    starts: ['hooks.zapier.com/hooks/catch/', 'maker.ifttt.com/trigger/'],
    rest: String.raw`(?:(?<=catch/)\d{4,12}/|(?<=trigger/)[\w-]{1,60}/(?:json/)?with/key/)([\w-]{6,44})/?(?![\w{-])`,
    match: [
      'https://hooks.zapier.com/hooks/catch/7392018/3k9xq2z/',
      '"https://hooks.zapier.com/hooks/catch/7392018/b4rw2xq"',
      `curl https://maker.ifttt.com/trigger/door_open/with/key/${mixed(22)}`,
    ],
    noMatch: [
      'https://hooks.zapier.com/hooks/catch/',
      'https://hooks.zapier.com/hooks/catch/123456/{hook}/',
      'https://maker.ifttt.com/trigger/{event}/with/key/{key}',
    ],
  },
  {
    ...{ id: 'SE-1291', score: 0.97, subType: 'webhook_url' },
    starts: ['hook.eu1.make.com/', 'hook.eu2.make.com/', 'hook.us1.make.com/', 'hook.us2.make.com/'],
    rest: String.raw`([a-z0-9]{28,40})(?![\w-])`,
    verify: isRandomToken,
    match: [
      `https://hook.eu1.make.com/${lower(32)}`,
      `"hook.us1.make.com/${lower(32)}"`,
      `curl https://hook.eu2.make.com/${lower(32)} -d x`,
    ],
    noMatch: [
      'https://hook.eu1.make.com/',
      `https://hook.eu1.make.com/${'x'.repeat(32)}`,
      'https://hook.eu1.make.com/yourwebhookaddressgoesinhere12',
    ],
  },
  {
    ...{ id: 'SE-1292', score: 0.97, subType: 'session_cookie' },
    starts: ['_|WARNING:-DO-NOT-SHARE-THIS.'],
    rest: String.raw`[^|\s]{1,200}\|_([0-9a-f]{100,2000})(?![0-9a-z])`,
    verify: isToken,
    match: [
      `.ROBLOSECURITY=_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-do-harm.|_${hex(200).toUpperCase()}`,
      `"_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this.|_${hex(300)}"`,
      `cookie: _|WARNING:-DO-NOT-SHARE-THIS.--It-logs-you-in.|_${hex(400)}; x=1`,
    ],
    noMatch: [
      '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this|_',
      `_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this|_${'0'.repeat(200)}`,
      `_|WARNING:-SHARE-THIS.--Sharing-this|_${hex(200)}`,
    ],
  },
];

export const SERVICE_TOKENS: readonly Rule[] = [...KNOWN_SERVICES, ...FURTHER_SERVICES, ...ADDRESSES];

import type { Rule } from '../ruleset.ts';
import { hex, lower, mixed, namedRule, TOKEN_END, tokenRule, upper } from './tokens.ts';
import { entropy, isToken } from './values.ts';

/** The first characters of Discord's tokens: three digits of an account's number in base64. */
const DISCORD_STARTS = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'].flatMap((digits) =>
  ['A', 'E', 'I', 'M', 'Q', 'U', 'Y', 'c', 'g', 'k'].map((digit) => digits + digit),
);
const UUID = '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062';
const HEX_DIGITS = [...'0123456789abcdef'];

/** Messages, mail, payment, watching. */
export const SERVICE_KEYS: readonly Rule[] = [
  {
    id: 'SE-1007',
    score: 0.97,
    subType: 'slack_token',
    exact: true,
    starts: [
      ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxc-', 'xoxd-', 'xoxe-', 'xapp-'],
      'xoxe.xoxp-',
      'xoxe.xoxb-',
    ],
    rest: String.raw`[A-Za-z0-9/%-]{24,200}${TOKEN_END}`,
    verify: isToken,
    match: [`xoxb-987016243857-${mixed(24)}`, `xapp-1-${mixed(40)}`, `xoxe.xoxp-1-${mixed(120)}`],
    noMatch: ['xoxb-', `xoxb-${'your-token'}`, `xoxb-${'0'.repeat(40)}`],
  },
  {
    id: 'SE-1080',
    score: 0.97,
    subType: 'slack_webhook',
    starts: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    rest: `[a-z0-9/]{24,200}${TOKEN_END}`,
    verify: isToken,
    match: [
      `https://hooks.slack.com/services/T${upper(9)}/B${upper(9)}/${mixed(24)}`,
      `"hooks.slack.com/workflows/T${upper(9)}/A${upper(9)}/${mixed(24)}"`,
      `HTTPS://HOOKS.SLACK.COM/services/T${upper(9)}/B${upper(9)}/${mixed(24)}`,
    ],
    noMatch: [
      'hooks.slack.com/services/...',
      'hooks.slack.com/services/T000/B000/XXX',
      'https://slack.com/services',
    ],
  },
  {
    id: 'SE-1236',
    score: 0.97,
    subType: 'teams_webhook',
    starts: ['webhook.office.com/webhookb2/', 'outlook.office.com/webhook/'],
    rest: `[0-9a-f-]{36}@[0-9a-f-]{36}/incomingwebhook/[0-9a-f]{32}/[0-9a-f-]{36}(?:/[\\w-]{20,80})?${TOKEN_END}`,
    verify: isToken,
    match: [
      `https://corp.webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/${hex(32)}/${UUID}`,
      `"https://outlook.office.com/webhook/${UUID}@${UUID}/IncomingWebhook/${hex(32)}/${UUID}"`,
      `webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/${hex(32)}/${UUID}`,
    ],
    noMatch: ['webhook.office.com/webhookb2/', 'outlook.office.com/webhook/...', 'office.com/webhooks'],
  },
  {
    id: 'SE-1081',
    score: 0.97,
    subType: 'discord_bot_token',
    exact: true,
    starts: DISCORD_STARTS,
    rest: String.raw`[A-Za-z0-9]{20,24}\.[\w-]{6,7}\.[\w-]{27,45}${TOKEN_END}`,
    verify: isToken,
    match: [
      `MTI${mixed(21)}.${mixed(6)}.${mixed(27)}`,
      `Bot NDk${mixed(23)}.${mixed(6)}.${mixed(38)}`,
      `"OTE${mixed(21)}.${mixed(6)}.${mixed(38)}"`,
    ],
    noMatch: ['MTI', 'otedama.example.org', `MTI${mixed(21)}.${mixed(6)}`],
  },
  {
    id: 'SE-1082',
    score: 0.97,
    subType: 'discord_webhook',
    starts: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    rest: String.raw`\d{16,20}/[\w-]{50,90}${TOKEN_END}`,
    verify: isToken,
    match: [
      `https://discord.com/api/webhooks/739201846553920184/${mixed(68)}`,
      `discordapp.com/api/webhooks/739201846553920184/${mixed(68)}`,
      `"https://canary.discord.com/api/webhooks/739201846553920184/${mixed(60)}"`,
    ],
    noMatch: ['discord.com/api/webhooks/', 'discord.com/api/webhooks/1/x', 'discord.com/developers'],
  },
  tokenRule({
    ...{ id: 'SE-1083', subType: 'telegram_bot_token', starts: [':AA'] },
    ...{ lead: String.raw`(?<!\d)\d{8,10}`, head: '7392018465' },
    ...{ rest: String.raw`[\w-]{32,33}`, body: mixed(33) },
  }),
  tokenRule({
    ...{ id: 'SE-1008', subType: 'stripe_key' },
    ...{ starts: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_', 'sk_org_live_', 'rk_prod_'] },
    ...{ rest: '(?:[A-Za-z0-9]{24,120}|(?<=whsec_)[A-Za-z0-9+/]{24,88}={0,2})', body: mixed(24) },
  }),
  tokenRule({
    ...{
      id: 'SE-1084',
      subType: 'twilio_api_key',
      starts: ['SK0', ...HEX_DIGITS.map((digit) => `SK${digit}`)],
    },
    ...{ score: 0.95, rest: '[0-9a-f]{31}', body: hex(31) },
  }),
  namedRule({
    ...{ id: 'SE-1085', subType: 'twilio_auth_token', names: ['twilio'] },
    ...{ value: '[0-9a-f]{32}', sample: hex(32) },
  }),
  {
    id: 'SE-1013',
    score: 0.97,
    subType: 'sendgrid_api_key',
    exact: true,
    starts: ['SG.'],
    rest: String.raw`[\w-]{16,32}\.[\w-]{16,64}${TOKEN_END}`,
    verify: isToken,
    match: [
      `SG.${mixed(22)}.${mixed(43)}`,
      `key SG.${mixed(22)}.${mixed(43)}`,
      `"SG.${mixed(22)}.${lower(43)}"`,
    ],
    noMatch: ['SG.1', 'SG. Singapore', 'MSG.text'],
  },
  tokenRule({
    ...{ id: 'SE-1086', subType: 'mailgun_api_key', starts: ['key-', 'pubkey-'], score: 0.95 },
    ...{ rest: '[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?', body: hex(32) },
  }),
  namedRule({
    ...{ id: 'SE-1087', subType: 'mailgun_api_key', names: ['mailgun'] },
    ...{ value: '(?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?', sample: hex(32), verify: isToken },
  }),
  tokenRule({
    ...{ id: 'SE-1088', subType: 'mailchimp_api_key', starts: ['-us'], score: 0.95 },
    ...{ lead: '(?<![0-9a-f])[0-9a-f]{32}', head: hex(32), rest: String.raw`[1-9]\d?`, body: '14' },
  }),
  tokenRule({
    ...{ id: 'SE-1089', subType: 'brevo_api_key', starts: ['xkeysib-', 'xsmtpsib-'] },
    ...{ rest: '[0-9a-f]{64}-[A-Za-z0-9]{16}', body: `${hex(64)}-${mixed(16)}` },
  }),
  namedRule({
    ...{
      id: 'SE-1090',
      subType: 'datadog_api_key',
      names: ['datadog', 'dd_api', 'dd_app', 'dd-api', 'dd-app'],
    },
    ...{ value: '[0-9a-f]{32}|[0-9a-f]{40}', sample: hex(32) },
  }),
  tokenRule({
    ...{ id: 'SE-1091', subType: 'new_relic_key', starts: ['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRSP-'] },
    ...{ rest: String.raw`[\w-]{24,42}`, body: upper(27) },
  }),
  namedRule({
    ...{
      id: 'SE-1092',
      subType: 'new_relic_key',
      names: ['new_relic', 'newrelic', 'new relic', 'nr_license'],
    },
    ...{ value: '[0-9a-f]{36}(?:nral|[0-9a-f]{4})', sample: `${hex(36)}NRAL` },
  }),
  tokenRule({
    ...{
      id: 'SE-1093',
      subType: 'shopify_token',
      starts: ['shpat_', 'shpss_', 'shpca_', 'shppa_', 'shptka_', 'shpua_', 'shpit_'],
    },
    ...{ rest: '[0-9a-fA-F]{32}', body: hex(32) },
  }),
  tokenRule({
    ...{ id: 'SE-1094', subType: 'square_token', starts: ['sq0atp-', 'sq0csp-', 'sq0idp-', 'EAAA'] },
    ...{ rest: String.raw`(?:(?<=sq0[a-z]{3}-)[\w-]{22,60}|(?<=EAAA)[\w-]{56,64})`, body: mixed(22) },
  }),
  {
    id: 'SE-1095',
    score: 0.97,
    subType: 'braintree_token',
    starts: ['access_token$production$', 'access_token$sandbox$'],
    rest: `[0-9a-z]{16}\\$[0-9a-f]{32}${TOKEN_END}`,
    match: [
      `access_token$production$${lower(16)}$${hex(32)}`,
      `"access_token$sandbox$${lower(16)}$${hex(32)}"`,
      `TOKEN=access_token$production$${lower(16)}$${hex(32)}`,
    ],
    noMatch: [
      'access_token$production$',
      `access_token$production$${lower(16)}`,
      `access_token$production$${hex(32)}`,
    ],
  },
  namedRule({
    ...{ id: 'SE-1096', subType: 'paypal_secret', names: ['paypal', 'paypal_client_secret'] },
    ...{ value: '[ae][a-z0-9_-]{70,90}', sample: `EK${mixed(78)}`, verify: (found) => entropy(found) > 4 },
  }),
  tokenRule({
    ...{ id: 'SE-1097', subType: 'grafana_token', starts: ['glsa_', 'glc_', 'eyJrIjoi'] },
    ...{
      rest: String.raw`(?<=(?:(?<![\w-])|\\[nrt])(?:glsa_|glc_|eyJrIjoi))[A-Za-z0-9+/_=]{32,400}`,
      body: `${mixed(32)}_${hex(8)}`,
    },
  }),
  tokenRule({
    ...{ id: 'SE-1098', subType: 'resend_api_key', starts: ['re_'] },
    ...{ rest: String.raw`[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}`, body: `${mixed(8)}_${mixed(24)}`, score: 0.95 },
  }),
  namedRule({
    ...{ id: 'SE-1099', subType: 'algolia_api_key', names: ['algolia'] },
    ...{ value: '[0-9a-f]{32}', sample: hex(32) },
  }),
];

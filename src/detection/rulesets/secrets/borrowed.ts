import { mixed, upper } from './tokens.ts';

/**
 * A rule of secretlint's that we ask ourselves, only where one of its literals stands and only about the text near it.
 * Which of its rules are not here, and why, is told in `src/README.md`.
 */
export type BorrowedRule = Readonly<{
  /** Ours; stable as those of other rules. */
  id: string;
  /** Secretlint's, without `@secretlint/secretlint-rule-`. */
  name: string;
  subType: string;
  score: number;
  /** One of them stands in every match of the rule, and at its beginning; in this very case. */
  starts: readonly string[];
  /** No match goes on for longer than this behind the beginning of the literal, in UTF-16 code units. */
  longest: number;
  /** Secretlint's message ids that count; all of them where there is none. */
  messages?: readonly string[];
  /** Texts that the rule must find. */
  match: readonly string[];
}>;

const LETTERS = 'QwErTyUiOpAsDfGhJkLzXcVbNmPoIuYtRe';
const CHECKSUM = '7f3a9c1e';
const OPENAI_MARK = ['T3Blb', 'kFJ'].join('');

const borrow = (
  number: number,
  name: string,
  subType: string,
  starts: readonly string[],
  longest: number,
  ...match: readonly string[]
): BorrowedRule => ({ id: `SE-${number}`, name, subType, score: 0.97, starts, longest, match });

/** Of a length that ends in `fQ==`, the brace of the JSON. */
const service = btoa(JSON.stringify({ email: 'a@b.example', k: mixed(91) }));

export const BORROWED_RULES: readonly BorrowedRule[] = [
  borrow(2001, '1password', 'onepassword_token', ['ops_ey'], 1300, `ops_${service}`),
  borrow(2002, 'anthropic', 'anthropic_api_key', ['sk-ant-api0'], 160, `sk-ant-api03-${mixed(93)}AA`),
  borrow(
    2003,
    'cloudflare',
    'cloudflare_token',
    ['cfk_', 'cfut_', 'cfat_'],
    64,
    `cfut_${mixed(40)}${CHECKSUM}`,
    `cfk_${mixed(40)}${CHECKSUM}`,
    `cfat_${mixed(40)}${CHECKSUM}`,
  ),
  borrow(2004, 'databricks', 'databricks_token', ['dapi'], 48, `dapi${CHECKSUM.repeat(4)}`),
  borrow(2005, 'docker', 'docker_token', ['dckr_pat_'], 48, `dckr_pat_${mixed(27)}`),
  borrow(2006, 'figma', 'figma_token', ['figd_'], 220, `figd_${mixed(40)}`),
  borrow(2008, 'gitlab', 'gitlab_token', ['glpat-'], 150, `glpat-${mixed(20)}`),
  borrow(
    2009,
    'grafana',
    'grafana_token',
    ['glc_', 'glsa_'],
    420,
    `glsa_${mixed(32)}_${CHECKSUM}`,
    `glc_${mixed(80)}`,
  ),
  borrow(2010, 'groq', 'groq_api_key', ['gsk_'], 64, `gsk_${mixed(52)}`),
  borrow(2011, 'huggingface', 'huggingface_token', ['hf_'], 48, `hf_${LETTERS}`),
  borrow(2012, 'linear', 'linear_api_key', ['lin_api_'], 150, `lin_api_${mixed(40)}`),
  borrow(2013, 'notion', 'notion_token', ['ntn_'], 64, `ntn_73920184655${mixed(35)}`),
  {
    ...borrow(2014, 'npm', 'npm_token', ['npm_'], 48, `npm_${mixed(36)}`),
    // The two other patterns report places that are not those of the token.
    messages: ['NPM_ACCESS_TOKEN'],
  },
  borrow(
    2015,
    'hashicorp-vault',
    'vault_token',
    ['hvs.', 'hvb.', 'hvr.'],
    320,
    `hvs.${mixed(95)}`,
    `hvb.${mixed(150)}`,
    `hvr.${mixed(95)}`,
  ),
  borrow(
    2016,
    'openai',
    'openai_api_key',
    ['sk-'],
    200,
    `sk-${mixed(20)}${OPENAI_MARK}${mixed(20)}`,
    `sk-proj-${mixed(74)}${OPENAI_MARK}${mixed(74)}`,
  ),
  borrow(2017, 'sendgrid', 'sendgrid_api_key', ['SG.'], 80, `SG.${mixed(22)}.${mixed(43)}`),
  borrow(
    2018,
    'shopify',
    'shopify_token',
    ['shppa_', 'shpca_', 'shpat_', 'shpss_'],
    80,
    `shpat_${mixed(32)}`,
    `shppa_${mixed(32)}`,
    `shpca_${mixed(32)}`,
    `shpss_${mixed(32)}`,
  ),
  {
    ...borrow(
      2019,
      'slack',
      'slack_token',
      ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-'],
      400,
      `xoxb-${'987016243857'}-587016243857-${mixed(24)}`,
    ),
    messages: ['SLACK_TOKEN'],
  },
  borrow(
    2020,
    'stripe',
    'stripe_key',
    ['sk_live', 'sk_test', 'rk_live', 'rk_test'],
    120,
    `sk_live_${mixed(24)}`,
    `rk_test_${mixed(24)}`,
  ),
  borrow(
    2021,
    'tailscale',
    'tailscale_key',
    ['tskey-'],
    140,
    `tskey-auth-${upper(12)}-${mixed(32)}`,
    `tskey-api-${upper(12)}-${mixed(32)}`,
  ),
  borrow(
    2022,
    'vercel',
    'vercel_token',
    ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    80,
    `vcp_${mixed(24)}`,
    `vci_${mixed(30)}`,
  ),
  {
    ...borrow(
      2023,
      'slack',
      'slack_webhook',
      ['https://hooks.slack.com/services/'],
      200,
      `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${mixed(24)}`,
    ),
    messages: ['IncomingWebhook'],
  },
];

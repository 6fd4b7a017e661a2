import type { Rule } from '../ruleset.ts';
import { hex, mixed, TOKEN_END, tokenRule } from './tokens.ts';
import { isToken } from './values.ts';

/** Where code is kept, published and planned. */
export const CODE_KEYS: readonly Rule[] = [
  tokenRule({
    ...{
      id: 'SE-1005',
      subType: 'github_token',
      starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    },
    ...{ score: 0.98, rest: '[A-Za-z0-9_]{36,100}', body: mixed(36) },
  }),
  tokenRule({
    ...{ id: 'SE-1076', subType: 'github_token', starts: ['ghs_'], score: 0.98 },
    ...{
      // Those of apps hold a JWT.
      rest: String.raw`(?<=(?:(?<![\w-])|\\[nrt])ghs_)\d{1,20}_[\w-]{8,1000}\.[\w-]{8,4000}\.[\w-]{16,1000}`,
      body: `4711_${mixed(80)}.${mixed(400)}.${mixed(90)}`,
    },
  }),
  tokenRule({
    ...{
      id: 'SE-1006',
      subType: 'gitlab_token',
      starts: [
        ...(['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'glffct-', 'glimt-'] as const),
        ...(['glagent-', 'gloas-', 'glft-', 'glwt-', 'glrtr-', 'GR1348941'] as const),
      ],
    },
    ...{ rest: String.raw`[\w-]{20,64}(?:\.[\w.-]{2,40})?`, body: mixed(20) },
  }),
  tokenRule({
    ...{ id: 'SE-1060', subType: 'bitbucket_token', starts: ['ATBB', 'BBDC-'] },
    ...{ rest: '[A-Za-z0-9+/]{32,44}', body: mixed(32) },
  }),
  tokenRule({
    ...{ id: 'SE-1061', subType: 'atlassian_token', starts: ['ATATT3', 'ATCTT3', 'ATSTT3'] },
    ...{ rest: '[A-Za-z0-9_=-]{60,300}', body: mixed(180) },
  }),
  tokenRule({
    ...{ id: 'SE-1012', subType: 'npm_token', starts: ['npm_'] },
    ...{ rest: '[A-Za-z0-9]{32,48}', body: mixed(36) },
  }),
  {
    id: 'SE-1062',
    score: 0.95,
    subType: 'npm_token',
    exact: true,
    starts: ['_authToken', '_auth', '_password'],
    rest: String.raw`\x20?=\x20?(?:\\{0,7}["'])?(?![\w.]{1,80}\()([\w+/=.-]{16,400})`,
    verify: isToken,
    match: [
      `//registry.corp.dev/:_authToken=${mixed(36)}`,
      `_auth = "${mixed(40)}=="`,
      `//npm.corp.dev/:_password=${mixed(24)}`,
    ],
    noMatch: [
      '_authToken=\x24{NPM_TOKEN}',
      '_authToken=',
      '_auth = true',
      'url_auth = get_auth_from_url(self.url)',
    ],
  },
  tokenRule({
    ...{
      id: 'SE-1063',
      subType: 'pypi_token',
      starts: ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'],
    },
    ...{ rest: String.raw`[\w-]{50,250}`, body: mixed(150) },
  }),
  tokenRule({
    ...{ id: 'SE-1064', subType: 'docker_token', starts: ['dckr_pat_', 'dckr_oat_'] },
    ...{ rest: String.raw`[\w-]{27,40}`, body: mixed(27) },
  }),
  tokenRule({
    ...{ id: 'SE-1065', subType: 'rubygems_api_key', starts: ['rubygems_'] },
    ...{ rest: '[0-9a-f]{48}', body: hex(48) },
  }),
  tokenRule({
    ...{ id: 'SE-1066', subType: 'crates_token', starts: ['cio'] },
    ...{ rest: '[A-Za-z0-9]{32}', body: mixed(32) },
  }),
  tokenRule({
    ...{ id: 'SE-1067', subType: 'linear_api_key', starts: ['lin_api_', 'lin_oauth_'] },
    ...{ rest: '[A-Za-z0-9_]{32,64}', body: mixed(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1068', subType: 'notion_token', starts: ['secret_', 'ntn_'] },
    ...{ rest: '[A-Za-z0-9]{43,50}', body: mixed(43) },
  }),
  tokenRule({
    ...{ id: 'SE-1069', subType: 'figma_token', starts: ['figd_', 'figoh_', 'figor_'] },
    ...{ rest: String.raw`[\w-]{38,80}`, body: mixed(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1070', subType: 'postman_api_key', starts: ['PMAK-'] },
    ...{ rest: '[0-9a-f]{24}-[0-9a-f]{34}', body: `${hex(24)}-${hex(34)}` },
  }),
  {
    id: 'SE-1071',
    score: 0.97,
    subType: 'airtable_token',
    exact: true,
    starts: ['pat'],
    rest: String.raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}${TOKEN_END}`,
    verify: isToken,
    match: [
      `pat${mixed(14)}.${hex(64)}`,
      `AIRTABLE=pat${mixed(14)}.${hex(64)}`,
      `"pat${mixed(14)}.${hex(64)}"`,
    ],
    noMatch: ['path', 'patterns.ts', `pat${mixed(14)}`],
  },
  tokenRule({
    ...{ id: 'SE-1072', subType: 'sentry_token', starts: ['sntryu_', 'sntrys_', 'sntrya_', 'sntryi_'] },
    ...{ rest: String.raw`(?<=(?:(?<![\w-])|\\[nrt])sntry[usai]_)[\w+/=-]{64,400}`, body: hex(64) },
  }),
  tokenRule({
    ...{ id: 'SE-1073', subType: 'pulumi_token', starts: ['pul-'] },
    ...{ rest: '[0-9a-f]{40}', body: hex(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1074', subType: 'sonar_token', starts: ['squ_', 'sqp_', 'sqa_'] },
    ...{ rest: '[0-9a-f]{40}', body: hex(40) },
  }),
  tokenRule({
    ...{ id: 'SE-1075', subType: 'onepassword_token', starts: ['ops_eyJ'], score: 0.98 },
    ...{ rest: '[A-Za-z0-9+/]{100,1280}={0,2}', body: mixed(200) },
  }),
];

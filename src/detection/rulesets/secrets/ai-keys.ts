import type { Rule } from '../ruleset.ts';
import { hex, lower, mixed, namedRule, TOKEN_END, tokenRule } from './tokens.ts';
import { entropy, isToken } from './values.ts';

const LETTERS = 'QwErTyUiOpAsDfGhJkLzXcVbNmPoIuYtRe';

/** Providers of models, and what is built around them. */
export const AI_KEYS: readonly Rule[] = [
  {
    id: 'SE-1001',
    score: 0.98,
    subType: 'openai_api_key',
    exact: true,
    starts: ['sk-', 'sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    rest: String.raw`(?:(?<=^sk-|[^\w-]sk-)[A-Za-z0-9]{32,64}|(?<=proj-|svcacct-|admin-|None-)[A-Za-z0-9_-]{32,200})${TOKEN_END}`,
    verify: isToken,
    match: [
      `sk-${mixed(48)}`,
      `key=sk-proj-${mixed(60)}`,
      `(sk-svcacct-${mixed(40)})`,
      `"sk-admin-${mixed(120)}"`,
    ],
    noMatch: [
      'sk-learn',
      `sk-${'x'.repeat(48)}`,
      'task-management-board-of-directors-meeting',
      'sk-proj-...',
    ],
  },
  {
    id: 'SE-1002',
    score: 0.98,
    subType: 'anthropic_api_key',
    exact: true,
    starts: ['sk-ant-'],
    rest: `(?:api|admin|sid|oat|ort)\\d{2}-[A-Za-z0-9_-]{40,140}${TOKEN_END}`,
    verify: isToken,
    match: [
      `sk-ant-api03-${mixed(90)}`,
      `"sk-ant-admin01-${mixed(60)}"`,
      `sk-ant-sid01-${mixed(60)}`,
      `sk-ant-oat01-${mixed(90)}`,
    ],
    noMatch: ['sk-ant-api03-...', 'sk-ant-', `sk-ant-api03-${'x'.repeat(60)}`],
  },
  tokenRule({
    ...{ id: 'SE-1019', subType: 'huggingface_token', starts: ['hf_', 'api_org_'] },
    ...{ rest: '[A-Za-z0-9]{30,40}', body: LETTERS },
  }),
  tokenRule({
    ...{ id: 'SE-1020', subType: 'groq_api_key', starts: ['gsk_'] },
    ...{ rest: '[A-Za-z0-9]{48,60}', body: mixed(52) },
  }),
  tokenRule({
    ...{ id: 'SE-1021', subType: 'xai_api_key', starts: ['xai-'] },
    ...{ rest: '[A-Za-z0-9]{60,100}', body: mixed(80) },
  }),
  tokenRule({
    ...{ id: 'SE-1022', subType: 'perplexity_api_key', starts: ['pplx-'] },
    ...{ rest: '[A-Za-z0-9]{40,64}', body: mixed(48) },
  }),
  tokenRule({
    ...{ id: 'SE-1023', subType: 'replicate_token', starts: ['r8_'] },
    ...{ rest: '[A-Za-z0-9]{32,45}', body: mixed(37) },
  }),
  tokenRule({
    ...{ id: 'SE-1024', subType: 'openrouter_api_key', starts: ['sk-or-v1-', 'sk-or-'], score: 0.98 },
    ...{ rest: '[0-9a-f]{48,64}', body: hex(64) },
  }),
  tokenRule({
    ...{ id: 'SE-1025', subType: 'langsmith_api_key', starts: ['lsv2_pt_', 'lsv2_sk_'] },
    ...{ rest: '[0-9a-f]{32}_[0-9a-f]{10}', body: `${hex(32)}_${hex(10)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1026', subType: 'langfuse_key', starts: ['sk-lf-'], score: 0.98 },
    ...{ rest: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', body: '7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062' },
  }),
  tokenRule({
    ...{ id: 'SE-1027', subType: 'pinecone_api_key', starts: ['pcsk_'] },
    ...{ rest: '[A-Za-z0-9_]{50,90}', body: mixed(70) },
  }),
  tokenRule({
    ...{ id: 'SE-1028', subType: 'nvidia_api_key', starts: ['nvapi-'] },
    ...{ rest: '[A-Za-z0-9_-]{60,80}', body: mixed(64) },
  }),
  tokenRule({
    ...{ id: 'SE-1029', subType: 'tavily_api_key', starts: ['tvly-'] },
    ...{ rest: '(?:dev-|prod-)?[A-Za-z0-9]{32}', body: mixed(32) },
  }),
  namedRule({
    ...{ id: 'SE-1030', subType: 'cohere_api_key', names: ['cohere', 'co_api_key'] },
    ...{ value: '[a-z0-9]{40}', sample: mixed(40) },
  }),
  namedRule({
    ...{ id: 'SE-1031', subType: 'mistral_api_key', names: ['mistral', 'mistralai'] },
    ...{ value: '[a-z0-9]{32}', sample: mixed(32) },
  }),
  namedRule({
    ...{ id: 'SE-1032', subType: 'deepseek_api_key', names: ['deepseek'], score: 0.99 },
    ...{ value: 'sk-[0-9a-f]{32}', sample: `sk-${hex(32)}`, verify: isToken },
  }),
  namedRule({
    ...{
      id: 'SE-1033',
      subType: 'together_api_key',
      names: [
        'together_api',
        'togetherai',
        'together_ai',
        'together.ai',
        'together ai',
        'together api',
        'together key',
      ],
    },
    ...{ value: '[0-9a-f]{64}', sample: hex(64), verify: (found) => entropy(found) > 3 },
  }),
  namedRule({
    ...{ id: 'SE-1034', subType: 'azure_openai_key', names: ['azure_openai', 'azureopenai', 'azure openai'] },
    ...{ value: '[0-9a-z]{84}|[0-9a-f]{32}', sample: hex(32) },
  }),
  namedRule({
    ...{ id: 'SE-1035', subType: 'elevenlabs_api_key', names: ['elevenlabs', 'eleven_labs', 'xi-api-key'] },
    ...{ value: '(?:sk_)?[0-9a-f]{32,48}', sample: `sk_${hex(48)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1036', subType: 'fireworks_api_key', starts: ['fw_'] },
    ...{
      rest: '[A-Za-z0-9]{22,40}',
      body: mixed(24),
      verify: (found) => isToken(found) && /\d/u.test(found),
    },
  }),
  tokenRule({
    ...{ id: 'SE-1037', subType: 'jina_api_key', starts: ['jina_'] },
    ...{ rest: '[A-Za-z0-9_-]{60,70}', body: lower(64) },
  }),
];

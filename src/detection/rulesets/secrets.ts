import type { Ruleset } from './ruleset.ts';
import { AI_KEYS } from './secrets/ai-keys.ts';
import { ASSIGNMENTS } from './secrets/assignments.ts';
import { BLOCK_VALUES } from './secrets/block-values.ts';
import { CALL_PASSWORDS } from './secrets/call-passwords.ts';
import { CLOUD_KEYS } from './secrets/cloud-keys.ts';
import { CODE_KEYS } from './secrets/code-keys.ts';
import { COMMAND_OPTIONS } from './secrets/command-options.ts';
import { COMMAND_PASSWORDS } from './secrets/command-passwords.ts';
import { CREDENTIALS } from './secrets/credentials.ts';
import { ENVIRONMENT_PHRASES } from './secrets/environment-phrases.ts';
import { FILE_OPTIONS } from './secrets/file-options.ts';
import { PASSWORD_HASHES } from './secrets/password-hashes.ts';
import { PINS } from './secrets/pins.ts';
import { PIPED_PASSWORDS } from './secrets/piped-passwords.ts';
import { PRIVATE_KEYS } from './secrets/private-keys.ts';
import { SERVICE_KEYS } from './secrets/service-keys.ts';
import { SERVICE_TOKENS } from './secrets/service-tokens.ts';
import { SHARE_OPTIONS } from './secrets/share-options.ts';
import { STATEMENT_PASSWORDS } from './secrets/statement-passwords.ts';
import { STORED_KEYS } from './secrets/stored-keys.ts';
import { STRUCTURED_VALUES } from './secrets/structured-values.ts';
import { URL_PASSWORDS } from './secrets/url-passwords.ts';
import { VENDOR_KEYS } from './secrets/vendor-tokens.ts';

/** Our own rules; those of secretlint's are in `secrets/borrowed.ts`. */
export const SECRETS: Ruleset = {
  id: 'secrets',
  category: 'secret',
  subType: 'generic_secret',
  discussable: false,
  rules: [
    ...AI_KEYS,
    ...CLOUD_KEYS,
    ...CODE_KEYS,
    ...SERVICE_KEYS,
    ...VENDOR_KEYS,
    ...SERVICE_TOKENS,
    ...PRIVATE_KEYS,
    ...STORED_KEYS,
    ...PASSWORD_HASHES,
    ...URL_PASSWORDS,
    ...ASSIGNMENTS,
    ...ENVIRONMENT_PHRASES,
    ...STRUCTURED_VALUES,
    ...CREDENTIALS,
    ...COMMAND_OPTIONS,
    ...FILE_OPTIONS,
    ...SHARE_OPTIONS,
    ...COMMAND_PASSWORDS,
    ...PIPED_PASSWORDS,
    ...STATEMENT_PASSWORDS,
    ...CALL_PASSWORDS,
    ...BLOCK_VALUES,
    ...PINS,
  ],
};

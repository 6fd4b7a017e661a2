import { describe, expect, it } from 'vitest';
import { builtInDetectors } from '../../../src/detection/detectors/all.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline(builtInDetectors);
/** A threshold of `medium`. */
const SURE = 0.8;

const surelyFoundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)]
    .flat()
    .filter(({ category, score }) => score >= SURE && (category === 'pii' || category === 'secret'))
    .map(({ ruleId, span }) => `${ruleId} ${text.slice(span.start, span.end)}`);

describe('what looks like personal data or a secret and is none', () => {
  it.each([
    ...[
      'dotnet SDK 8.0.100.23 is installed',
      'Python 3.11.4.1 (custom build)',
      'openssl 1.1.1.23 was patched',
    ],
    ...['AssemblyVersion("2.14.33.108")', 'implementation "com.acme:lib:3.14.15.92"', 'lib-5.12.33.41.jar'],
    ...[
      'image: registry.corp.dev/app:4.12.33.18',
      'Bumps foo from 1.22.33.44 to 1.22.33.45.',
      'foo==2.17.33.12',
    ],
    ...[
      'npm package foo@4.12.33.18',
      'kubectl 1.31.2.5-eks',
      'Oracle 19.25.0.1 client',
      'App 5.22.31.17 (build 88)',
    ],
    ...['Cookie: theme=dark; consent=2024-11-28T08:55:01Z', 'JSESSIONID=<session-id-here-0123456789>'],
    ...[
      'AUTH PLAIN LOGIN CRAM-MD5',
      'AUTH failed for user anna',
      'isql MyDSN sa -b',
      'smbclient //fs01/finance -U anna',
    ],
    ...[
      'consul kv put prod/token/ttl 3600s',
      'etcdctl put /app/token-bucket/size 500k1',
      'wandb login --host=https://x.dev',
    ],
    ...[
      'tfp_bijectors_softplus_lower_bound_and_more_words',
      'napi_get_cb_info_and_create_reference_for_object',
    ],
    ...[
      'access-production-database-from-bastion',
      'API-FIRST-DESIGN-PRINCIPLES-FOR-TEAMS',
      'pk_users_email_unique',
    ],
    ...['passport no AB12345', 'Personalausweis Typ TD1XK', 'passport photo 35x45 mm', 'licence: Apache-2.0'],
    ...['f?sum=1000+2000+3000+4000', '/s?q=4000+5000+6000+7000', '2500+1500+1200+1000 = 6200'],
    ...['user login password-reset2024 page', 'the user account password policy-2024 applies'],
  ])('%s', (text) => {
    expect(surelyFoundIn(text)).toEqual([]);
  });
});

describe('addresses whose numbers are as small as those of versions', () => {
  it.each([
    ...[
      'blocked 3 requests from 18.44.12.9 today',
      'nginx upstream 3.12.44.18:8080 timed out',
      'whois 5.9.243.187',
    ],
    ...[
      'src=12.44.18.3 dst=x',
      'Anna logged in, IP 2.56.188.14',
      'gateway 31.13.72.36 is up',
      '"18.44.12.9"',
    ],
    ...['connection from Python client 3.11.44.19', 'app.corp.dev -> 18.184.23.5', 'ssh ubuntu@18.12.44.3'],
  ])('%s', (text) => {
    expect(surelyFoundIn(text)).toHaveLength(1);
  });
});

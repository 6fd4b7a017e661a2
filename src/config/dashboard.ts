import { z } from 'zod';
import { addressFault, parseAddress } from './address.ts';
import { HeadersSchema, isWithoutCredentials } from './telemetry.ts';

const NO_CREDENTIALS = { error: 'must be a URL without credentials' };
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .max(2000)
  .refine(isWithoutCredentials, NO_CREDENTIALS);

const OidcSchema = z
  .strictObject({
    issuer: httpUrl
      .optional()
      .describe('OpenID Connect provider; with clientId it switches sign-in through it on'),
    clientId: z.string().min(1).max(500).optional().describe('Client that the provider knows us as'),
    clientSecret: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('Its secret; without one it is a public client, with PKCE alone'),
    name: z.string().trim().min(1).max(60).default('single sign-on').describe('What the button says'),
    allowedDomains: z
      .array(z.string().regex(/^(?:[a-z0-9-]{1,63}\.){1,10}[a-z0-9-]{2,63}$/))
      .max(100)
      .default([])
      .describe(
        'E-mail domains whose verified addresses get an account by themselves; others need an invitation',
      ),
    defaultRole: z
      .enum(['viewer', 'analyst', 'admin'])
      .default('viewer')
      .describe('Role of those who come through allowedDomains, and of all whom roleClaim gives none'),
    roleClaim: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Claim that names the role (viewer, analyst, admin); with it the provider gives all roles but owner, at each sign-in anew',
      ),
    requireRole: z
      .boolean()
      .default(false)
      .describe(
        'Whom roleClaim gives no role is not let in, and has no more than viewer left; else defaultRole holds',
      ),
  })
  .refine(({ requireRole, roleClaim }) => !requireRole || roleClaim !== undefined, {
    path: ['requireRole'],
    error: 'needs dashboard.oidc.roleClaim: nobody would have a role',
  })
  .refine(({ issuer, clientId }) => issuer === undefined || clientId !== undefined, {
    path: ['clientId'],
    error: 'must be set beside dashboard.oidc.issuer, or nobody could sign in through it',
  })
  .refine(({ issuer, clientId }) => clientId === undefined || issuer !== undefined, {
    path: ['issuer'],
    error: 'must be set beside dashboard.oidc.clientId, or nobody could sign in through it',
  })
  .prefault({});

/** What the dashboard's process needs to know. */
export const DashboardSchema = z
  .strictObject({
    address: z
      .string()
      .refine((text) => parseAddress(text)?.kind === 'tcp', {
        error: ({ input }) => addressFault(input, '`host:port` or `[IPv6]:port`'),
      })
      .default('127.0.0.1:3000')
      .describe('Where the dashboard and its API listen'),
    metricsAddress: z
      .string()
      .refine((text) => parseAddress(text)?.kind === 'tcp', {
        error: ({ input }) => addressFault(input, '`host:port` or `[IPv6]:port`'),
      })
      .optional()
      .describe('Where the dashboard’s process answers /metrics, /livez and /readyz; default: nowhere'),
    publicUrl: httpUrl
      .optional()
      .describe('How people reach it, for links, OIDC and the check of Origin; default: from the address'),
    gatewayUrl: httpUrl
      .optional()
      .describe(
        'How callers reach the gateway, for the snippets beside a new key; default: from proxy.address',
      ),
    insecureCookies: z
      .boolean()
      .default(false)
      .describe('Session cookies over plain http:// on names other than localhost; only for closed networks'),
    trustedProxies: z
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('Proxies in front whose X-Forwarded-For is believed, for rate limits and the audit log'),
    sessionHours: z
      .int()
      .min(1)
      .max(168)
      .default(12)
      .describe('A session ends after so long without use; after seven days in any case'),
    replayLimit: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(50_000)
      .describe('Most records that one replay looks at'),
    previewMinutes: z
      .int()
      .min(1)
      .max(1440)
      .default(30)
      .describe('An exclusion takes a preview of it on stored traffic, by the same user, that is no older'),
    oidc: OidcSchema,
    webhooks: z
      .strictObject({
        allowPrivate: z
          .boolean()
          .default(false)
          .describe('Webhooks to loopback and private addresses; link-local ones are never allowed'),
        maxWaiting: z
          .int()
          .min(1)
          .max(1_000_000)
          .default(10_000)
          .describe('Deliveries that wait for one webhook; those beyond are dead letters from the start'),
        maxBacklog: z
          .int()
          .min(1)
          .max(10_000_000)
          .default(100_000)
          .describe(
            'Records that webhooks are told of after an outage; of older ones they are told the number',
          ),
      })
      .prefault({}),
  })
  .prefault({});

/** Where security events go, as OCSF findings; nowhere by default. */
export const SecurityEventsSchema = z
  .strictObject({
    file: z.string().min(1).optional().describe('JSON Lines appended to this file; - is standard output'),
    syslog: z
      .url({ protocol: /^(?:udp|tcp)$/, error: 'must be udp://host:port or tcp://host:port' })
      .refine(isWithoutCredentials, NO_CREDENTIALS)
      .optional()
      .describe('RFC 5424 to this receiver'),
    syslogFormat: z
      .enum(['ocsf', 'cef'])
      .default('ocsf')
      .describe('What its messages hold: the event in JSON (OCSF), or in ArcSight’s Common Event Format'),
    otlp: httpUrl.optional().describe('OTLP/HTTP logs (JSON) to this collector'),
    otlpHeaders: HeadersSchema.default({}).describe(
      'Headers for that collector, such as its API key. Secret',
    ),
  })
  .prefault({});

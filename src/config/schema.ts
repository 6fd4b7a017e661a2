import { z } from 'zod';
import { ENTITY_DEFAULTS } from '../policy/effective.ts';
import { MODES, SENSITIVITIES } from '../policy/settings.ts';
import { addressFault, isLoopback, parseAddress } from './address.ts';
import { DashboardSchema, SecurityEventsSchema } from './dashboard.ts';
import { AllowSchema, EntitiesSchema } from './entities.ts';
import { InjectionsSchema } from './injections.ts';
import { OperatorRulesSchema } from './operator-rules.ts';
import { wrongSslMode } from './store-url.ts';
import { TelemetrySchema } from './telemetry.ts';
import { FULL_TEXT, parseTextKey } from './text-keys.ts';
import { ThresholdsSchema } from './thresholds.ts';
import { ClientTlsSchema, ServerTlsSchema } from './tls.ts';
import { TRANSPORT_NAMES } from './transport-names.ts';
import { UnreadableSchema } from './unreadable-parts.ts';

const millis = z.int().min(1).max(86_400_000);
const bytes = z.int().min(1).max(1_073_741_824);
const address = z.string().refine((text) => parseAddress(text) !== null, {
  error: ({ input }) => addressFault(input, '`host:port`, `[IPv6]:port` or `unix:/path`'),
});
const loopbackAddress = z.string().refine((text) => isLoopback(parseAddress(text)), {
  error: 'must be an address of this machine alone, such as 127.0.0.1:9901 or unix:/path',
});

/** What can change while the gateway runs: from the file, the environment or the dashboard. */
export const PolicySchema = z.strictObject({
  mode: z.enum(MODES).default('blocking').describe('Mode where neither key nor caller says otherwise'),
  sensitivity: z
    .enum(SENSITIVITIES)
    .default('medium')
    .describe('Sensitivity where neither key nor caller says otherwise'),
  onInputScanError: z
    .enum(['auto', 'block', 'allow'])
    .default('auto')
    .describe('When a request could not be scanned; auto: block in blocking mode, else allow'),
  onOutputScanError: z
    .enum(['auto', 'block', 'allow'])
    .default('auto')
    .describe('When an answer could not be scanned; auto: block in blocking mode, else allow'),
  injections: InjectionsSchema.default({}).describe(
    'What a prompt injection does in blocking mode to a request that can do without the text: block refuses it, remove takes the text out; for untrusted texts (tools’ results, files) and earlier messages',
  ),
  unreadable: UnreadableSchema.default({}).describe(
    'Per kind of what nobody can scan (image, audio, video, file, unknown_part) and direction: allow or block; block refuses it in blocking mode',
  ),
  entities: EntitiesSchema.default({}).describe(
    'Per PII entity or secret kind and direction: off, detect, mask, hash, tokenize (requests), redact or block',
  ),
  entityDefaults: z
    .enum(ENTITY_DEFAULTS)
    .default('redact')
    .describe(
      'Entities that policy.entities does not name: redact replaces cards, accounts, national ids and secrets, detect records',
    ),
  allow: AllowSchema.default({}).describe(
    'Per entity: values that are none, and for e-mail and web addresses domains, as @example.com or .example.com',
  ),
  rules: OperatorRulesSchema.default([]).describe(
    'The operator’s own rules: patterns and deny lists, with what is done about what they find',
  ),
  passThrough: z
    .array(
      z.string().regex(/^[A-Z]{1,16} \/[\x21-\x29\x2b-\x7e]{0,255}\*?$/, {
        error: 'must be `METHOD /path`, such as `GET /v1/models`, with no * but one at its end',
      }),
    )
    .max(100)
    .default(['GET /v1/models', 'GET /v1/models/*', 'POST /v1/embeddings'])
    .describe(
      '`METHOD /path` of what goes on unscanned; a trailing * stands for one or more characters of one path segment',
    ),
  thresholds: ThresholdsSchema.default({}).describe(
    'Own thresholds for prompt injection by sensitivity, from 0 to 1, for texts of users and untrusted ones; default: the model’s',
  ),
});

/**
 * Every setting, its default, its bounds and what it means. This is the only list: `config schema` prints it,
 * `keys.ts` derives an environment variable from each key (`scan.timeoutMs` → `PORTCULLIS_SCAN_TIMEOUT_MS`).
 * No key may end in `port` or `serviceHost`: Kubernetes sets variables of these names for a service `portcullis`.
 */
const SettingsSchema = z.strictObject({
  policy: PolicySchema.prefault({}),
  scan: z
    .strictObject({
      timeoutMs: millis.default(3000).describe('Time for one scan; keep it below extProc.messageTimeoutMs'),
      sliceMs: millis.default(8).describe('After this much scanning other requests get a turn'),
      maxBodyBytes: bytes
        .default(8 * 1024 * 1024)
        .describe('Largest body, as sent and after decompression; also Envoy’s buffer limit'),
      maxTextChars: bytes.default(8 * 1024 * 1024).describe('Text of one segment beyond this is unjudged'),
      maxDepth: z.int().min(8).max(10_000).default(128).describe('Deepest nesting of a JSON body'),
      modelFile: z
        .string()
        .optional()
        .describe('Model file of `portcullis train`; default: the one that ships with the gateway'),
      secondTier: z
        .enum(['auto', 'on', 'off'])
        .default('auto')
        .describe(
          'The slower model for what the first is not sure of; auto: where its files and onnxruntime-node are there',
        ),
      secondTierTimeoutMs: millis
        .default(250)
        .describe('Time for the slower model in one scan; what it has not judged keeps the first score'),
      maxSegments: z.int().min(1).max(1_000_000).default(50_000).describe('Most texts in one body'),
      threads: z
        .int()
        .min(0)
        .max(64)
        .default(0)
        .describe(
          'Threads beside the first that scan large requests, each for a core of its own; 0: the first scans all',
        ),
      threadsFromChars: z
        .int()
        .min(1)
        .max(1_000_000_000)
        .default(4096)
        .describe('Requests with so many characters that are not in the cache go to scan.threads'),
      practicePasses: z
        .int()
        .min(0)
        .max(100)
        .default(2)
        .describe(
          'How often a thread that scans reads 2 MB of its own texts once it is ready and while nobody asks, so that the first callers’ are scanned as fast as later ones; 0: never',
        ),
    })
    .prefault({}),
  stream: z
    .strictObject({
      maxHoldMs: millis
        .default(1500)
        .describe('Longest that text of a streamed answer waits for the text behind it'),
      maxHeldBytes: bytes.default(262_144).describe('Most of one streamed answer that is held back'),
      maxEventBytes: bytes
        .default(8 * 1024 * 1024)
        .describe('Largest event of a streamed answer; with stream.wholeAnswer the largest answer'),
      maxTotalBytes: z
        .int()
        .min(1)
        .max(1_099_511_627_776)
        .default(256 * 1024 * 1024)
        .describe('Memory for the texts of all streams together; past it a stream counts as not scanned'),
      onBlock: z
        .enum(['error', 'content_filter'])
        .default('error')
        .describe('How a cut stream ends: with an error event behind the content_filter chunk, or without'),
      wholeAnswer: z
        .boolean()
        .default(false)
        .describe('Holds a streamed answer until its end, in blocking mode'),
    })
    .prefault({}),
  redaction: z
    .strictObject({
      hashSecret: z
        .string()
        .min(16)
        .max(1024)
        .optional()
        .describe(
          'Keys the hashes of action hash, the same on every replica; default: another one in each process',
        ),
    })
    .prefault({}),
  segmentCache: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(50_000)
    .describe('Segments whose verdict is remembered; 0 switches the cache off'),
  conversationCache: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(4_194_304)
    .describe('Characters of conversations that are kept as they were read; 0 switches it off'),
  limits: z
    .strictObject({
      maxInFlight: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(2000)
        .describe(
          'Scans at one time; further requests are answered 503 at once, or pass where policy says so',
        ),
      queueTargetMs: millis
        .default(500)
        .describe(
          'Where for a tenth of a second no request would have been scanned sooner than this, those that would wait longer are not scanned',
        ),
      maxQueueMs: millis
        .default(1000)
        .describe(
          'A request that waited this long for its scan, or would, is not scanned, were it the only one',
        ),
    })
    .prefault({}),
  extProc: z
    .strictObject({
      address: address.default('127.0.0.1:9000').describe('Where Envoy finds the processor'),
      transport: z
        .enum(TRANSPORT_NAMES)
        .default('net')
        .describe(
          'What carries Envoy’s calls: net is our own gRPC on our own HTTP/2, http2 the same on Node’s HTTP/2, grpc-js the library',
        ),
      messageTimeoutMs: millis.default(5000).describe('Envoy’s own limit for one answer of the processor'),
      maxConnections: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(4096)
        .describe(
          'Connections of Envoys at a time. Beyond it the one that was idle for longest is ended; where none is, and under http2, the new one is not taken; grpc-js has no such limit',
        ),
      tls: ServerTlsSchema,
    })
    .prefault({}),
  metrics: z
    .strictObject({
      address: address.default('127.0.0.1:9090').describe('/metrics, /livez and /readyz'),
    })
    .prefault({}),
  proxy: z
    .strictObject({
      address: address.default('127.0.0.1:8080').describe('Where Envoy listens for callers'),
      adminAddress: loopbackAddress
        .default('127.0.0.1:9901')
        .describe('Envoy’s admin interface; loopback only'),
      statusAddress: address
        .optional()
        .describe(
          'Where Envoy answers /ready, /livez and /stats/prometheus, for probes and scrapers; default: nowhere',
        ),
      extProcTls: ClientTlsSchema,
      upstream: z
        .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
        .optional()
        .describe('The provider; default: the built-in sample provider'),
      upstreamCaFile: z
        .string()
        .optional()
        .describe('PEM file of the CAs to trust for the provider; default: the system’s'),
      idleTimeoutMs: millis
        .default(300_000)
        .describe('An answer that makes no progress for this long is ended'),
      concurrency: z.int().min(1).max(128).default(2).describe('Envoy’s worker threads'),
    })
    .prefault({}),
  store: z
    .strictObject({
      url: z
        .string()
        .max(4096)
        .regex(/^postgres(?:ql)?:\/\/\S+$/, { error: 'must be postgres://user:password@host:port/database' })
        .superRefine((text, { addIssue }) => {
          const message = wrongSslMode(text);
          if (message !== null) addIssue({ code: 'custom', message });
        })
        .optional()
        .describe(
          'PostgreSQL database for several replicas; default: the SQLite file. Secret: it holds a password',
        ),
      path: z
        .string()
        .default('portcullis.db')
        .describe('SQLite file, relative to the data directory; not used where store.url is set'),
      queueLength: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(10_000)
        .describe('Records waiting to be written; more are dropped and counted'),
      batchSize: z.int().min(1).max(10_000).default(200).describe('Most records in one transaction'),
      retentionDays: z
        .int()
        .min(0)
        .max(36_500)
        .default(30)
        .describe('Records older than this are deleted; 0 keeps all'),
      excerptChars: z
        .int()
        .min(0)
        .max(2000)
        .default(120)
        .describe('Text kept around a finding, after redaction; 0 keeps none'),
      auditDays: z
        .int()
        .min(0)
        .max(36_500)
        .default(365)
        .describe('Audit log and feedback older than this are deleted; 0 keeps all'),
      fullText: z
        .enum(FULL_TEXT)
        .default('off')
        .describe('Whose texts are kept, encrypted: nobody’s, those of requests with a threat, or all'),
      textKeys: z
        .array(
          z
            .string()
            .refine((text) => parseTextKey(text) !== null, { error: 'must be `id:base64 of 32 bytes`' }),
        )
        .max(20)
        .refine((keys) => new Set(keys.map((key) => parseTextKey(key)?.id)).size === keys.length, {
          error: 'two keys have the same id',
        })
        .default([])
        .describe('Keys of kept texts, `id:base64 of 32 bytes`: the first encrypts, all decrypt. Secret'),
    })
    .prefault({}),
  dashboard: DashboardSchema,
  securityEvents: SecurityEventsSchema,
  telemetry: TelemetrySchema,
  shutdown: z
    .strictObject({
      drainMs: millis.default(5000).describe('After SIGTERM: health says no, traffic is still served'),
      graceMs: millis
        .default(300_000)
        .describe(
          'Then: what is in flight, streams included, may still end; a second signal ends it at once',
        ),
    })
    .prefault({}),
  log: z
    .strictObject({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') })
    .prefault({}),
  dataDir: z.string().default('./.portcullis').describe('Where the store and the generated files live'),
});

const deadlines = z.object({
  scan: z.object({ timeoutMs: z.number() }),
  extProc: z.object({ messageTimeoutMs: z.number() }),
  proxy: z.object({ idleTimeoutMs: z.number() }),
});

const tracesSchema = z.object({
  telemetry: z.object({
    traces: z.object({ envoy: z.boolean(), headers: z.record(z.string(), z.string()) }),
  }),
});

// Also where other keys are wrong, so that all problems are told at once.
const when = ({ value }: { value: unknown }): boolean => deadlines.safeParse(value).success;

/** What only two keys together can get wrong. */
export const ConfigSchema = SettingsSchema.refine(
  ({ scan, extProc }) => scan.timeoutMs < extProc.messageTimeoutMs,
  {
    path: ['scan', 'timeoutMs'],
    error: 'must be below extProc.messageTimeoutMs, or Envoy gives up before the gateway can decide',
    when,
  },
)
  .refine(({ extProc, proxy }) => extProc.messageTimeoutMs <= proxy.idleTimeoutMs, {
    path: ['proxy', 'idleTimeoutMs'],
    error: 'must not be below extProc.messageTimeoutMs, or a hanging gateway looks like a silent provider',
    when,
  })
  .refine(({ limits }) => limits.queueTargetMs <= limits.maxQueueMs, {
    path: ['limits', 'queueTargetMs'],
    error: 'must not be above limits.maxQueueMs, which refuses requests by itself',
    when: ({ value }) =>
      z.object({ limits: z.object({ queueTargetMs: z.number(), maxQueueMs: z.number() }) }).safeParse(value)
        .success,
  })
  .refine(({ extProc }) => extProc.tls.certFile === undefined || !extProc.address.startsWith('unix:'), {
    path: ['extProc', 'tls'],
    error:
      'must not be set where extProc.address is a Unix socket: who may connect to it is a matter of file modes',
    when: ({ value }) =>
      z.object({ extProc: z.object({ address: z.string(), tls: z.object({}).optional() }) }).safeParse(value)
        .success,
  })
  .refine(({ store }) => store.fullText === 'off' || store.textKeys.length > 0, {
    path: ['store', 'textKeys'],
    error: 'must hold a key where store.fullText is not off: texts are kept encrypted only',
    when: ({ value }) =>
      z.object({ store: z.object({ textKeys: z.array(z.string()) }) }).safeParse(value).success,
  })
  .refine(({ telemetry: { traces } }) => !traces.envoy || Object.keys(traces.headers).length === 0, {
    path: ['telemetry', 'traces', 'envoy'],
    error: 'must be off where telemetry.traces.headers are set: they would stand in Envoy’s configuration',
    when: ({ value }) => tracesSchema.safeParse(value).success,
  });

export type Config = Readonly<z.output<typeof ConfigSchema>>;

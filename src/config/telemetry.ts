import { z } from 'zod';

/** Credentials in a URL would be shown wherever the URL is. */
export const isWithoutCredentials = (text: string): boolean => {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
};

const isCollector = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && isWithoutCredentials(text);
};

/** Where traces are posted to. @param endpoint With a path of its own it stays as it is. */
export const tracesUrl = (endpoint: string): string => {
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
};

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,256}$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
const HEADER_VALUE_CHARS = 8192;

/** Headers for a collector: they may hold its API key. */
export const HeadersSchema = z.record(
  z.string().regex(HEADER_NAME, { error: 'must be the name of a header' }),
  z.string().max(HEADER_VALUE_CHARS).regex(HEADER_VALUE, { error: 'must be the value of a header' }),
);

/** Where what the gateway does goes as OpenTelemetry; nowhere by default. */
export const TelemetrySchema = z
  .strictObject({
    traces: z
      .strictObject({
        endpoint: z
          .string()
          .max(2000)
          .refine(isCollector, { error: 'must be an http:// or https:// URL without credentials' })
          .optional()
          .describe(
            'OTLP/HTTP collector of traces, which switches them on; without a path it gets /v1/traces',
          ),
        headers: HeadersSchema.default({}).describe('Headers for the collector, such as its API key. Secret'),
        ratio: z
          .number()
          .min(0)
          .max(1)
          .default(1)
          .describe('Share of the traces that begin here; where the caller or Envoy began one, it decides'),
        serviceName: z
          .string()
          .min(1)
          .max(200)
          .default('portcullis')
          .describe('service.name of the spans; Envoy’s are of the same name with -envoy behind it'),
        timeoutMs: z
          .int()
          .min(1)
          .max(86_400_000)
          .default(10_000)
          .describe('Time for one try to hand spans over'),
        queueLength: z
          .int()
          .min(1)
          .max(1_000_000)
          .default(4096)
          .describe('Spans that wait for the collector; more are dropped and counted'),
        envoy: z
          .boolean()
          .default(false)
          .describe('Has Envoy, where its configuration is made here, trace to the same collector'),
      })
      .prefault({}),
  })
  .prefault({});

import type { Config } from '../../config/schema.ts';
import { tracesUrl } from '../../config/telemetry.ts';

/** Envoy's own spans, where an operator wants them. */
export type EnvoyTracing = Readonly<{
  /** Where spans are posted to. */
  url: string;
  /** Share of the traces that begin in Envoy. */
  ratio: number;
  serviceName: string;
}>;

export const TRACES_CLUSTER = 'portcullis_traces';
const PATH_TAG_CHARS = 256;

/** @returns Null where Envoy is not to trace. */
export const envoyTracing = ({ telemetry: { traces } }: Config): EnvoyTracing | null =>
  traces.envoy && traces.endpoint !== undefined
    ? { url: tracesUrl(traces.endpoint), ratio: traces.ratio, serviceName: `${traces.serviceName}-envoy` }
    : null;

/** Host and port of the collector, in the shape of an upstream as far as a cluster needs one. */
export const collectorOf = ({ url }: EnvoyTracing) => {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    isTls,
  };
};

/**
 * The connection manager's part. Envoy begins a trace or goes on with the caller's `traceparent`, and tells the processor
 * its span in the metadata of the call, which is where `exchange-trace.ts` looks first.
 */
export const tracingConfig = ({ url, ratio, serviceName }: EnvoyTracing): object => ({
  provider: {
    name: 'envoy.tracers.opentelemetry',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.config.trace.v3.OpenTelemetryConfig',
      http_service: { http_uri: { uri: url, cluster: TRACES_CLUSTER, timeout: '5s' } },
      service_name: serviceName,
    },
  },
  random_sampling: { value: ratio * 100 },
  // No caller has a trace kept by a header of Envoy's own.
  client_sampling: { value: 0 },
  spawn_upstream_span: true,
  max_path_tag_length: PATH_TAG_CHARS,
});

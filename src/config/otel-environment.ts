import type { EnvironmentValue } from './environment.ts';
import { CONFIG_KEYS } from './keys.ts';

type Read = Readonly<{ values: readonly EnvironmentValue[]; problems: readonly string[] }>;

const NOTHING: Read = { values: [], problems: [] };
const SECTION = 'telemetry.traces.';

const settingOf = (name: string, variable: string, value: unknown): readonly EnvironmentValue[] =>
  CONFIG_KEYS.filter((key) => key.name === `${SECTION}${name}`).map((key) => ({ key, variable, value }));

/** The variable for traces alone wins over that for all signals; an empty one counts as not set. */
const read = (env: NodeJS.ProcessEnv, name: string): Readonly<{ variable: string; text: string }> | null => {
  for (const variable of [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`]) {
    const text = env[variable]?.trim() ?? '';
    if (text !== '') return { variable, text };
  }
  return null;
};

/** `name=value` with commas in between, values percent-encoded as in W3C Baggage. */
const readHeaders = (text: string): Record<string, string> | null => {
  try {
    return Object.fromEntries(
      text
        .split(',')
        .filter((pair) => pair.trim() !== '')
        .map((pair) => {
          const at = pair.indexOf('=');
          if (at < 1) throw new Error('no name');
          return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
        }),
    );
  } catch {
    return null;
  }
};

const isOff = ({
  OTEL_SDK_DISABLED: disabled = '',
  OTEL_TRACES_EXPORTER: exporter = '',
}: NodeJS.ProcessEnv) => disabled.trim().toLowerCase() === 'true' || !['', 'otlp'].includes(exporter.trim());

/** The endpoint for all signals is the front of each one's address. */
const endpointOf = ({ variable, text }: Readonly<{ variable: string; text: string }>): string =>
  variable.includes('TRACES') ? text : `${text.replace(/\/+$/, '')}/v1/traces`;

/**
 * The variables that OpenTelemetry names, for whoever sets them for all programs of a machine. They count together or not at
 * all: one collector's headers must not go to another.
 *
 * @param env Read only where nothing of ours says where traces go.
 */
export const readOtelEnvironment = (env: NodeJS.ProcessEnv): Read => {
  const endpoint = read(env, 'ENDPOINT');
  if (endpoint === null || isOff(env)) return NOTHING;
  const protocol = read(env, 'PROTOCOL');
  const headers = read(env, 'HEADERS');
  const timeout = read(env, 'TIMEOUT');
  const serviceName = env['OTEL_SERVICE_NAME']?.trim() ?? '';
  const headerValues = headers === null ? {} : readHeaders(headers.text);
  const problems = [
    ...(protocol?.text === 'grpc'
      ? [`${protocol.variable}: grpc is not spoken here; traces go by OTLP/HTTP (http/json)`]
      : []),
    ...(headerValues === null ? [`${headers?.variable}: must be name=value, with commas in between`] : []),
  ];
  if (problems.length > 0) return { values: [], problems };
  return {
    values: [
      ...settingOf('endpoint', endpoint.variable, endpointOf(endpoint)),
      ...(headers === null ? [] : settingOf('headers', headers.variable, headerValues)),
      ...(timeout === null ? [] : settingOf('timeoutMs', timeout.variable, Number(timeout.text))),
      ...(serviceName === '' ? [] : settingOf('serviceName', 'OTEL_SERVICE_NAME', serviceName)),
    ],
    problems,
  };
};

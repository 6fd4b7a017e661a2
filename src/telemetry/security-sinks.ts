import { createSocket } from 'node:dgram';
import { appendFile, open, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { toCef } from './cef.ts';
import { postOtlp } from './otlp.ts';
import { writeOut } from './output.ts';
import type { SecurityEvent } from './security-event.ts';

/** Where events go: rejects where they could not be handed over. */
export type SecuritySink = Readonly<{
  name: 'file' | 'syslog' | 'otlp';
  send: (events: readonly SecurityEvent[]) => Promise<void>;
}>;

const TIMEOUT_MS = 5000;
/** "log audit" of RFC 5424. */
const FACILITY = 13;
/** Severities of syslog by those of OCSF. */
const SYSLOG_SEVERITY = [6, 6, 5, 4, 3, 2] as const;
/** Severity numbers of OpenTelemetry by those of OCSF. */
const OTEL_SEVERITY = [9, 9, 10, 13, 17, 21] as const;

const LINE_FEED = 0x0a;

const byteAt = async (path: string, at: number): Promise<number | undefined> => {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    return buffer[0];
  } finally {
    await file.close();
  }
};

/** Whether a file ends within a line; false for what is no file, or cannot be read. */
const endsWithinLine = async (path: string): Promise<boolean> => {
  try {
    // To open a pipe would wait for whoever writes.
    const found = await stat(path);
    if (!found.isFile() || found.size === 0) return false;
    return (await byteAt(path, found.size - 1)) !== LINE_FEED;
  } catch {
    return false;
  }
};

/**
 * Appends whole lines. Of one that was cut off, by a full disk or as a process was killed, the rest is lost; what comes behind it is a
 * line of its own.
 */
const createAppending = (path: string): ((lines: string) => Promise<void>) => {
  let isWhole = false;
  return async (lines) => {
    const start = !isWhole && (await endsWithinLine(path)) ? '\n' : '';
    isWhole = false;
    await appendFile(path, start + lines, { mode: 0o600 });
    isWhole = true;
  };
};

const writeToOutput = async (lines: string): Promise<void> => {
  if (!writeOut(lines)) throw new Error('nobody reads standard output');
};

/** `-` stands for standard output. */
export const createFileSink = (path: string): SecuritySink => {
  const write = path === '-' ? writeToOutput : createAppending(path);
  return {
    name: 'file',
    send: (events) => write(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  };
};

/** What a message of syslog has of an event; neither has line breaks or control characters. */
const TEXT = { ocsf: (event: SecurityEvent): string => JSON.stringify(event), cef: toCef } as const;
export type SyslogFormat = keyof typeof TEXT;

/** One message of RFC 5424. */
export const toSyslog = (event: SecurityEvent, host: string, pid: number, format: SyslogFormat): string => {
  const priority = FACILITY * 8 + (SYSLOG_SEVERITY[event.severity_id] ?? 6);
  return `<${priority}>1 ${new Date(event.time).toISOString()} ${host} portcullis ${pid} detection - ${TEXT[format](event)}`;
};

const sendUdp = async (messages: readonly string[], host: string, port: number): Promise<void> => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const failed = Promise.withResolvers<never>();
  socket.once('error', failed.reject);
  const send = (message: string): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.send(message, port, host, (error) => (error === null ? resolve() : reject(error)));
    });
  try {
    for (const message of messages) await Promise.race([send(message), failed.promise]);
  } finally {
    socket.close();
  }
};

/** Octet counting of RFC 6587: a message may hold anything. */
const sendTcp = (messages: readonly string[], host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('close', () => resolve());
    socket.resume();
    socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''));
  });

/** @param url `udp://host:port` or `tcp://host:port`. */
export const createSyslogSink = (url: string, format: SyslogFormat): SecuritySink => {
  const { protocol, hostname: host, port } = new URL(url);
  const send = protocol === 'tcp:' ? sendTcp : sendUdp;
  return {
    name: 'syslog',
    send: (events) =>
      send(
        events.map((event) => toSyslog(event, hostname(), process.pid, format)),
        host.replace(/^\[|\]$/g, ''),
        port === '' ? 514 : Number(port),
      ),
  };
};

const toAttribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});

/** Logs of OTLP/HTTP in JSON. */
export const toOtlp = (events: readonly SecurityEvent[]): object => ({
  resourceLogs: [
    {
      resource: { attributes: [toAttribute('service.name', 'portcullis')] },
      scopeLogs: [
        {
          scope: { name: 'portcullis.security' },
          logRecords: events.map((event) => ({
            timeUnixNano: `${event.time}000000`,
            severityNumber: OTEL_SEVERITY[event.severity_id] ?? 9,
            severityText: String(event['severity']),
            body: { stringValue: JSON.stringify(event) },
            attributes: [
              toAttribute('event.name', 'ocsf.detection_finding'),
              toAttribute('ocsf.class_uid', Number(event['class_uid'])),
            ],
          })),
        },
      ],
    },
  ],
});

/** @param url Of the collector, with or without `/v1/logs`. */
export const createOtlpSink = (url: string, headers: Readonly<Record<string, string>>): SecuritySink => {
  const target = url.endsWith('/v1/logs') ? url : `${url.replace(/\/+$/, '')}/v1/logs`;
  return {
    name: 'otlp',
    send: async (events) => {
      await postOtlp({ url: target, headers, timeoutMs: TIMEOUT_MS }, toOtlp(events));
    },
  };
};

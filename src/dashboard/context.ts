import type { PolicyDocument } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';
import type { KeyLookup } from '../keys/directory.ts';
import type { DashboardStore } from '../records/ports/dashboard-store.ts';
import type { StoredText } from '../records/ports.ts';
import type { SecretStore } from '../records/queries/secrets.ts';
import type { KeyStore, RecordedText, RecordReader } from '../records/store.ts';
import type { DashboardMetrics } from '../telemetry/dashboard-metrics.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { OidcClient } from './auth/oidc.ts';
import type { Throttle } from './auth/throttle.ts';
import type { LiveFeed } from './live-feed.ts';
import type { DashboardScanner } from './scanner.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** What the dashboard reads and writes: the store's ports, and nothing beside them. */
export type DashboardData = DashboardStore & Pick<RecordReader, 'get'> & KeyStore & SecretStore;

export type DashboardDeps = Readonly<{
  store: DashboardData;
  /** Of `dashboard` in the configuration. */
  settings: Config['dashboard'];
  /** How people reach it, without a slash at the end. */
  publicUrl: string;
  /** How callers reach the gateway, without a slash at the end. */
  gatewayUrl: string;
  /** What file, environment and command line say under `policy` now. */
  locked: () => PolicyDocument;
  version: string;
  scanner: DashboardScanner;
  findKey: (secret: string) => KeyLookup | Promise<KeyLookup>;
  /** Opens a text as the store keeps it. @throws GatewayError where its key is not there any more. */
  readText: (stored: StoredText) => Promise<readonly RecordedText[]>;
  throttle: Throttle;
  /** Null where no provider is configured. */
  oidc: OidcClient | null;
  feed: LiveFeed;
  webhooks: WebhookSender;
  metrics: Pick<DashboardMetrics, 'requests' | 'duration' | 'signIns'>;
  now: () => number;
  logger: Logger;
  /** Folder of the built pages. */
  uiDirectory: string;
  /** Of the connection, where there is one; tests have none. */
  socketAddress: (bindings: unknown) => string;
}>;

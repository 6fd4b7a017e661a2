import { toYaml } from '../configuration/yaml.ts';
import {
  configMap,
  keyVolume,
  type Named,
  POD_SECURITY,
  type PodOptions,
  sidecarContainers,
  sidecarVolumes,
  socketConfig,
} from './pods.ts';

export type SidecarOptions = Named & PodOptions;

const sidecarConfig = (options: SidecarOptions): object =>
  configMap(options, toYaml([socketConfig(options)]));

const sidecars = (options: SidecarOptions): object => ({
  initContainers: sidecarContainers(options),
  volumes: [...sidecarVolumes(options.name), keyVolume],
});

/**
 * What is put into the pod of an application, by a strategic merge (`kubectl patch --patch-file`). Nothing of it holds for the
 * application's own containers.
 */
export const sidecarPatch = (options: SidecarOptions): object => ({
  spec: { template: { spec: sidecars(options) } },
});

/** Of a pod that is made for this. */
const podParts = (options: SidecarOptions): object => ({
  automountServiceAccountToken: false,
  securityContext: POD_SECURITY,
  ...sidecars(options),
});

export const sidecarConfigMap = (options: SidecarOptions): readonly object[] => [sidecarConfig(options)];

/** The application asks the base address that SDKs read; its gateway key comes from a Secret. */
const application = (options: SidecarOptions, image: string, command: readonly string[]): object => ({
  name: 'app',
  image,
  command,
  env: [
    { name: 'OPENAI_BASE_URL', value: `http://127.0.0.1:${options.port}/v1` },
    { name: 'OPENAI_API_KEY', valueFrom: { secretKeyRef: { name: 'provider-key', key: 'key' } } },
    { name: 'GATEWAY_KEY', valueFrom: { secretKeyRef: { name: 'gateway-key', key: 'key' } } },
  ],
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
});

/** Asks once, prints what the gateway made of it, and ends; its sidecars end after it. */
const ASK_ONCE = [
  "const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'What is the capital of France?' }] };",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the program of a container, not ours.
  'const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {',
  "  method: 'POST',",
  '  headers: {',
  "    'content-type': 'application/json',",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the same.
  '    authorization: `Bearer ${process.env.OPENAI_API_KEY}`,',
  "    'x-gateway-key': process.env.GATEWAY_KEY,",
  '  },',
  '  body: JSON.stringify(body),',
  '});',
  "console.log(response.status, response.headers.get('x-gateway-input-status'), await response.text());",
].join('\n');

/** A Job that ends although its sidecars would run on. */
export const sidecarJob = (options: SidecarOptions): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'ask-once', namespace: options.namespace },
  spec: {
    backoffLimit: 0,
    template: {
      spec: {
        ...podParts(options),
        restartPolicy: 'Never',
        containers: [application(options, options.image, ['node', '--input-type=module', '-e', ASK_ONCE])],
      },
    },
  },
});

export const sidecarDeployment = (options: SidecarOptions): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', namespace: options.namespace },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'app' } },
    template: {
      metadata: { labels: { app: 'app' } },
      spec: {
        ...podParts(options),
        containers: [application(options, 'registry.example.com/app:1.0.0', ['/app'])],
      },
    },
  },
});

import { MAX_CONNECTIONS, typed } from './ext-proc.ts';

const MONITORS = 'envoy.resource_monitors';
const CONNECTIONS = `${MONITORS}.global_downstream_max_connections`;
const HEAP = `${MONITORS}.fixed_heap`;
const ACTIONS = 'envoy.overload_actions';

/** Shares of the memory. Below the first nothing happens; at the last every large stream has been reset. */
const FULL = { resetsFrom: 0.75, refuses: 0.85, resetsAll: 0.95 } as const;
/** A stream of fewer bytes than two to this is not worth a reset. */
const LEAST_RESET_POWER = 20;

const above = (name: string, value: number): object => ({
  name: `${ACTIONS}.${name}`,
  triggers: [{ name: HEAP, threshold: { value } }],
});

/** Held bodies are each within the buffer limit, and many of them are not: without this the kernel ends Envoy, and all streams with it. */
const heldWithin = (maxMemoryBytes: number) => ({
  monitors: [
    {
      name: HEAP,
      typed_config: typed('envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig', {
        max_heap_size_bytes: maxMemoryBytes,
      }),
    },
  ],
  rest: {
    refresh_interval: '0.25s',
    buffer_factory_config: { minimum_account_to_track_power_of_two: LEAST_RESET_POWER },
    actions: [
      above('shrink_heap', FULL.resetsFrom),
      above('stop_accepting_requests', FULL.refuses),
      above('disable_http_keepalive', FULL.refuses),
      {
        name: `${ACTIONS}.reset_high_memory_stream`,
        triggers: [
          {
            name: HEAP,
            scaled: { scaling_threshold: FULL.resetsFrom, saturation_threshold: FULL.resetsAll },
          },
        ],
      },
    ],
  },
});

/** @param maxMemoryBytes What Envoy may take; undefined: nobody says, and nothing watches. */
export const overloadManager = (maxMemoryBytes: number | undefined): object => {
  const held = maxMemoryBytes === undefined ? null : heldWithin(maxMemoryBytes);
  return {
    resource_monitors: [
      {
        name: CONNECTIONS,
        typed_config: typed(
          'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig',
          { max_active_downstream_connections: MAX_CONNECTIONS },
        ),
      },
      ...(held?.monitors ?? []),
    ],
    ...held?.rest,
  };
};

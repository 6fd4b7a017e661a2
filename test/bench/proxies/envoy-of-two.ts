import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

/*
 * Run as an Envoy: `node envoy-of-two.ts ENVOY FIRST SECOND …`. Puts a second processor beside the first into the configuration
 * that this project writes, which knows one, and becomes Envoy.
 */
const [envoy = '', first, second, ...args] = process.argv.slice(2);
const file = args[args.indexOf('--config-path') + 1] ?? '';
const Endpoint = z.looseObject({
  endpoint: z.looseObject({
    address: z.looseObject({ socket_address: z.looseObject({ port_value: z.number() }).optional() }),
  }),
});
const Config = z.looseObject({
  static_resources: z.looseObject({
    clusters: z.array(
      z.looseObject({
        load_assignment: z.looseObject({
          endpoints: z.array(z.looseObject({ lb_endpoints: z.array(Endpoint) })),
        }),
      }),
    ),
  }),
});
const config = Config.parse(parse(readFileSync(file, 'utf8')));
for (const { load_assignment: assignment } of config.static_resources.clusters) {
  for (const { lb_endpoints: endpoints } of assignment.endpoints) {
    const one = endpoints.find(
      ({ endpoint }) => endpoint.address.socket_address?.port_value === Number(first),
    );
    if (one === undefined) continue;
    const other = structuredClone(one);
    if (other.endpoint.address.socket_address !== undefined) {
      other.endpoint.address.socket_address.port_value = Number(second);
    }
    endpoints.push(other);
  }
}
writeFileSync(file, stringify(config));
if (process.execve === undefined) throw new Error('this Node cannot become another program');
process.execve(envoy, [envoy, ...args], process.env);

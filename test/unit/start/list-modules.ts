import { registerHooks } from 'node:module';

/** Starts the gateway as `portcullis serve` does, with the settings of its argument, and prints every module that was loaded. */
const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});

await import('../../../src/cli/serve.ts');
const { startGateway } = await import('../../../src/main.ts');
const { ConfigSchema } = await import('../../../src/config/schema.ts');

const gateway = await startGateway(ConfigSchema.parse(JSON.parse(process.argv[2] ?? '{}')), '0.0.0');
await gateway.stop(0);
process.send?.(loaded);

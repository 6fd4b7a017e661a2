import { parseArgs } from 'node:util';
import { startSampleProvider } from './server.ts';

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
  },
});

try {
  const provider = await startSampleProvider({ host: values.host, port: Number(values.port) });
  const stop = (): void => {
    provider.close().catch(() => {
      process.exitCode = 1;
    });
    process.channel?.unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Only where the parent opened an IPC channel: the provider then ends with it, however it ended.
  process.once('disconnect', stop);
  process.stdout.write(`${JSON.stringify({ url: provider.url })}\n`);
} catch (error) {
  process.stderr.write(`sample provider: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { createDashboardMetrics } from '../../../src/telemetry/dashboard-metrics.ts';

/** What is counted of webhooks, and how much of it there is by now: results, and `untold`, without those that are 0. */
export const createDeliveryCounts = () => {
  const metrics = createDashboardMetrics({ version: '0', routes: [], processMetrics: false });
  const counts = async (): Promise<Readonly<Record<string, number>>> => {
    const { text } = await metrics.render();
    const lines = text.matchAll(/^portcullis_dashboard_webhook_(?:\w+\{result="(\w+)"\}|\w+) ([1-9]\d*)$/gm);
    return Object.fromEntries([...lines].map(([, result = 'untold', count]) => [result, Number(count)]));
  };
  return { metrics, counts };
};

/** The metrics as OpenMetrics text, by prom-client's registry. Loaded with the first scrape. */
import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';
import { METRICS, type Scraped } from './metric-table.ts';
import type { Measured } from './metrics.ts';

/** @returns the text at each call */
export function metricsText(measured: Measured): () => Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  let scraped = scrapedOf(measured);
  for (const [name, [type, help, samples]] of Object.entries(METRICS)) {
    // The registry asks a metric for its values alone: on the way of a request nothing is pushed to the library.
    const metric = { name, get: async () => ({ name, type, help, values: samples(scraped, name) }) };
    registry.registerMetric(metric as unknown as Metric);
  }
  return () => {
    scraped = scrapedOf(measured);
    return registry.metrics();
  };
}

function scrapedOf({ process, counts, ...read }: Measured): Scraped {
  const members = read.members?.() ?? [];
  counts?.requests.keepMembers(new Set(members.map(({ name }) => name)));
  return { process, counts, readiness: read.readiness(), members, sequence: read.sequence?.() };
}

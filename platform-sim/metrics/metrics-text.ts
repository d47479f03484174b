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
    const text = registry.metrics();
    // The registry has read them by now: the last requests of a removed member are in this text.
    scraped.counts.requests.keepMembers(new Set(scraped.members.map(({ name }) => name)));
    return text;
  };
}

function scrapedOf({ process, counts, ...read }: Measured): Scraped {
  const members = read.members?.() ?? [];
  return { process, counts, readiness: read.readiness(), members, sequence: read.sequence?.() };
}

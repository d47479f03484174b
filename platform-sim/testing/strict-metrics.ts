/** For tests: OpenMetrics text as the strict parser of Prometheus' own client for Python reads it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { OPENMETRICS_TYPE } from '../metrics/metrics.ts';

const PYTHON = '/usr/bin/python3';
const LIBRARY = '/usr/lib/python3/dist-packages/prometheus_client';

/** Why the text is not parsed; undefined: it is. */
export const WITHOUT_PARSER = existsSync(LIBRARY)
  ? undefined
  : `skipped: ${LIBRARY} is not here; apt-get install python3-prometheus-client brings it`;
if (WITHOUT_PARSER !== undefined) console.warn(WITHOUT_PARSER);

const PROGRAM = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
try:
    families = list(text_string_to_metric_families(sys.stdin.read()))
    print(json.dumps([[s.name, s.labels, s.value] for family in families for s in family.samples]))
except ValueError as error:
    print(json.dumps(str(error)))
`;

export type Sample = readonly [name: string, labels: Readonly<Record<string, string>>, value: number];

/** @returns its samples, or why it is no OpenMetrics text */
export function strictly(text: string): readonly Sample[] | string {
  const options = { input: text, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(PYTHON, ['-c', PROGRAM], options)) as readonly Sample[] | string;
}

/** A scrape of a process. */
export interface Scrape {
  /** The sum of the samples of a name with these labels; undefined: there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

/** Scrapes a real process. @throws Error if the text is no OpenMetrics text */
export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')], text).toEqual([200, OPENMETRICS_TYPE]);
  const samples = strictly(text);
  if (typeof samples === 'string') throw new Error(`${url}/metrics: ${samples}`);
  return {
    sum(name, labels = {}) {
      const found = samples.filter(
        ([of, stated]) => of === name && Object.entries(labels).every(([label, value]) => stated[label] === value),
      );
      return found.length === 0 ? undefined : found.reduce((sum, [, , value]) => sum + value, 0);
    },
  };
}

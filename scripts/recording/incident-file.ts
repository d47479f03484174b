/** The file of a recording: a scenario, or with the ending .jsonl the traffic itself, one event a line. */
import { basename } from 'node:path';
import { type Draft, scenarioOf, type Traffic } from '../../scenarios/index.ts';

/** The first line of a file of traffic; each other is `{ where, event }` (scenarios/traffic/traffic.ts). */
export interface TrafficHead {
  readonly touchstone: 'traffic';
  readonly version: 1;
  readonly world?: Traffic['world'];
  readonly clock?: Traffic['clock'];
  readonly fixtures?: Traffic['fixtures'];
}

/** @param story the story of a scenario */
export function incidentText(traffic: Traffic, file: string, story: string): Draft {
  if (!file.endsWith('.jsonl')) return scenarioOf(traffic, { id: idOf(file), story });
  const { events, ...rest } = traffic;
  const head: TrafficHead = { touchstone: 'traffic', version: 1, ...rest };
  const lines = [head, ...events].map((line) => `${JSON.stringify(line)}\n`);
  return { text: lines.join(''), unmapped: [] };
}

/** The file's name as the id of a scenario. */
function idOf(file: string): string {
  const name = basename(file)
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
  const id = name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return id.slice(0, 64) || 'recorded';
}

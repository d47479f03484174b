/** Writes the file of a recording while it runs, and at its end. */

import { basename } from 'node:path';
import type { LoadedProfile } from '../../conformance/member/profile/read-profile.ts';
import type { Stopwatch } from '../../conformance/runner/stopwatch.ts';
import { type Draft, scenarioOf, type Traffic } from '../../scenarios/index.ts';
import { writeWhole } from '../cli/output-files.ts';
import type { Recorded } from './recorded.ts';
import type { TrafficLog } from './traffic-log.ts';
import { trafficOf, withoutSecrets } from './traffic-of.ts';
import type { WorldSeen } from './world-seen.ts';

/** A recording that is killed leaves a file that is at most this old. */
const WRITTEN_EVERY_MS = 10_000;
/** A long recording is written less often: this share of the time goes into it at most. */
const SHARE = 0.05;

export interface IncidentFileOptions {
  /** Absolute. */
  readonly file: string;
  readonly log: TrafficLog;
  readonly loaded: LoadedProfile | undefined;
  readonly world?: WorldSeen | undefined;
  readonly story: string;
  readonly stopwatch: Stopwatch;
}

export interface Written {
  readonly requests: number;
  readonly sockets: number;
  readonly messages: number;
  readonly actions: number;
  /** What is not in the file, one sentence each. */
  readonly missing: readonly string[];
}

/** Keeps a file up to date until `finish`. */
export class IncidentFile {
  readonly #options: IncidentFileOptions;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: { cancel(): void } | undefined;
  #written = 0;
  #isFinished = false;

  constructor(options: IncidentFileOptions) {
    this.#options = options;
    this.#wait(WRITTEN_EVERY_MS);
  }

  /** Writes the file a last time; undefined: nothing was recorded, and there is no file. Rejects if it cannot be written. */
  async finish(): Promise<Written | undefined> {
    this.#isFinished = true;
    this.#timer?.cancel();
    await this.#writing;
    const { log, loaded, world, file, story } = this.#options;
    const recorded = log.events();
    if (!recorded.some(({ role }) => role === 'gateway')) return undefined;
    const { traffic, unmapped } = trafficOf(recorded, loaded, world);
    const draft = incidentText(traffic, file, story);
    await writeWhole(file, withoutSecrets(draft.text, loaded));
    const missing = [...log.complaints(), ...unmapped, ...draft.unmapped];
    return { ...countsOf(recorded), missing: missing.map((sentence) => withoutSecrets(sentence, loaded)) };
  }

  #wait(ms: number): void {
    if (this.#isFinished) return;
    this.#timer = this.#options.stopwatch.after(ms, () => {
      const { stopwatch, log } = this.#options;
      const startedMs = stopwatch.nowMs();
      const count = log.count;
      // The end reports what cannot be written.
      const write = count === this.#written ? Promise.resolve() : this.#write().catch(() => undefined);
      this.#written = count;
      this.#writing = write.then(() => this.#wait(Math.max(WRITTEN_EVERY_MS, (stopwatch.nowMs() - startedMs) / SHARE)));
    });
  }

  async #write(): Promise<void> {
    const { log, loaded, world, file, story } = this.#options;
    const { traffic } = trafficOf(log.events(), loaded, world);
    await writeWhole(file, withoutSecrets(incidentText(traffic, file, story).text, loaded));
  }
}

function countsOf(recorded: readonly Recorded[]): Omit<Written, 'missing'> {
  const sockets = recorded.flatMap((one) => ('frames' in one ? [one] : []));
  const actions = recorded.filter(({ role, request: { method } }) => role === 'control' && method !== 'GET');
  return {
    requests: recorded.filter(({ role }) => role === 'gateway').length - sockets.length,
    sockets: sockets.length,
    messages: sockets.reduce((sum, { frames }) => sum + frames.length, 0),
    actions: actions.length,
  };
}

/** The first line of a file of traffic; each other is `{ where, event }` (scenarios/traffic/traffic.ts). */
interface TrafficHead {
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

/** Traffic without secrets of what a recording holds. */

import { Redactor } from '../../conformance/member/exchange/redactor.ts';
import type { LoadedProfile } from '../../conformance/member/profile/read-profile.ts';
import { type Traffic, TrafficReader } from '../../scenarios/index.ts';
import type { Recorded } from './recorded.ts';
import type { WorldSeen } from './world-seen.ts';

export interface RecordedTraffic {
  readonly traffic: Traffic;
  /** What had to be guessed, one sentence each. */
  readonly unmapped: readonly string[];
}

/** What is done to the reader, by its place in the sequence. */
interface Deed {
  readonly n: number;
  readonly run: () => void;
}

/** @param loaded the profile of the target, by which tokens name principals */
export function trafficOf(
  recorded: readonly Recorded[],
  loaded: LoadedProfile | undefined,
  world: WorldSeen = {},
): RecordedTraffic {
  const reader = new TrafficReader({ profile: loaded?.profile });
  for (const [name, credential] of loaded?.credentials ?? []) {
    if (credential.kind === 'token') reader.granted(credential.token, name);
  }
  const deeds = recorded.flatMap((one) => deedsOf(one, reader));
  for (const { run } of deeds.toSorted((a, b) => a.n - b.n)) run();
  const { unmapped, ...traffic } = reader.traffic();
  return { traffic: { ...traffic, ...world }, unmapped };
}

/** Requests of the control plane that change nothing are no part of an incident; that of faults says which fired. */
function isPart({ role, request: { method, path } }: Recorded): boolean {
  return role !== 'control' || !['GET', 'HEAD', 'OPTIONS'].includes(method) || /^\/faults(\/|\?|$)/.test(path);
}

function deedsOf(one: Recorded, reader: TrafficReader): readonly Deed[] {
  if (!isPart(one)) return [];
  const { n, role, request, sentAtMs: atMs, answeredAtMs, response, failure } = one;
  const wire = { ...request, atMs, where: `request ${n}` };
  const settle = (waiting: ReturnType<TrafficReader['request']>): void => {
    if (answeredAtMs === undefined) return;
    if (failure !== null) waiting.failed(failure, answeredAtMs);
    else if (response !== null) waiting.answered(response, answeredAtMs);
  };
  if (!('frames' in one)) {
    const way = ({ gateway: 'request', control: 'control', issuer: 'token' } as const)[role];
    return [{ n, run: () => settle(reader[way](wire)) }];
  }
  const { socket, frames, closed } = one;
  let opened: ReturnType<TrafficReader['socket']> | undefined;
  const open: Deed = {
    n,
    run: () => {
      opened = reader.socket(socket, wire);
      settle(opened);
    },
  };
  const messages = frames.map(({ n: at, direction, text, atMs: heardAtMs }) => ({
    n: at,
    run: () => opened?.frame(direction, text, heardAtMs),
  }));
  const close = closed === null ? [] : [{ n: closed.n, run: () => opened?.closed(closed, closed.atMs) }];
  return [open, ...messages, ...close];
}

/** A second look for the secrets of the profile, at a text that is about to be written. */
export function withoutSecrets(text: string, loaded: LoadedProfile | undefined): string {
  const redactor = new Redactor();
  for (const [name, credential] of loaded?.credentials ?? []) {
    if (credential.kind === 'token') redactor.learn(credential.token, `token of ${name}`);
    else if (credential.kind === 'client') redactor.learn(credential.clientSecret, `secret of ${name}`);
  }
  return redactor.clean(text);
}

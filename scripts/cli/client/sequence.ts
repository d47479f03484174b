/** The sequence of a start in three lanes, for the report: the client, the member, the platform. */
import type { Call, Start } from '../../../conformance/clients/history.ts';
import { nameOf } from '../../../conformance/clients/reading.ts';
import type { LaneStep } from '../../../reports/client-record.ts';

/** Lines before and after those that show the breach. */
const AROUND = 12;
const MOST_STEPS = 60;

function sentText(call: Call): string {
  const { kind, credential, path, query } = call;
  if (kind === 'token') return 'asks for a token';
  const by = credential === null ? '' : ` with ${credential.kind} ${credential.n}`;
  return kind === 'handshake' ? `opens ${path}${by}` : `${nameOf(call)}${query === '' ? '' : `?${query}`}`;
}

/** @param shown the numbers of calls, frames and ends that show the breach */
export function sequenceOf(start: Start, shown: readonly number[]): readonly LaneStep[] {
  const isShown = (n: number) => (shown.includes(n) ? { isShown: true as const } : {});
  const steps = [
    ...start.calls.flatMap((call): readonly LaneStep[] => [
      { atMs: call.atMs, lane: 'client', text: sentText(call), ...isShown(call.n) },
      {
        atMs: call.endMs,
        lane: 'member',
        text: `${call.outcome}${call.member === '' ? '' : ` (${call.member})`}`,
        ...isShown(call.n),
      },
      ...call.troubles.map(
        ({ sentence }): LaneStep => ({ atMs: call.endMs, lane: 'platform', text: sentence, isTrouble: true }),
      ),
    ]),
    ...start.frames.map(
      ({ atMs, event, session, n }): LaneStep => ({
        atMs,
        lane: 'member',
        text: `frame ${event} (session ${session})`,
        ...isShown(n),
      }),
    ),
    ...start.ends.map(
      ({ atMs, code, by, session, n }): LaneStep => ({
        atMs,
        lane: by === 'client' ? 'client' : 'member',
        text: `session ${session} ends, ${code}`,
        ...isShown(n),
      }),
    ),
    ...start.processes.flatMap(({ startedMs, endedMs, status, killed }): readonly LaneStep[] => [
      { atMs: startedMs, lane: 'client', text: 'starts' },
      {
        atMs: endedMs,
        lane: killed ? 'platform' : 'client',
        text: killed ? 'the schedule ends the client' : `ends with status ${status}`,
        ...(killed ? { isTrouble: true as const } : {}),
      },
    ]),
  ].sort((a, b) => a.atMs - b.atMs);
  const marked = steps.flatMap((step, i) => (step.isShown ? [i] : []));
  const [from, to] = [(marked[0] ?? 0) - AROUND, (marked.at(-1) ?? steps.length) + AROUND];
  return steps.slice(Math.max(0, from), to).slice(0, MOST_STEPS);
}

import type { IncomingMessage } from 'node:http';
import type { ControllableClock } from '../clock.ts';
import { durationMs } from '../duration.ts';
import { NotQuiet } from '../quiet.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { createFiredRuns } from './fired-runs.ts';
import { advanced, advanceRequest, clockView, noQuery, rateRequest } from './shapes.ts';

/** Takes a minute or two of machine time; during a longer step a caller could not tell whether it still moves. */
const LONGEST_STEP_MS = 31 * 86_400_000;

/** The advice of a refused advance on NATS. A virtual clock is refused there: other processes would not see it move. */
const FASTER = {
  real: 'start the platform with --clock x60 for a faster one, and change its rate with POST /clock/rate',
  scaled: 'POST /clock/rate makes it faster',
} as const;

/** The control plane's view of a clock. */
export function viewOfClock(clock: ControllableClock) {
  const { mode, rate } = clock;
  return { mode, ...(mode === 'virtual' ? {} : { rate }), nowNs: `${clock.nowNs()}`, timers: clock.timers() };
}

/** Reads and moves the clock. */
export const CLOCK_ROUTES = [
  controlRoute({
    operationId: 'readClock',
    method: 'GET',
    path: '/clock',
    tag: 'Clock',
    summary: 'The clock of the world',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: clockView },
    run: ({ clock }) => json(viewOfClock(clock)),
  }),
  controlRoute({
    operationId: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    tag: 'Clock',
    summary:
      'Advances a virtual clock: every timer that becomes due runs, in order. Answers when all work is done. Stops if the client disconnects',
    query: noQuery,
    body: advanceRequest,
    answer: { status: 200, type: JSON_TYPE, shape: advanced },
    async run({ clock, faults, isShared }, { body, request }) {
      const byMs = durationMs(body.by);
      if (byMs < 0) throw new ControlError('MALFORMED_REQUEST', 'body.by: must not be negative');
      if (byMs > LONGEST_STEP_MS)
        throw new ControlError('MALFORMED_REQUEST', 'body.by: must be at most 31d in one request');
      if (clock.mode !== 'virtual') {
        throw new ControlError(
          'CLOCK_IS_REAL',
          `the clock is ${clock.mode} and cannot be advanced${isShared ? `; no clock on NATS can: ${FASTER[clock.mode]}` : ': start the sandbox with --clock virtual'}`,
        );
      }
      const fired = createFiredRuns();
      const { nowNs } = await whileConnected(request, (signal) =>
        clock.advance(byMs, { each: fired.add, signal }).catch(thrown),
      );
      return json({
        nowNs,
        fired: fired.list(),
        ran: fired.count(),
        held: faults.holds(),
        waiting: faults.waiting(),
      });
    },
  }),
  controlRoute({
    operationId: 'setClockRate',
    method: 'POST',
    path: '/clock/rate',
    tag: 'Clock',
    summary: 'Changes the rate of a scaled clock; 0 stops it until the next change',
    query: noQuery,
    body: rateRequest,
    answer: { status: 200, type: JSON_TYPE, shape: clockView },
    run({ clock }, { body: { rate } }) {
      if (clock.mode === 'real') {
        throw new ControlError(
          'CLOCK_IS_REAL',
          'the clock is the clock of this machine: start the sandbox with --clock x1 for a clock that can be stopped',
        );
      }
      if (clock.mode === 'virtual') {
        throw new ControlError('CONFLICT', 'the clock is virtual and has no rate: advance it with POST /clock/advance');
      }
      clock.runAt(rate);
      return json(viewOfClock(clock));
    },
  }),
] as const;

/** Aborts work when its client disconnects. */
async function whileConnected<Done>(request: IncomingMessage, run: (signal: AbortSignal) => Promise<Done>) {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  // The port keeps connections half open for clients that close their side early; here that means that the client has
  // left.
  const ends = ['end', 'close'] as const;
  for (const end of ends) request.socket.once(end, abort);
  try {
    return await run(gone.signal);
  } finally {
    for (const end of ends) request.socket.off(end, abort);
  }
}

function thrown(error: unknown): never {
  throw error instanceof NotQuiet ? new ControlError('NOT_QUIET', error.message) : error;
}

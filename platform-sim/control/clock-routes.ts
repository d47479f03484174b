import type { ControllableClock } from '../clock.ts';
import { durationMs, LONGEST_MS } from '../duration.ts';
import { NotQuiet } from '../quiet.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { runsOfFired } from './runs-of-fired.ts';
import { advanced, advanceRequest, clockView, noQuery } from './shapes.ts';

/** What the control plane says of a clock. */
export function viewOfClock(clock: ControllableClock) {
  const { mode, rate } = clock;
  return { mode, ...(mode === 'virtual' ? {} : { rate }), nowNs: `${clock.nowNs()}`, timers: clock.timers() };
}

export const CLOCK_ROUTES = [
  controlRoute({
    operationId: 'readClock',
    method: 'GET',
    path: '/clock',
    tag: 'Clock',
    summary: "The sandbox's one clock",
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: clockView },
    run: ({ clock }) => json(viewOfClock(clock)),
  }),
  controlRoute({
    operationId: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    tag: 'Clock',
    summary: 'Moves a virtual clock: every timer that comes due runs, in order; answers once nothing moves any more',
    query: noQuery,
    body: advanceRequest,
    answer: { status: 200, type: JSON_TYPE, shape: advanced },
    async run({ clock, faults }, { body }) {
      const byMs = durationMs(body.by);
      if (byMs < 0) throw new ControlError('MALFORMED_REQUEST', 'body.by: time does not go back');
      if (byMs > LONGEST_MS) throw new ControlError('MALFORMED_REQUEST', 'body.by: ten years at once are the most');
      if (clock.mode !== 'virtual') {
        throw new ControlError(
          'CLOCK_IS_REAL',
          `the clock is ${clock.mode} and moves by itself: start the sandbox with --clock virtual to move it by hand`,
        );
      }
      const { nowNs, fired } = await clock.advance(byMs).catch(thrown);
      return json({ nowNs, fired: runsOfFired(fired), held: faults.holds(), waiting: faults.waiting() });
    },
  }),
] as const;

function thrown(error: unknown): never {
  throw error instanceof NotQuiet ? new ControlError('NOT_QUIET', error.message) : error;
}

/**
 * The stages of a request, in order of time: all that a run sends to its target passes them. A stage that finds the
 * answer inconclusive sends the request, or another one, through the stages before its own.
 */
import { Flight, type Outgoing, type Sender, type Stage, type Way } from './flight.ts';
import { bound } from './stages/bound.ts';
import { classify } from './stages/classify.ts';
import { guard } from './stages/guard.ts';
import { identify } from './stages/identify.ts';
import { pace } from './stages/pace.ts';
import { place } from './stages/place.ts';
import { record } from './stages/record.ts';
import { repeat } from './stages/repeat.ts';
import { resend } from './stages/resend.ts';
import { send } from './stages/send.ts';
import { settle } from './stages/settle.ts';

interface Row {
  readonly stage: Stage;
  readonly ways: readonly Way[];
  /** Why it comes after the stage above it. */
  readonly after: string;
}

const ALL: readonly Way[] = ['request', 'bytes', 'handshake', 'frame'];
const ANSWERED: readonly Way[] = ['request', 'bytes', 'handshake'];
const WRITING: readonly Way[] = ['request', 'bytes', 'frame'];
const HTTP: readonly Way[] = ['request', 'bytes'];
const REPEATABLE: readonly Way[] = ['request'];

const STAGES: readonly Row[] = [
  { stage: identify, ways: ALL, after: 'nothing is known of a request before it has its caller' },
  { stage: bound, ways: ALL, after: 'what counts is what is really sent, in its own words' },
  { stage: record, ways: WRITING, after: 'an effect that the plan does not allow is not recorded as sent' },
  { stage: place, ways: HTTP, after: 'a record written before a wait is there after a crash, too' },
  { stage: pace, ways: ALL, after: 'a turn that then waits for a place would be lost' },
  { stage: guard, ways: ANSWERED, after: 'a route may be found to hang while its requests wait' },
  { stage: send, ways: ALL, after: 'nothing may stop a request that has its number' },
  { stage: classify, ways: ANSWERED, after: 'only an answer can be the member’s own or that of another' },
  { stage: resend, ways: REPEATABLE, after: 'the answer of a proxy says nothing, so the request is sent again' },
  { stage: settle, ways: REPEATABLE, after: 'only the member’s own 202 promises an outcome' },
  { stage: repeat, ways: REPEATABLE, after: 'an outcome may be as busy or as stale as any other answer' },
];

const NEVER = new Promise<never>(() => {});

/** Settles when the last stage is done. After a halt of the session nothing is sent any more, and it never settles. */
export function through(session: Sender, outgoing: Outgoing): Promise<Flight> {
  return passed(new Flight(session, outgoing, false), STAGES.length);
}

async function passed(flight: Flight, end: number): Promise<Flight> {
  const { session, outgoing } = flight;
  try {
    for (const [i, { stage, ways }] of STAGES.slice(0, end).entries()) {
      if (!ways.includes(outgoing.way)) continue;
      const wait = stage(flight, async (other) => (await passed(new Flight(session, other, true), i)).exchange);
      if (wait !== undefined) await wait;
      if (session.isHalted && !flight.isSent) break;
    }
  } finally {
    flight.settled();
  }
  // There is neither an answer nor an error to continue with, so the caller is suspended here.
  return flight.isSent ? flight : NEVER;
}

import { z } from 'zod';
import { PASSES_KEPT } from '../../faults/passes.ts';
import type { World } from '../../hosting/world.ts';
import { ControlError } from '../control-error.ts';
import { controlRoute } from '../control-route.ts';
import { EXCHANGES_KEPT } from '../exchanges.ts';
import { eventShape } from './event-shapes.ts';
import { type Cursor, cursorOf, eventStream } from './event-stream.ts';

/** Default number of records before the head with which a stream begins. */
const RECORDS_BEFORE = 200;

const query = z.strictObject({
  from: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a position')
    .optional()
    .meta({ description: `Sends the records after this position; absent: the last ${RECORDS_BEFORE}, and later ones` }),
});

function beginning(world: World, from: string | undefined, lastEventId: string | undefined): Cursor {
  if (lastEventId !== undefined && lastEventId !== '') {
    const cursor = cursorOf(lastEventId);
    if (cursor === undefined)
      throw new ControlError('MALFORMED_REQUEST', 'Last-Event-ID: must be an id of this stream');
    return cursor;
  }
  const exchange = Math.max(0, world.exchanges.count() - EXCHANGES_KEPT);
  const pass = Math.max(0, world.faults.passes.count() - PASSES_KEPT);
  const frame = world.frames.oldest() - 1;
  return {
    ...{ exchange, pass, frame, mark: 0 },
    position: from === undefined ? Math.max(0, world.platform.head() - RECORDS_BEFORE) : Number(from),
  };
}

/** The live stream of a world. */
export const EVENT_ROUTES = [
  controlRoute({
    operationId: 'followEvents',
    method: 'GET',
    path: '/events',
    tag: 'Sandbox',
    summary:
      'Server-sent events: exchanges, records of the sequence, the edges that a write passes, marks of deploys, crashes, resets and clock steps, and each section of the state when it changes. Last-Event-ID continues a stream',
    query,
    answer: { status: 200, type: 'text/event-stream', shape: eventShape },
    run(world, { query: { from }, request }) {
      const id = request.headers['last-event-id'];
      const body = eventStream(world, beginning(world, from, typeof id === 'string' ? id : undefined));
      return { status: 200, headers: { 'Cache-Control': 'no-store' }, type: 'text/event-stream; charset=utf-8', body };
    },
  }),
] as const;

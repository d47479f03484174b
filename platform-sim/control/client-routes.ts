/** What a client under judgement says of itself (`touchstone client`). */
import { z } from 'zod';
import type { World } from '../hosting/world.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, NOTHING } from './control-route.ts';
import { noQuery } from './shapes.ts';
import type { TrafficWatch } from './traffic-watch.ts';

const intent = z
  .object({
    intent: z.string().min(1).max(128).meta({ description: "The client's own name for what it wants done once" }),
    order: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Members of the order that it wants, as the body of POST /orders has them' }),
    done: z
      .enum(['placed', 'refused', 'unknown'])
      .optional()
      .meta({ description: 'How it ended, as the client knows' }),
  })
  .meta({
    id: 'ClientIntent',
    examples: [
      { intent: 'buy-1', order: { side: 'BUY', qty: '1', price: '100.10' } },
      { intent: 'buy-1', done: 'placed' },
    ],
  });

function judged({ watch }: World): Required<Pick<TrafficWatch, 'intent' | 'done'>> {
  const { intent: take, done } = watch ?? {};
  if (take === undefined || done === undefined)
    throw new ControlError('NOT_FOUND', 'no client is judged here: start it with touchstone client');
  return { intent: take, done };
}

/** The intents of a client, and the end of its work. */
export const CLIENT_ROUTES = [
  controlRoute({
    operationId: 'declareIntent',
    method: 'POST',
    path: '/client/intents',
    tag: 'Sandbox',
    summary: 'Declares what the client under judgement wants done once, or how it ended',
    query: noQuery,
    body: intent,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world, { body }) {
      judged(world).intent(body);
      return NOTHING;
    },
  }),
  controlRoute({
    operationId: 'endClient',
    method: 'POST',
    path: '/client/end',
    tag: 'Sandbox',
    summary: 'Says that the client under judgement has done its work',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    run(world) {
      judged(world).done();
      return NOTHING;
    },
  }),
] as const;

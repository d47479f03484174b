import type { z } from 'zod';
import { durationMs, LONGEST_MS } from '../duration.ts';
import { type Roll, RollError } from '../rolls/roll.ts';
import type { Rolls } from '../rolls/rolls.ts';
import { ControlError, noSuch, orRefused } from './control-error.ts';
import { type ControlRoute, controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { roll, rollRequest, rolls } from './roll-shapes.ts';
import { noQuery } from './shapes.ts';

const EVERY = '10s';

/** The control plane's view of a roll. */
export function rollView({ id, seed, state, everyMs: every, steps, tree, why }: Roll): z.infer<typeof roll> {
  return { id, seed, state, every, steps: [...steps], tree, why };
}

function rollNamed(rolls: Rolls, id: string | undefined): Roll {
  const found = rolls.named(id ?? '');
  if (found === undefined) throw noSuch('roll', id);
  return found;
}

function moving(does: 'start' | 'pause' | 'step', summary: string, move: (rolls: Rolls, roll: Roll) => void) {
  return controlRoute({
    operationId: `${does}Roll`,
    method: 'POST',
    path: `/rolls/:id/${does}`,
    tag: 'Members',
    summary,
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: roll },
    async run(world, { params }) {
      const all = await world.rolls();
      const found = rollNamed(all, params['id']);
      await orRefused(RollError, 'CONFLICT', () => move(all, found));
      return json(rollView(found));
    },
  });
}

/** Plans, reads and controls rolls. */
export const ROLL_ROUTES: readonly ControlRoute[] = [
  controlRoute({
    operationId: 'addRoll',
    method: 'POST',
    path: '/rolls',
    tag: 'Members',
    summary: 'Plans upgrades, downgrades and drains of the members; the first step is made after the start',
    query: noQuery,
    body: rollRequest,
    answer: { status: 201, type: JSON_TYPE, shape: roll },
    async run(world, { body }) {
      const all = await world.rolls();
      const { every = EVERY, seed = world.seed, plan, ...terms } = body;
      const everyMs = durationMs(every);
      if (everyMs < 0 || everyMs > LONGEST_MS) {
        throw new ControlError('MALFORMED_REQUEST', 'body.every: must be from 0 to ten years');
      }
      if (plan !== undefined && (terms.from ?? terms.to ?? terms.back) !== undefined) {
        throw new ControlError('MALFORMED_REQUEST', 'body: from, to and back are not allowed with a plan');
      }
      const added = await orRefused(RollError, 'MALFORMED_REQUEST', () => all.add({ seed, plan, everyMs, ...terms }));
      return json(rollView(added), 201, { Location: `/rolls/${added.id}` });
    },
  }),
  controlRoute({
    operationId: 'listRolls',
    method: 'GET',
    path: '/rolls',
    tag: 'Members',
    summary: 'The rolls, the oldest first',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: rolls },
    run: async (world) => json({ items: (await world.rolls()).list().map(rollView) }),
  }),
  controlRoute({
    operationId: 'readRoll',
    method: 'GET',
    path: '/rolls/:id',
    tag: 'Members',
    summary: 'One roll: its progress, and its plan as a tree',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: roll },
    run: async (world, { params }) => json(rollView(rollNamed(await world.rolls(), params['id']))),
  }),
  moving(
    'start',
    'Makes the next step now and each later one after its interval, on the clock of the sandbox',
    (all, found) => all.start(found),
  ),
  moving('pause', 'Pauses the roll: no further step is made before the next start', (_, found) => found.pause()),
  moving('step', 'Makes one step', (all, found) => all.step(found)),
  controlRoute({
    operationId: 'abortRoll',
    method: 'DELETE',
    path: '/rolls/:id',
    tag: 'Members',
    summary:
      'Aborts the roll: no further step is made. Steps already made are not reverted, and the roll stays readable',
    query: noQuery,
    answer: { status: 204, type: JSON_TYPE, shape: null },
    async run(world, { params }) {
      const found = rollNamed(await world.rolls(), params['id']);
      await orRefused(RollError, 'CONFLICT', () => found.abort());
      return NOTHING;
    },
  }),
];

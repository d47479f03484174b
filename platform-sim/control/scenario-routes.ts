import { z } from 'zod';
import type { World } from '../hosting/world.ts';
import { ControlError, noSuch } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { noQuery } from './shapes.ts';

/** More is a recording's work. */
const MOST_ROWS = 500;

const row = z.union([z.strictObject({ exchange: z.int().min(1) }), z.strictObject({ frame: z.int().min(1) })]);

const scenarioRequest = z
  .strictObject({ rows: z.array(row).min(1).max(MOST_ROWS) })
  .meta({ id: 'NewScenario', examples: [{ rows: [{ exchange: 1 }, { frame: 1 }, { exchange: 2 }] }] });

const madeScenario = z
  .strictObject({
    text: z.string().meta({ description: 'The text of a scenario file, for touchstone replay' }),
    unmapped: z
      .array(z.string())
      .meta({ description: 'One sentence for each part of the rows that is not in the file' }),
  })
  .meta({ id: 'MadeScenario' });

function rowOf({ exchanges, frames }: World, asked: z.infer<typeof row>): object {
  if ('frame' in asked) return frames.whole(asked.frame) ?? gone('frame', asked.frame);
  return exchanges.whole(asked.exchange) ?? gone('exchange', asked.exchange);
}

function gone(kind: 'frame' | 'exchange', n: number): never {
  throw noSuch(kind, `${n}`);
}

/** Makes a scenario of what was seen. */
export const SCENARIO_ROUTES = [
  controlRoute({
    operationId: 'makeScenario',
    method: 'POST',
    path: '/scenario',
    tag: 'Sandbox',
    summary:
      'Makes a scenario file from exchanges and frames that are still kept, in the stated order, like touchstone import',
    query: noQuery,
    body: scenarioRequest,
    answer: { status: 200, type: JSON_TYPE, shape: madeScenario },
    async run(world, { body }) {
      const { makeScenario, clock } = world;
      if (makeScenario === undefined)
        throw new ControlError('NOT_FOUND', 'this sandbox cannot make scenarios: start it with touchstone sandbox');
      const rows = body.rows.map((asked) => rowOf(world, asked));
      const mode = clock.mode === 'virtual' ? 'virtual' : 'real';
      return json({ ...(await makeScenario(rows, { seed: world.seed, clock: mode })) });
    },
  }),
] as const;

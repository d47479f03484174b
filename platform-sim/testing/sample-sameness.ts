/**
 * The properties of a deterministic world, for any seed and any steps: short in a test, long in
 * `scripts/proof/soak/worlds.ts`.
 */
import fc from 'fast-check';
import type { SandboxWorld } from '../hosting/world.ts';
import type { Sandbox } from '../sandbox.ts';
import { clientOf, type WorldClient } from './sample-world.ts';

/** One step of a session with a world. */
type Step =
  | { readonly do: 'submit'; readonly price: string; readonly qty: string }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'read'; readonly which: number }
  | { readonly do: 'advance'; readonly byMs: number };

const order = { price: fc.constantFrom('90.00', '100.00', '101.00', '100.001'), qty: fc.constantFrom('1', '20', '0') };
const byMs = fc.constantFrom(0, 1, 40, 60, 1_000, 31_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit' as const), ...order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const), byMs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), which: fc.nat(9) }) },
);

interface StepResult {
  readonly status: number;
  readonly requestId: unknown;
  readonly member: unknown;
  readonly text: string;
}

/** The client's result of one step. Order ids are those of earlier results. */
async function take(
  client: WorldClient,
  world: SandboxWorld,
  step: Step,
  n: string,
  orders: string[],
): Promise<StepResult> {
  const orderAt = (which: number) => orders[which % Math.max(orders.length, 1)] ?? '1';
  const answer = async () => {
    switch (step.do) {
      case 'submit':
        return client.submit(`key-${n}`, { price: step.price, qty: step.qty });
      case 'cancel':
        return client.cancel(`key-${n}`, orderAt(step.which));
      case 'read':
        return client.get(step.which < 3 ? '/orders?limit=3' : `/orders/${orderAt(step.which)}`);
      case 'advance': {
        const { nowNs, fired } = await world.clock.advance(step.byMs);
        return { status: 0, headers: {}, text: JSON.stringify([nowNs, fired]), body: undefined };
      }
    }
  };
  const { status, headers, text, body } = await answer();
  if (step.do === 'submit' && status === 201) orders.push(body.orderId);
  return { status, requestId: headers['x-request-id'], member: headers['x-service-member'], text };
}

async function takeAll(
  client: WorldClient,
  world: SandboxWorld,
  steps: readonly Step[],
  prefix: string,
  orders: string[],
): Promise<StepResult[]> {
  const answers: StepResult[] = [];
  for (const [index, each] of steps.entries())
    answers.push(await take(client, world, each, `${prefix}-${index}`, orders));
  return answers;
}

const steps = fc.array(step, { minLength: 1, maxLength: 12 });

const linesOf = ({ platform }: SandboxWorld): readonly unknown[] => [...platform.records()];

/** Line by line: the first difference is the most useful. */
function same(what: string, one: readonly unknown[], other: readonly unknown[]): void {
  const texts = [one, other].map((lines) => lines.map((line) => JSON.stringify(line)));
  const [ones = [], others = []] = texts;
  const at = ones.findIndex((line, index) => line !== others[index]);
  const first = at === -1 ? ones.length : at;
  if (first < Math.max(ones.length, others.length)) {
    throw new Error(`${what} differ:\n${ones[first] ?? 'no further line'}\n${others[first] ?? 'no further line'}`);
  }
}

/** Cursors are sealed for one world alone. */
function withoutCursors(answers: StepResult): StepResult {
  return { ...answers, text: answers.text.replace(/"(?:next|prev)Cursor":"[^"]+"/g, '') };
}

export interface Runs {
  readonly numRuns: number;
  readonly seed?: number;
}

/** By statement about a world of `sandbox`; each rejects with a minimal counterexample. */
export const SAME_WORLD = {
  'whatever other worlds do meanwhile': (sandbox: Sandbox, runs: Runs) => {
    const alone = async (seed: number, mine: readonly Step[]) => {
      await using world = await sandbox.createWorld({ seed });
      await takeAll(clientOf(world), world, mine, 'k', []);
      return linesOf(world);
    };
    return fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, async (seed, mine, others) => {
        await using one = await sandbox.createWorld({ seed });
        await using other = await sandbox.createWorld({ seed: seed + 1 });
        await Promise.all([
          takeAll(clientOf(one), one, mine, 'k', []),
          takeAll(clientOf(other), other, others, 'k', []),
        ]);
        same('journals', linesOf(one), await alone(seed, mine));
        same('journals', linesOf(other), await alone(seed + 1, others));
      }),
      runs,
    );
  },

  'in a fork, which records the same facts and gives the same answers for the same commands': (
    sandbox: Sandbox,
    runs: Runs,
  ) =>
    fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, async (seed, before, after) => {
        await using world = await sandbox.createWorld({ seed });
        const orders: string[] = [];
        await takeAll(clientOf(world), world, before, 'a', orders);
        await using fork = await world.fork();
        const answers = await takeAll(clientOf(world), world, after, 'b', [...orders]);
        const answersOfFork = await takeAll(clientOf(fork), fork, after, 'b', [...orders]);
        same('answers', answersOfFork.map(withoutCursors), answers.map(withoutCursors));
        same('journals', linesOf(fork), linesOf(world));
      }),
      runs,
    ),

  'in a fork at an earlier position, when it is asked what was asked from there on': (sandbox: Sandbox, runs: Runs) =>
    fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, async (seed, before, after) => {
        await using world = await sandbox.createWorld({ seed });
        const orders: string[] = [];
        await takeAll(clientOf(world), world, before, 'a', orders);
        // The fork has the time of the clock at that position.
        await clientOf(world).submit('the-last-in-common', { price: '101.00' });
        const at = world.platform.head();
        await takeAll(clientOf(world), world, after, 'b', [...orders]);
        await using fork = await world.fork({ at });
        await takeAll(clientOf(fork), fork, after, 'b', [...orders]);
        same('journals', linesOf(fork), linesOf(world));
      }),
      runs,
    ),

  'after it is restored, and answers the same requests with the same bytes': (sandbox: Sandbox, runs: Runs) =>
    fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, steps, async (seed, before, after, others) => {
        await using world = await sandbox.createWorld({
          seed,
          members: [{ version: '0.14.0' }, { version: '0.13.0' }],
        });
        const client = clientOf(world);
        const orders: string[] = [];
        await client.authorization();
        await client.control('POST', '/routing', { namesMember: true });
        await takeAll(client, world, before, 'a', orders);
        world.faults.add({ on: { edge: 'verdict' }, refuse: 'NO_REFERENCE_PRICE', times: { probability: 0.3 } });
        world.faults.add({ on: { edge: 'inbox', owner: 'orders' }, refuse: 'INBOX_FULL', times: { every: 3 } });
        const { name } = world.snapshot();
        const first = await takeAll(client, world, after, 'b', [...orders]);
        const journal = linesOf(world);
        await world.restore(name);
        await takeAll(client, world, others, 'c', [...orders]);
        await world.restore(name);
        same('answers', await takeAll(client, world, after, 'b', [...orders]), first);
        same('journals', linesOf(world), journal);
      }),
      runs,
    ),
} as const satisfies Record<string, (sandbox: Sandbox, runs: Runs) => Promise<void>>;

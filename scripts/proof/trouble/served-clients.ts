/** Clients that must not notice actions on their world. */
import { status } from '../../../conformance/member/exchange/exchange.ts';
import { hasOutcome } from './client.ts';
import { writeUntil } from './kills.ts';
import { wrongWrites } from './oracle.ts';
import { clientOf, type KilledWorld, recordsAfter } from './worlds.ts';

const LANES = 8;

export interface ServedClients {
  readonly reads: number;
  readonly writes: number;
  /** Each read that was not answered 200, and each write without an outcome, other than INTERRUPTED. */
  readonly unserved: readonly string[];
  readonly wrong: readonly string[];
}

/** The interface defines this answer to a write that a restarted member did not send. The client sends it again. */
const OF_A_RESTART = /"code":"INTERRUPTED"/;

/** Clients read and write without a pause during an action on their world. */
export async function clientsDuring(
  world: KilledWorld,
  keys: string,
  work: () => Promise<void>,
): Promise<ServedClients> {
  const client = await clientOf(world);
  const from = (await recordsAfter(world.control, 0)).length;
  let isOver = false;
  const read = async (): Promise<void> => {
    while (!isOver) await client.send({ method: 'GET', path: '/me' });
  };
  const clients = [...Array.from({ length: LANES }, read), writeUntil(client, keys, LANES, () => isOver)];
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  const { entries } = client.log;
  const [reads, writes] = [entries.filter(({ request }) => request.method === 'GET'), [...client.known.writes.keys()]];
  const unserved = entries.filter((entry) => {
    if (entry.request.method === 'GET') return status(entry) !== 200;
    return status(entry) !== 202 && !hasOutcome(entry) && !OF_A_RESTART.test(entry.response?.body ?? '');
  });
  await Promise.all([...client.known.writes.values()].map((write) => client.settle(write)));
  const wrong = wrongWrites({ log: entries, records: await recordsAfter(world.control, from), isSettled: true });
  await client.close();
  const lineOf = ({ request, response, failure }: (typeof entries)[number]) =>
    `${request.method} ${request.path}: ${response?.status} ${response?.body ?? failure}`;
  return { reads: reads.length, writes: writes.length, unserved: unserved.map(lineOf), wrong };
}

/** Clients that read and write through the proxy of a deployment without a pause, and remember what they got. */
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { OWN_KEY, wrongOf } from '../soak/kill/oracle.ts';
import { recordsAfter } from '../soak/kill/records-after.ts';
import { Writer } from '../soak/kill/writer.ts';
import type { Deployment } from './deployment.ts';

export interface ServedClients {
  readonly reads: number;
  readonly writes: number;
  /** Each read that was not answered 200, and each write without an outcome, other than INTERRUPTED. */
  readonly unserved: readonly string[];
  /** Writes that were answered and are lost, doubled or changed. */
  readonly wrong: readonly string[];
}

const OK = 200;
/** The interface's own answer to a write that a restarted member had not sent: the client sends it again. */
const OF_A_RESTART = '"code":"INTERRUPTED"';
const READERS = 8;
const WRITERS = 8;

/** @param keys distinguishes the keys of these clients from those of others */
export async function clientsDuring(
  deployment: Deployment,
  keys: string,
  work: (pause: (ms: number) => Promise<void>) => Promise<void>,
): Promise<ServedClients> {
  const writer = await Writer.of(deployment);
  const from = (await recordsAfter(deployment.controlUrl, 0)).length;
  const unserved: string[] = [];
  let [reads, isOver] = [0, false];

  async function read(): Promise<void> {
    while (!isOver) {
      reads += 1;
      const answer = await fetch(`${deployment.baseUrl}/me`, { headers: { authorization: `Bearer ${writer.token}` } });
      const text = await answer.text();
      if (answer.status !== OK) unserved.push(`GET /me: ${answer.status} ${text.trim()}`);
    }
  }
  async function write(): Promise<void> {
    while (!isOver) {
      const number = writer.writes.length + 1;
      await writer.write(`${OWN_KEY}${keys}-${number}`, number);
    }
  }
  const clients = [...Array.from({ length: READERS }, read), ...Array.from({ length: WRITERS }, write)];
  try {
    await work((ms) => startStopwatch().sleep(ms));
  } finally {
    isOver = true;
    await Promise.all(clients);
    writer.close();
  }
  const wrong = wrongOf(writer.writes, await recordsAfter(deployment.controlUrl, from));
  unserved.push(...writer.failures.filter((line) => !line.includes(OF_A_RESTART)));
  return { reads, writes: writer.writes.length, unserved, wrong };
}

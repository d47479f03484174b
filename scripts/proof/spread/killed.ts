/**
 * Members, the active platform and the NATS server of a deployment are killed (SIGKILL) in turn, each with at least 32
 * writes in flight through nginx, and come back. Then: nothing answered is lost, doubled or changed (`oracle.ts`).
 */
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { createSeed } from '../../../platform-sim/seed.ts';
import { OWN_KEY, wrongOf, wrongOfRetries } from '../soak/kill/oracle.ts';
import { recordsAfter } from '../soak/kill/records-after.ts';
import { Writer } from '../soak/kill/writer.ts';
import { type Deployment, MEMBER_VERSIONS, type Part } from './deployment.ts';

export interface SpreadKills {
  readonly kills: number;
  readonly answered: number;
  readonly unanswered: number;
  /** Of the unanswered: in the sequence all the same. */
  readonly there: number;
  /** Writes in flight at a kill: the least. */
  readonly inFlight: number;
  readonly wrong: readonly string[];
}

const CONNECTIONS = 32;
const MOST_ANSWERS = 200;
/** How often a write is sent again while what was killed comes back. */
const MOST_TRIES = 60;
const PAUSE_MS = 250;
const stopwatch = startStopwatch();

/**
 * @param parts what is killed in each cycle, in order
 * @param told called after each cycle
 */
export async function killInTurn(
  deployment: Deployment,
  parts: readonly Part[],
  seed = 1,
  told?: (sum: Omit<SpreadKills, 'wrong'>) => void,
): Promise<SpreadKills> {
  const random = createSeed(seed).fresh('kills');
  const sum = { kills: 0, answered: 0, unanswered: 0, there: 0, inFlight: CONNECTIONS };
  const all: SequencedRecord[] = [];
  for (const part of parts) {
    // Anew: a soak outlives a token.
    const writer = await Writer.of(deployment);
    const inFlight = await killAmidst(
      deployment,
      writer,
      part,
      random.int(0, MOST_ANSWERS),
      random.int(0, 2),
      sum.kills,
    );
    sum.inFlight = Math.min(sum.inFlight, inFlight);
    sum.kills += 1;
    const fresh = await recordsAfter(deployment.controlUrl, all.length);
    const keys = new Set(fresh.map(({ command }) => command.key));
    for (const { answer, key } of writer.writes) {
      if (answer !== undefined) sum.answered += 1;
      else {
        sum.unanswered += 1;
        if (keys.has(key)) sum.there += 1;
      }
    }
    const wrong = [...wrongOf(writer.writes, fresh)];
    // All that nobody answered, and of the answered some: whoever asks again gets the one outcome.
    const again = writer.writes.filter(({ answer }, index) => answer === undefined || index % 16 === 0);
    await Promise.all(
      again.map(async (write) => {
        const retries = [await untilAnswered(writer, write), await untilAnswered(writer, write)];
        wrong.push(...wrongOfRetries(write, retries));
        write.answer ??= retries[0];
      }),
    );
    all.push(...fresh, ...(await recordsAfter(deployment.controlUrl, all.length + fresh.length)));
    wrong.push(
      ...wrongOf(
        writer.writes,
        all.filter(({ command }) => writer.writes.some(({ key }) => key === command.key)),
      ),
    );
    writer.close();
    told?.(sum);
    if (wrong.length > 0) return { ...sum, wrong: [`kill ${sum.kills}, of ${part}, seed ${seed}`, ...wrong] };
  }
  const whole = await recordsAfter(deployment.controlUrl, 0);
  const at = all.findIndex((record, index) => JSON.stringify(record) !== JSON.stringify(whole[index]));
  return { ...sum, wrong: at === -1 ? [] : [`record ${at + 1} is not what it was`] };
}

/** Writes over many connections at once, until a moment of the seed's choice; how many were in flight then. */
async function killAmidst(
  deployment: Deployment,
  writer: Writer,
  part: Part,
  answers: number,
  which: number,
  cycle: number,
): Promise<number> {
  let [number, answered] = [0, 0];
  const { promise: moment, resolve: now } = Promise.withResolvers<void>();
  let isOver = false;
  async function client(): Promise<void> {
    while (!isOver) {
      number += 1;
      const writing = writer.write(`${OWN_KEY}${cycle}-${number}`, number);
      if (answered >= answers && writer.inFlight >= CONNECTIONS) now();
      if ((await writing).answer === undefined) await pause();
      answered += 1;
    }
  }
  const clients = Array.from({ length: CONNECTIONS }, client);
  await moment;
  const { inFlight } = writer;
  isOver = true;
  await deployment.kill(part, which % MEMBER_VERSIONS.length);
  await Promise.all(clients);
  return inFlight;
}

async function untilAnswered(writer: Writer, write: Parameters<Writer['send']>[0]) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await writer.send(write);
    if (answer !== undefined) return answer;
    await pause();
  }
  return undefined;
}

const pause = (): Promise<void> => stopwatch.sleep(PAUSE_MS);

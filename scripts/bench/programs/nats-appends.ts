/**
 * Records a second through the sequencer onto NATS JetStream, and the same bytes published by the client library's own
 * pipelined publish. `nats-server` is started on a free port.
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Command } from '../../../gateway/facts.ts';
import { createClock } from '../../../platform-sim/clock.ts';
import { connectNats } from '../../../platform-sim/log/nats/connection.ts';
import { openNatsWorld } from '../../../platform-sim/log/nats/nats-world.ts';
import { startNats } from '../../../platform-sim/log/nats/testing/nats-server.ts';
import { createSequencer } from '../../../platform-sim/sequencer.ts';
import { orderRecord } from '../order-record.ts';

/** Writers that each wait for their record to be safe; as many messages are in flight on the other side. */
const WRITERS = 256;
const RECORDS = 20_000;

const clock = createClock({ mode: 'real' });

/** An order's record and its command. */
const sample = orderRecord();

await using nats = await startNats();
const nc = await connectNats(nats.url, 'bench');
const jsm = await jetstreamManager(nc);

async function paced(write: () => Promise<unknown>): Promise<number> {
  const stopwatch = startStopwatch();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = writer; n < RECORDS; n += WRITERS) await write();
    }),
  );
  return (RECORDS / stopwatch.nowMs()) * 1_000;
}

/** Through the sequencer, with an owner that answers what the sample's did: the cost of owners is measured elsewhere. */
async function sequenced(): Promise<number> {
  const world = await openNatsWorld({
    ...{ nc, clock, name: 'bench', seed: 1, size: 'small', options: {}, mode: 'real', nowNs: clock.nowNs() },
    failed: (error) => {
      throw error;
    },
  });
  const owner = {
    name: 'orders' as const,
    judge: () => sample.verdict,
    apply: () => undefined,
    state: () => undefined,
  };
  const sequencer = createSequencer({ clock, journal: world.journal, owners: [owner] });
  const command: Command = sample.command;
  sequencer.sequenceAt(clock.nowNs(), command);
  world.journal.settle();
  await sequencer.sequence(command);
  const pace = await paced(async () => sequencer.sequence(command));
  await world.close(clock.nowNs());
  return pace;
}

async function raw(): Promise<number> {
  const stream = 'raw';
  await jsm.streams.add({ name: stream, subjects: [stream] });
  const [js, bytes] = [jetstream(nc), Buffer.from(JSON.stringify(sample))];
  return paced(() => js.publish(stream, bytes));
}

const writes = { own: await sequenced(), peer: await raw() };
await nc.close();
console.log(JSON.stringify({ writes }));

/**
 * Records a second through the sequencer onto NATS JetStream, against the same bytes published by the client library's
 * own pipelined publish, in turns in one run. `nats-server` is started on a free port.
 *
 *     node scripts/bench/nats-appends.ts [RECORDS]
 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import { createClock } from '../../platform-sim/clock.ts';
import { connectNats } from '../../platform-sim/log/nats/connection.ts';
import { openNatsWorld } from '../../platform-sim/log/nats/nats-world.ts';
import { startNats } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { createPlatform } from '../../platform-sim/platform.ts';
import { createSecrets } from '../../platform-sim/secrets.ts';
import { createSeed } from '../../platform-sim/seed.ts';
import { buildWorld } from '../../platform-sim/seed-data/build-world.ts';
import { createSequencer } from '../../platform-sim/sequencer.ts';
import { countArgument } from './count-argument.ts';

/** Writers that each wait for their record to be safe; as many messages are in flight on the other side. */
const WRITERS = 256;
const ROUNDS = 5;

const records = countArgument('records', 20_000);
const clock = createClock({ mode: 'real' });

/** An order's record and its command. */
const platform = createPlatform({
  clock: createClock({ mode: 'virtual' }),
  seed: createSeed(1),
  world: buildWorld({ seed: 1, size: 'small' }),
  vaultSalt: createSecrets().keyFor('vault'),
});
const sample = platform.records().find(({ command }) => command.body.kind === 'submit') as SequencedRecord;
platform.close();

await using nats = await startNats();
const nc = await connectNats(nats.url, 'bench');
const jsm = await jetstreamManager(nc);

interface Pace {
  readonly perS: number;
  readonly cpuUs: number;
}

async function paced(write: () => Promise<unknown>): Promise<Pace> {
  const [stopwatch, before] = [startStopwatch(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = writer; n < records; n += WRITERS) await write();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return { perS: (records / stopwatch.nowMs()) * 1_000, cpuUs: (user + system) / records };
}

/** Through the sequencer, with an owner that answers what the sample's did: the cost of owners is measured elsewhere. */
async function sequenced(round: number): Promise<Pace> {
  const world = await openNatsWorld({
    ...{ nc, clock, name: `bench-${round}`, seed: 1, size: 'small', options: {}, mode: 'real', nowNs: clock.nowNs() },
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
  const pace = await paced(() => sequencer.sequence(command));
  await world.close(clock.nowNs());
  return pace;
}

async function raw(round: number): Promise<Pace> {
  const stream = `raw-${round}`;
  await jsm.streams.add({ name: stream, subjects: [stream] });
  const [js, bytes] = [jetstream(nc), Buffer.from(JSON.stringify(sample))];
  return paced(() => js.publish(stream, bytes));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const rounds: { readonly ours: Pace; readonly peer: Pace }[] = [];
for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await sequenced(round), peer: await raw(round) });
await nc.close();
const ratios = rounds.map(({ ours, peer }) => ours.perS / peer.perS);
const shown = (side: 'ours' | 'peer'): string =>
  `${median(rounds.map((one) => one[side].perS)).toFixed(0)}/s, ${median(rounds.map((one) => one[side].cpuUs)).toFixed(0)} us of CPU each`;
console.log(
  `${WRITERS} writers of ${JSON.stringify(sample).length} bytes: through the sequencer ${shown('ours')}; ` +
    `js.publish ${shown('peer')}; ratio ${median(ratios).toFixed(2)} ` +
    `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
);

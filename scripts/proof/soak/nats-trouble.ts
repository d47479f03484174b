/**
 * Kills, hangs and fills the NATS server of a sandbox of several processes, and hangs it while another platform takes over
 * (`trouble/nats-trouble.ts`), with clients that write all the time. Prints the answers, the longest wait and what is wrong.
 *
 *     node scripts/proof/soak/nats-trouble.ts [ROUNDS] [SEED] [KIND]
 *
 * Default: 10 rounds of each kind, and of `full` for a disk and for the store's own limit. Exits 1 if a write waited too long, or an acknowledged one is lost, doubled or changed.
 */
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { ALL_KINDS } from '../trouble/nats-kinds.ts';
import { LONGEST_MS, run } from '../trouble/nats-trouble.ts';

/** For a busy machine. */
const LATE_MS = 500;
/** With what the processes printed, which is the last. */
const MOST_SHOWN = 20;
const [rounds, seed, only] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 1), process.argv[4]];
const stopwatch = startStopwatch();
let [answered, longestMs] = [0, 0];
for (const kind of ALL_KINDS.filter((name) => only === undefined || name === only)) {
  for (const isDisk of kind === 'full' ? [true, false] : [false]) {
    const sum = await run({ kinds: Array(rounds).fill(kind), seed, lastsMs: [1_500, 8_000], isDisk });
    const counts = [...sum.counts].toSorted(([, one], [, other]) => other - one).map((pair) => pair.join(': '));
    console.log(
      `${kind}${isDisk ? ' disk' : ''}: ${sum.rounds} rounds, ${sum.answered} writes answered, longest wait ${Math.round(sum.longestMs)} ms ` +
        `(of a read ${Math.round(sum.longestReadMs)} ms), ${sum.wrong.length === 0 ? 'none' : 'SOME'} lost or doubled; ${counts.join(', ')}`,
    );
    for (const why of sum.wrong.slice(-MOST_SHOWN)) console.error(why);
    answered += sum.answered;
    longestMs = Math.max(longestMs, sum.longestMs);
    if (sum.wrong.length > 0 || sum.longestMs > LONGEST_MS + LATE_MS) process.exitCode = 1;
  }
}
console.log(
  `${answered} writes answered in ${Math.round(stopwatch.nowMs() / 1_000)} s, longest wait ${Math.round(longestMs)} ms`,
);

/**
 * A sandbox of several processes behind nginx (`spread/deployment.ts`): members, the active platform and the NATS server
 * are killed in turn, each with 32 writes in flight, and what was answered is held to the sequence.
 *
 *     node scripts/proof/soak/spread.ts [KILLS] [SEED]
 *
 * Exits 1 where something does not hold, and says what.
 */
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { type Part, startDeployment } from '../spread/deployment.ts';
import { killInTurn } from '../spread/killed.ts';

/** A platform takes over within seconds, so most kills are of the others. */
const TURNS: readonly Part[] = ['member', 'nats', 'member', 'nats', 'platform', 'nats', 'member', 'nats', 'member'];

const [kills, seed] = [Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 1)];
const stopwatch = startStopwatch();
await using deployment = await startDeployment();
const parts = Array.from({ length: kills }, (_, index) => TURNS[index % TURNS.length] as Part);
const { wrong, ...sum } = await killInTurn(deployment, parts, seed, (so) => {
  if (so.kills % 25 === 0) console.log(`${so.kills} kills, ${so.answered} writes answered: all well`);
});
console.log(
  `${sum.kills} kills in ${(stopwatch.nowMs() / 1_000).toFixed(0)} s, each with ${sum.inFlight} writes in flight or more: ` +
    `${sum.answered} writes answered, ${wrong.length === 0 ? 'none lost, doubled or changed' : 'and something is wrong'}; ` +
    `${sum.unanswered} not answered, of which ${sum.there} were there`,
);
for (const why of wrong) console.error(why);
if (wrong.length > 0) {
  console.error(deployment.said());
  process.exitCode = 1;
}

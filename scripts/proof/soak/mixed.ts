/**
 * A sandbox in a process of its own, used for long: shifts of reads, writes, sockets, rolls and faults (`trouble/mixed.ts`), then
 * three times the load that it can take. The mix is of the seed. Every minute, and at the end, it prints requests, refusals
 * by code, memory, open files and the delay of the event loop, and at the end how busy the machine was with others.
 *
 *     npm run -s soak -- --for 30m [--seed N]
 *
 * Exits 1 if memory, open files or delay are not flat over the second half (BOUNDS, by the line of least squares), if a write
 * that was acknowledged is lost, doubled or changed, if an answer is not as published or not to be expected, or if less than
 * 90 per cent of the goodput is left at three times the capacity.
 */
import { soakOptions } from '../soak-options.ts';
import { run } from '../trouble/mixed.ts';

const options = soakOptions(process.argv.slice(2), ['mixed']);
if (typeof options === 'string') {
  console.error(`soak: ${options}`);
  process.exit(2);
}
const { lastsMs, seed } = options;
const { wrong } = await run({ lastsMs, seed, overloadS: 5, tell: (line) => console.log(line) });
for (const why of wrong) console.error(why);
process.exit(wrong.length === 0 ? 0 : 1);

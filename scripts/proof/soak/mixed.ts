/**
 * Uses a sandbox in its own process for a long time: shifts of reads, writes, sockets, rolls and faults (`trouble/mixed.ts`). The
 * seed decides the mix. Every minute and at the end it prints requests, refusals by code, memory, open files and the delay of
 * the event loop. At the end it also prints the load by other processes.
 *
 *     npm run -s soak -- --for 30m [--seed N]
 *
 * Exits 1 if memory, open files or delay are not flat over the second half (BOUNDS, by linear regression), if an acknowledged
 * write is lost, doubled or changed, or if an answer is not as published or not expected.
 */
import { soakOptions } from '../soak-options.ts';
import { run } from '../trouble/mixed.ts';

const options = soakOptions(process.argv.slice(2), ['mixed']);
if (typeof options === 'string') {
  console.error(`soak: ${options}`);
  process.exit(2);
}
const { lastsMs, seed } = options;
const { wrong } = await run({ lastsMs, seed, print: (line) => console.log(line) });
for (const why of wrong) console.error(why);
process.exit(wrong.length === 0 ? 0 : 1);

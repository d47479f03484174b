/**
 * Kills parts of a sandbox of several processes behind nginx (`trouble/worlds.ts`): members, the active platform and the NATS
 * server in turn, each with writes in flight. Then it compares the answers with the sequence.
 *
 *     node scripts/proof/soak/spread.ts [KILLS] [SEED]
 *
 * Default: 300 kills. Exits 1 at an error, and prints it.
 */
import { SPREAD, soakKills } from '../trouble/kills.ts';

await soakKills(SPREAD, 300);

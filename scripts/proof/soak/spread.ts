/**
 * A sandbox of several processes behind nginx (`trouble/worlds.ts`): members, the active platform and the NATS server are killed
 * in turn, each with writes in flight, and what was answered is held to the sequence.
 *
 *     node scripts/proof/soak/spread.ts [KILLS] [SEED]
 *
 * 300 kills unless stated. Exits 1 where something does not hold, and says what.
 */
import { SPREAD, soakKills } from '../trouble/kills.ts';

await soakKills(SPREAD, 300);

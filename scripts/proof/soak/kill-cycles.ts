/**
 * A sandbox with `--data` is killed (SIGKILL) at a moment of the seed's choice with 32 writes in flight, started again in
 * the same folder, and held to what its client was answered (`trouble/kills.ts`); again and again.
 *
 *     node scripts/proof/soak/kill-cycles.ts [CYCLES] [SEED]
 *
 * 1,000 cycles unless stated. Exits 1 at the first of which something does not hold, and says what; the folder is kept then.
 */
import { KEPT, soakKills } from '../trouble/kills.ts';

await soakKills(KEPT, 1_000);

/**
 * Kills a sandbox with `--data` (SIGKILL) at a seeded moment with 32 writes in flight, restarts it in the same folder, and
 * compares its records with the answers that its client received (`trouble/kills.ts`), again and again.
 *
 *     node scripts/proof/soak/kill-cycles.ts [CYCLES] [SEED]
 *
 * Default: 1,000 cycles. Exits 1 at the first cycle with an error, prints the error, and keeps the folder.
 */
import { DURABLE, soakKills } from '../trouble/kills.ts';

await soakKills(DURABLE, 1_000);

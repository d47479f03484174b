/**
 * The faults of a world at the edges within a member's process. The rules and their counts stay with the platform: a
 * member knows the edges where rules stand, and asks there, so a rule fires as often as it states, wherever it fires.
 * While no platform is active none fires: reads go on (`platform-requests.test.ts`).
 */
import type { Edge } from '../../faults/edges.ts';
import type { Faults } from '../../faults/faults.ts';
import { GO, type Outcome } from '../../faults/kind.ts';
import { known } from '../../faults/match.ts';
import type { BusLine } from './platform-requests.ts';

/** What the parts of a member's process need of the faults. */
export type RemoteFaults = Pick<Faults, 'at' | 'stands'>;

/** @param standing the edges with rules now */
export function remoteFaults(world: string, line: BusLine, standing: () => ReadonlySet<Edge>): RemoteFaults {
  return {
    stands: (edge) => standing().has(edge),
    at(edge, where) {
      if (!standing().has(edge)) return undefined;
      const ask = { world, member: where.member ?? '', edge, where: known(where) };
      // What a platform held or delayed continues when that platform is gone.
      return line.ask('fault', ask, { mayRepeat: false, otherwise: GO }) as Promise<Outcome>;
    },
  };
}

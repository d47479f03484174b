/** Key material on its way into the vault, through the faults of the edge `intake`. */
import type { Material, Stored } from '../../gateway/platform-port.ts';
import { FaultFailed, type Faults } from '../faults/faults.ts';
import { never } from '../faults/never.ts';
import type { Vault } from './vault.ts';

/** The result for material that a fault's code refuses. */
const NOT_STORED: Readonly<Record<string, Stored>> = {
  INTAKE_UNAVAILABLE: { stored: false, why: 'UNAVAILABLE' },
  INTAKE_KEY_REUSED: { stored: false, why: 'KEY_REUSED' },
  RATE_LIMITED: { stored: false, why: 'RATE_LIMITED', retryAfterS: 1 },
};

/**
 * @param isBound whether the sequence has an answer for a key. A write that got its answer while its material was in
 * flight needs none (CRED-10): the vault stores nothing further for it.
 */
export function storeMaterial(
  vault: Vault,
  faults: Faults,
  isBound: (orgId: number, key: string) => boolean,
): (material: Material, member: string) => Promise<Stored> {
  return async (material, member) => {
    const outcome = await faults.at('intake', { org: material.orgId, key: material.key, member });
    if (outcome?.act === 'fail') throw new FaultFailed('intake');
    if (outcome?.act === 'crash') return never();
    const notStored = outcome?.act === 'refuse' ? NOT_STORED[outcome.code] : undefined;
    if (notStored !== undefined) return notStored;
    const isAnswered = material.unasked !== true && isBound(material.orgId, material.key);
    return isAnswered ? { stored: true } : vault.store(material);
  };
}

import type { AlgoInstanceRow } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { refused } from '../refused.ts';
import type { AlgosState } from './state.ts';

/** The member answers 404 for an instance of another organisation: this refusal is for a member that lags. */
export function heldInstance({ instances }: AlgosState, orgId: number, instanceId: number): AlgoInstanceRow | Refused {
  const instance = instances.get(instanceId);
  return instance?.orgId === orgId ? instance : refused('NOT_FOUND', "no such instance in the caller's organisation");
}

/** The refusal of a transition that the instance's state does not admit. */
export function notAdmitted({ instanceId, status }: AlgoInstanceRow, what: string): Refused {
  return refused('TRANSITION_NOT_ADMITTED', `instance ${instanceId} is ${status}: it ${what}`);
}

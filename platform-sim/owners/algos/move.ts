import type { Fact, HaltInstances, MoveInstance } from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { heldInstance, notAdmitted } from './held.ts';
import { type InstanceMove, type Mover, moved } from './moves.ts';
import { type AlgosState, startedOf } from './state.ts';

const CAUSES = { start: 'STARTED', stop: 'STOPPED', delete: 'DELETED' } as const satisfies Record<
  MoveInstance['kind'],
  InstanceMove
>;

/** A transition that is already done answers with the current row, recorded like any answer. */
export function moveInstance(state: AlgosState, { atNs, command }: Sequenced<MoveInstance>): readonly Fact[] | Refused {
  const { principal, body } = command;
  const held = heldInstance(state, principal.orgId, body.instanceId);
  if ('refused' in held) return held;
  const by: Mover = { atNs, userId: principal.userId, remark: body.remark };
  const row = moved(held, CAUSES[body.kind], by);
  if (row === 'REFUSED' || row === 'NOTHING') return notAdmitted(held, `takes no ${body.kind}`);
  if (body.kind !== 'start' || row === held) return [{ kind: 'AlgoInstanceRecorded', instance: row }];
  if (held.appliedConfigSeq === null) return notAdmitted(held, 'has no document that the engine applied');
  // The starter's algos:manage authorises its orders from now on.
  return [{ kind: 'AlgoInstanceRecorded', instance: { ...row, startedByUserId: principal.userId } }];
}

/** Stops every started instance of the organisation and states their number, which may be zero (ALG-11). */
export function haltInstances(state: AlgosState, { atNs, command }: Sequenced<HaltInstances>): readonly Fact[] {
  const { principal, body } = command;
  const by: Mover = { atNs, userId: principal.userId, remark: body.remark };
  const halted = startedOf(state, principal.orgId).flatMap((row): Fact[] => {
    const instance = moved(row, 'HALTED', by);
    return typeof instance === 'string' ? [] : [{ kind: 'AlgoInstanceRecorded', instance }];
  });
  return [...halted, { kind: 'AlgosHalted', orgId: principal.orgId, count: halted.length }];
}

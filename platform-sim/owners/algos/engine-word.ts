/**
 * Statements of the engine and of the platform's own rules. Nothing here is refused: a statement without effect has no
 * facts.
 */
import type { AlgoInstanceRow, EngineStop, EngineVerdict, Fact } from '../../../gateway/facts.ts';
import type { Sequenced } from '../../owner.ts';
import { DOCUMENT_OUTCOMES, type InstanceMove, moved } from './moves.ts';
import { type AlgosState, documentOf } from './state.ts';

/** A document of a deleted instance gets its outcome like any other; the instance is unchanged. */
export function takeVerdict(state: AlgosState, { atNs, command }: Sequenced<EngineVerdict>): readonly Fact[] {
  const { instanceId, seq, outcome: says, detail } = command.body;
  const instance = state.instances.get(instanceId);
  const config = documentOf(state, instanceId, seq);
  const outcome = config && DOCUMENT_OUTCOMES[config.outcome][says];
  if (instance === undefined || config === undefined || outcome === undefined) return [];
  const judged: Fact = {
    kind: 'ConfigDocumentRecorded',
    config: { ...config, outcome, outcomeAtNs: atNs, detail: outcome === 'REFUSED' ? detail : null },
  };
  const applied = outcome === 'APPLIED';
  const after = { ...instance, appliedConfigSeq: applied ? seq : instance.appliedConfigSeq };
  return [judged, ...movedByNoUser(after, applied ? 'ENGINE_APPLIED' : 'ENGINE_REFUSED', atNs, null)];
}

/** The facts of a stop by the engine or a platform rule; none if it has no effect. */
export function takeStop(state: AlgosState, { atNs, command }: Sequenced<EngineStop>): readonly Fact[] {
  const { instanceId, cause, remark } = command.body;
  const instance = state.instances.get(instanceId);
  return instance === undefined ? [] : movedByNoUser(instance, cause, atNs, remark);
}

function movedByNoUser(
  row: AlgoInstanceRow,
  cause: InstanceMove,
  atNs: string,
  remark: string | null,
): readonly Fact[] {
  const instance = moved(row, cause, { atNs, userId: 0, remark });
  return typeof instance === 'string' ? [] : [{ kind: 'AlgoInstanceRecorded', instance }];
}

import type { AlgoInstanceRow, CreateInstance, Fact } from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { mintInt32 } from '../mint-int32.ts';
import { judgeDocument } from './judge-document.ts';
import { staged } from './staged.ts';
import type { AlgosState } from './state.ts';

/** Creates an instance and its first document together (ALG-02). */
export function createInstance(
  state: AlgosState,
  { atNs, command }: Sequenced<CreateInstance>,
): readonly Fact[] | Refused {
  const { principal, body } = command;
  const { orgId, userId } = principal;
  const { algoVersionId, pool, displayName, remark, document } = body;
  const references = judgeDocument(state, orgId, body, document);
  if ('refused' in references) return references;
  const instance: AlgoInstanceRow = {
    instanceId: mintInt32(atNs, state.lastMintedId),
    orgId,
    algoVersionId,
    pool,
    displayName,
    remark,
    status: 'STOPPED',
    configSeq: 1,
    appliedConfigSeq: null,
    createdByUserId: userId,
    startedByUserId: null,
    lastUpdatedByUserId: userId,
    lastCause: 'CREATED',
    createdAtNs: atNs,
    updatedAtNs: atNs,
  };
  return [
    { kind: 'AlgoInstanceRecorded', instance },
    { kind: 'ConfigDocumentRecorded', config: staged(instance, { document, remark, userId, atNs, ...references }) },
  ];
}

import type { AlgoInstanceRow, ConfigDocumentRow, Ns } from '../../../gateway/facts.ts';
import type { References } from './judge-document.ts';

interface Proposed extends References {
  readonly document: string;
  readonly remark: string | null;
  readonly userId: number;
  readonly atNs: Ns;
}

/** A document that awaits the engine's verdict: the latest of its instance, which already counts it. */
export function staged(
  { instanceId, orgId, configSeq }: AlgoInstanceRow,
  { document, remark, userId, atNs, accountIds, instrumentIds }: Proposed,
): ConfigDocumentRow {
  return {
    instanceId,
    orgId,
    seq: configSeq,
    document,
    remark,
    outcome: 'STAGED',
    outcomeAtNs: null,
    detail: null,
    accountIds,
    instrumentIds,
    createdByUserId: userId,
    createdAtNs: atNs,
  };
}

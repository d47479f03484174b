import type { Fact, ProposeConfig } from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { refused } from '../refused.ts';
import { heldInstance, notAdmitted } from './held.ts';
import { judgeDocument } from './judge-document.ts';
import { moved } from './moves.ts';
import { staged } from './staged.ts';
import { type AlgosState, documentOf } from './state.ts';

/** The next document of an instance. A pending verdict is reported before a stale precondition (A80). */
export function proposeConfig(
  state: AlgosState,
  { atNs, command }: Sequenced<ProposeConfig>,
): readonly Fact[] | Refused {
  const { principal, body } = command;
  const { instanceId, ifMatch, document, remark } = body;
  const held = heldInstance(state, principal.orgId, instanceId);
  if ('refused' in held) return held;
  const { configSeq } = held;
  const configured = moved(held, 'CONFIGURED', { atNs, userId: principal.userId, remark: null });
  if (configured === 'REFUSED' || configured === 'NOTHING') return notAdmitted(held, 'takes no document');
  if (documentOf(state, instanceId, configSeq)?.outcome === 'STAGED') {
    return refused('CONFIG_PENDING', `document ${configSeq} awaits the engine's verdict`);
  }
  if (ifMatch !== null && ifMatch !== String(configSeq)) {
    const { refused: stale } = refused('CONFIG_SEQ_CONFLICT', `If-Match: the latest document is ${configSeq}`);
    return { refused: { ...stale, currentVersion: configSeq } };
  }
  const references = judgeDocument(state, principal.orgId, held, document);
  if ('refused' in references) return references;
  const instance = { ...configured, configSeq: configSeq + 1 };
  const config = staged(instance, { document, remark, userId: principal.userId, atNs, ...references });
  return [
    { kind: 'AlgoInstanceRecorded', instance },
    { kind: 'ConfigDocumentRecorded', config },
  ];
}

import type { AlgoVersionRow, ConfigDocumentRow } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { rowOf } from '../directory.ts';
import { refused } from '../refused.ts';
import { type Reference, type ReferenceKind, readBySchema } from './document-schema.ts';
import { readDocument } from './read-document.ts';
import { type AlgosState, versionName } from './state.ts';

export type References = Pick<ConfigDocumentRow, 'accountIds' | 'instrumentIds'>;

/**
 * What the platform itself judges of a document for a version: that it is loaded, that the text is an object in JSONC, that
 * every value is of the type that its schema states, and that what it refers to is there. What types do not say is for the
 * engine's verdict.
 *
 * A name in the place of an id is FIELD_TYPE_MISMATCH: the member that sent it did not know the version (ALG-17).
 */
export function judgeDocument(
  { directory, versions }: AlgosState,
  orgId: number,
  { pool, algoVersionId }: Pick<AlgoVersionRow, 'pool' | 'algoVersionId'>,
  text: string,
): References | Refused {
  const version = versions.get(versionName(pool, algoVersionId));
  if (version === undefined) {
    return refused('ALGO_VERSION_NOT_LOADED', `algoVersionId: ${pool} has not loaded version ${algoVersionId}`);
  }
  const { value, lacks } = readDocument(text);
  if (lacks !== undefined) return refused('INVALID_FIELD', `document: ${lacks}`);
  const { references, objections } = readBySchema(version.documentSchema, value);
  const unresolved = references.find((reference) => !Number.isInteger(reference.value));
  if (unresolved !== undefined) {
    const { path, kind } = unresolved;
    return refused(
      'FIELD_TYPE_MISMATCH',
      `document: ${path} must be the id of an ${kind}; no name was resolved for it`,
    );
  }
  const mistyped = objections.find(({ keyword }) => keyword === 'type');
  if (mistyped !== undefined) return refused('FIELD_TYPE_MISMATCH', `document: ${mistyped.text}`);

  const accountIds = idsOf(references, 'account');
  const instrumentIds = idsOf(references, 'instrument');
  // One text for another organisation's account and for one that nobody holds.
  const noAccount = accountIds.find((id) => rowOf(directory, 'accounts', id)?.orgId !== orgId);
  if (noAccount !== undefined) {
    return refused('INVALID_FIELD', `document: the organisation holds no account ${noAccount}`);
  }
  const noInstrument = instrumentIds.find((id) => !directory.instruments.has(id));
  if (noInstrument !== undefined) {
    return refused('INVALID_FIELD', `document: the platform holds no instrument ${noInstrument}`);
  }
  return { accountIds, instrumentIds };
}

/** Each once, in ascending order. */
function idsOf(references: readonly Reference[], kind: ReferenceKind): readonly number[] {
  const ids = references.filter((reference) => reference.kind === kind).map(({ value }) => value as number);
  return [...new Set(ids)].sort((a, b) => a - b);
}

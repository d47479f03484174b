import type { AlgoVersionRow, ConfigDocumentRow } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { rowOf } from '../directory.ts';
import { refused } from '../refused.ts';
import { type Reference, type ReferenceKind, readBySchema } from './document-schema.ts';
import { readDocument } from './read-document.ts';
import { type AlgosState, versionName } from './state.ts';

export type References = Pick<ConfigDocumentRow, 'accountIds' | 'instrumentIds'>;

/**
 * The platform's own checks of a document for a version: the version is loaded, the text is a JSONC object, every value
 * has the type of its schema, and its references exist. Everything beyond types is left to the engine's verdict.
 *
 * A name in place of an id is FIELD_TYPE_MISMATCH: the member that sent it did not know the version (ALG-17).
 */
export function judgeDocument(
  { directory, versions }: AlgosState,
  orgId: number,
  { pool, algoVersionId }: Pick<AlgoVersionRow, 'pool' | 'algoVersionId'>,
  text: string,
): References | Refused {
  const version = versions.get(versionName(pool, algoVersionId));
  if (version === undefined) {
    return refused('ALGO_VERSION_NOT_LOADED', `algoVersionId: ${pool} did not load version ${algoVersionId}`);
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
  // The same message for another organisation's account and for a missing one.
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

/** Each once, ascending. */
function idsOf(references: readonly Reference[], kind: ReferenceKind): readonly number[] {
  const ids = references.filter((reference) => reference.kind === kind).map(({ value }) => value as number);
  return [...new Set(ids)].sort((a, b) => a - b);
}

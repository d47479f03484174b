import type { AlgoManifest, AlgoVersionRow } from '../../gateway/facts.ts';
import type { ReferenceData } from './reference-data.ts';

/** What is stated of an algo version that an engine pool shall load. */
export interface AlgoVersionTerms {
  readonly pool: string;
  /** null: the next after the highest of the catalogue. */
  readonly algoVersionId: number | null;
  /** null, as with the schema: that of the same id in another pool, else of the pool's first version. */
  readonly manifest: AlgoManifest | null;
  readonly documentSchema: AlgoVersionRow['documentSchema'] | null;
}

/** The row, or why there can be none. */
export function loaded(
  data: ReferenceData,
  { pool, algoVersionId, manifest, documentSchema }: AlgoVersionTerms,
): AlgoVersionRow | string {
  const versions = data.versions();
  const id = algoVersionId ?? Math.max(0, ...versions.map((version) => version.algoVersionId)) + 1;
  const same = versions.filter((version) => version.algoVersionId === id);
  if (same.some((version) => version.pool === pool)) return `${pool} has loaded version ${id} already`;
  if (same.length > 0 && (manifest ?? documentSchema) !== null)
    return `version ${id} is loaded elsewhere, and an id means one version: leave manifest and documentSchema out`;
  const like = same[0] ?? versions.filter((version) => version.pool === pool).toSorted(byId)[0];
  const row = { manifest: manifest ?? like?.manifest, documentSchema: documentSchema ?? like?.documentSchema };
  if (row.manifest === undefined || row.documentSchema === undefined)
    return `${pool} has loaded nothing yet: state manifest and documentSchema`;
  return { algoVersionId: id, pool, manifest: row.manifest, documentSchema: row.documentSchema };
}

function byId(left: AlgoVersionRow, right: AlgoVersionRow): number {
  return left.algoVersionId - right.algoVersionId;
}

import { isDeepStrictEqual } from 'node:util';
import type { AlgoManifest, AlgoVersionRow } from '../../gateway/facts.ts';
import type { ReferenceData } from './reference-data.ts';

/** The terms of an algo version that an engine pool loads. */
export interface AlgoVersionTerms {
  readonly pool: string;
  /** null: the next after the highest of the catalogue. */
  readonly algoVersionId: number | null;
  /** null, as for the schema: that of the same id in another pool, otherwise of the pool's first version. */
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
  const of = manifest ?? like?.manifest;
  const schema = documentSchema ?? like?.documentSchema;
  if (of === undefined || schema === undefined)
    return `${pool} has loaded nothing yet: state manifest and documentSchema`;
  const runs = versions.filter((version) => version.manifest.name === of.name);
  // The engine selects an algo by its name and reads documents that the schema of that name admits.
  if (runs.length > 0 && !runs.some((version) => isDeepStrictEqual(version.documentSchema, schema)))
    return `${of.name} has documents of its own: leave documentSchema out, or give the manifest another name`;
  return { algoVersionId: id, pool, manifest: of, documentSchema: schema };
}

function byId(left: AlgoVersionRow, right: AlgoVersionRow): number {
  return left.algoVersionId - right.algoVersionId;
}

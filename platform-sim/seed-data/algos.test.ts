import { describe, expect, test } from 'vitest';
import type { AlgoInstanceRow, AlgoVersionRow, ConfigDocumentRow } from '../../gateway/facts.ts';
import { planOf } from '../engine/plans.ts';
import { readBySchema } from '../owners/algos/document-schema.ts';
import { readDocument } from '../owners/algos/read-document.ts';
import { ALGO_VERSIONS } from './algo-catalogue.ts';
import { algoStatements, NAMED_ALGOS, pastAlgoOrders } from './algos.ts';

const FACTS = algoStatements().flat();
const INSTANCES = FACTS.flatMap((fact): AlgoInstanceRow[] =>
  fact.kind === 'AlgoInstanceRecorded' ? [fact.instance] : [],
);
const DOCUMENTS = FACTS.flatMap((fact): ConfigDocumentRow[] =>
  fact.kind === 'ConfigDocumentRecorded' ? [fact.config] : [],
);

function versionOf({ algoVersionId, pool }: Pick<AlgoInstanceRow, 'algoVersionId' | 'pool'>): AlgoVersionRow {
  const version = ALGO_VERSIONS.find((row) => row.algoVersionId === algoVersionId && row.pool === pool);
  if (version === undefined) throw new Error(`${pool} did not load ${algoVersionId}`);
  return version;
}

function read(version: AlgoVersionRow, text: string) {
  const { value } = readDocument(text);
  if (value === undefined) throw new Error(`no document: ${text}`);
  return { value, ...readBySchema(version.documentSchema, value) };
}

const sorted = (ids: readonly unknown[]): readonly unknown[] => [...new Set(ids)].sort();

describe('the catalogue', () => {
  test('loads two algos in several versions into two pools, with one version for an id', () => {
    expect(sorted(ALGO_VERSIONS.map(({ pool }) => pool))).toEqual(['pool-a', 'pool-b']);
    expect(sorted(ALGO_VERSIONS.map(({ manifest }) => manifest.name))).toEqual(['basket', 'quoter']);
    for (const { algoVersionId, manifest, documentSchema } of ALGO_VERSIONS) {
      const same = ALGO_VERSIONS.filter((row) => row.algoVersionId === algoVersionId);
      for (const row of same) expect(row).toMatchObject({ manifest, documentSchema });
    }
  });

  test.each(ALGO_VERSIONS.map((version) => [`${version.pool}/${version.algoVersionId}`, version] as const))(
    '%s has a valid schema, and the engine has a plan',
    (_, version) => {
      const objections = read(version, '{ "never": 1 }').objections.map(({ keyword }) => keyword);
      expect(objections).not.toContain('$schema');
      expect(objections).toContain('additionalProperties');
      expect(planOf(version, { legs: [] })).toBeDefined();
    },
  );

  test('types references in objects, in lists and at the top', () => {
    const basket = versionOf({ algoVersionId: 4, pool: 'pool-a' });
    const text =
      '{ "legs": [{ "account": 1, "instrument": 2, "side": "BUY", "qty": "1" }], "watch": [3], "hedge": { "account": 4 } }';
    expect(read(basket, text)).toMatchObject({
      objections: [],
      references: [
        { kind: 'account', value: 1, path: 'legs.0.account' },
        { kind: 'instrument', value: 2, path: 'legs.0.instrument' },
        { kind: 'instrument', value: 3, path: 'watch.0' },
        { kind: 'account', value: 4, path: 'hedge.account' },
      ],
    });
  });
});

describe('the beginning of a world', () => {
  test.each(INSTANCES.map((row) => [row.displayName, row] as const))(
    '%s has the documents that its row counts',
    (_, row) => {
      const own = DOCUMENTS.filter(({ instanceId }) => instanceId === row.instanceId);
      expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: row.configSeq }, (_unused, index) => index + 1));
      expect(own.findLast(({ outcome }) => outcome === 'APPLIED')?.seq ?? null).toBe(row.appliedConfigSeq);
    },
  );

  // The world states the engine's verdicts.
  test.each(DOCUMENTS.map((config) => [`${config.instanceId}/${config.seq}`, config] as const))(
    'document %s has valid references, and the verdict that the engine would give',
    (_, config) => {
      const row = INSTANCES.find(({ instanceId }) => instanceId === config.instanceId);
      const { references, objections } = read(versionOf(row as AlgoInstanceRow), config.document);
      const ids = (kind: string) =>
        sorted(references.flatMap((reference) => (reference.kind === kind ? [reference.value] : [])));
      expect([config.accountIds, config.instrumentIds]).toEqual([ids('account'), ids('instrument')]);
      expect(config.detail).toBe(objections[0]?.text ?? null);
      expect(config.outcome).toBe(objections.length === 0 ? 'APPLIED' : 'REFUSED');
    },
  );

  test('has placed all orders of the started instance', () => {
    const started = INSTANCES.find(({ instanceId }) => instanceId === NAMED_ALGOS.algoInstance.id) as AlgoInstanceRow;
    const latest = DOCUMENTS.findLast(({ instanceId }) => instanceId === started.instanceId);
    const version = versionOf(started);
    const plan = planOf(version, read(version, latest?.document ?? '').value);
    expect(pastAlgoOrders()).toHaveLength(plan?.times ?? 0);
    for (const order of pastAlgoOrders()) expect(order).toMatchObject(plan?.legs[0] ?? {});
  });
});

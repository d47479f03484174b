import { describe, expect, test } from 'vitest';
import { registerKeyOf } from '../../gateway/contract/register.ts';
import type { Fact, RegisterFact } from '../../gateway/facts.ts';
import { type Directory, EMPTY_DIRECTORY, recordIn } from '../owners/directory.ts';
import { capsOf } from '../owners/orders/caps.ts';
import { atSharedScale } from '../owners/register/shared-scale.ts';
import { buildWorld } from './build-world.ts';
import { NAMED_INSTRUMENTS } from './market.ts';
import { PRINCIPALS } from './organisations.ts';
import { POLICY_FACTS } from './policies.ts';

type PolicyFact = Extract<RegisterFact, { family: `${string}-policies` }>;

const FAMILIES = ['asset-policies', 'chain-policies', 'trading-policies'] as const;

const isPolicy = (fact: Fact): fact is PolicyFact =>
  fact.kind === 'RegisterRecorded' && (FAMILIES as readonly string[]).includes(fact.family);
const POLICIES = POLICY_FACTS.filter(isPolicy);
const directory = buildWorld({ seed: 1, size: 'small' }).statements.flat().reduce<Directory>(recordIn, EMPTY_DIRECTORY);

describe.each(FAMILIES)('%s', (family) => {
  const facts = POLICIES.filter((fact) => fact.family === family);
  const ofFirst = facts.filter(({ row }) => row.orgId === 1);

  test('the first organisation has a row in every state, and the second one has its own', () => {
    expect(new Set(ofFirst.map(({ row }) => `${row.status} ${row.pendingTransition ?? ''}`.trim()))).toEqual(
      new Set(['ACTIVE', 'ACTIVE AMEND', 'PROPOSED', 'HALTED', 'RETIRED', 'WITHDRAWN']),
    );
    expect(facts.filter(({ row }) => row.orgId === 2)).toHaveLength(1);
  });

  test('ids are unique', () => {
    const ids = facts.map((fact) => registerKeyOf(fact.family, fact.row));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('waiting changes may be approved by the admin or by the approver, for any reader', () => {
    const deputy = PRINCIPALS.findIndex(({ name }) => name === 'deputy') + 1;
    for (const { row } of ofFirst.filter(({ row }) => row.status === 'PROPOSED' || row.pendingTransition !== null)) {
      expect(row).toMatchObject({ proposedByUserId: deputy, approvedByUserId: null });
    }
  });

  test('an amendment has other approved terms; every other row has those of its state', () => {
    for (const { row, approved } of facts) {
      if (row.status === 'PROPOSED' || row.status === 'WITHDRAWN') expect(approved).toBeNull();
      else if (row.pendingTransition === null) expect(approved).toBeUndefined();
      else {
        expect(approved).toMatchObject({ status: 'ACTIVE', pendingTransition: null, version: row.version - 1 });
        const terms = (of: typeof row | null | undefined) =>
          Object.entries(of ?? {}).filter(([name]) => name.startsWith('max') || name.startsWith('min'));
        expect(terms(approved)).not.toEqual(terms(row));
      }
    }
  });

  test('names existing rows, and writes amounts as its owner does', () => {
    for (const { row, approved } of facts) {
      if ('instrumentId' in row) {
        expect(row.instrumentId === null || directory.instruments.has(row.instrumentId)).toBe(true);
        continue;
      }
      const asset = directory.assets.get(row.assetId ?? 0);
      expect(row.assetId === null).toBe(asset === undefined);
      for (const of of [row, approved ?? row]) {
        const amounts = Object.fromEntries(Object.entries(of).filter(([name]) => name.endsWith('Amount')));
        expect(atSharedScale(amounts, asset?.unitScale ?? 0)).toEqual({ amounts });
      }
    }
  });
});

test('a policy halts one instrument only, and no fixture names it', () => {
  const halted = [...directory.instruments.keys()].filter((id) => capsOf(directory, 1, id).halted !== undefined);
  expect(halted).toEqual([NAMED_INSTRUMENTS.governed.id]);
  expect(JSON.stringify(buildWorld({ seed: 1, size: 'small' }).fixtures)).not.toContain(
    NAMED_INSTRUMENTS.governed.symbol,
  );
});

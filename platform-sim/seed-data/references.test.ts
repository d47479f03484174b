import { describe, expect, test } from 'vitest';
import type { RegisterFamily, RegisterRows } from '../../gateway/facts.ts';
import { buildWorld } from './build-world.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';

describe.each(['small', 'large'] as const)('a %s world', (size) => {
  const facts = buildWorld({ seed: 1, size }).statements.flat();
  const rows = <Family extends RegisterFamily>(family: Family): readonly RegisterRows[Family][] =>
    facts.flatMap((fact) =>
      fact.kind === 'RegisterRecorded' && fact.family === family ? [fact.row as RegisterRows[Family]] : [],
    );
  const assets = facts.flatMap((fact) => (fact.kind === 'AssetRecorded' ? [fact.asset.assetId] : []));

  test('binds accounts to portfolios of their own organisation', () => {
    const portfolios = new Map(rows('portfolios').map((row) => [row.portfolioId, row.orgId]));
    for (const { orgId, portfolioId } of rows('accounts')) {
      if (portfolioId !== null) expect(portfolios.get(portfolioId)).toBe(orgId);
    }
  });

  test('gives addresses to accounts of their own organisation, for existing assets', () => {
    const accounts = new Map(rows('accounts').map((row) => [row.accountId, row.orgId]));
    for (const { orgId, accountId, assetId } of rows('account-addresses')) {
      expect(accounts.get(accountId)).toBe(orgId);
      if (assetId !== null) expect(assets).toContain(assetId);
    }
  });

  test('has an organisation that its sponsor’s admin may approve, and its proposer may not', () => {
    const proposed = rows('orgs').find(({ orgId }) => orgId === ORG_IDS.proposed);
    expect(proposed).toMatchObject({
      status: 'PENDING_ACTIVATION',
      sponsorOrgId: ORG_IDS.first,
      proposedByUserId: userIdOf('deputy'),
    });
    expect(rows('users').find(({ userId }) => userId === proposed?.proposedByUserId)?.subject).toBe('deputy');
    expect(rows('users').filter(({ orgId }) => orgId === ORG_IDS.proposed)).toEqual([]);
  });
});

import type { FamilyRules } from './family.ts';
import { changed, recorded } from './write.ts';

/** Portfolios group accounts; no change of one waits for approval. */
export const portfolios: FamilyRules<'portfolios'> = {
  needs: { create: 'users:manage', restate: 'users:manage' },
  create: ({ orgId }, portfolioId, { displayName }) =>
    recorded('portfolios', { portfolioId, orgId, displayName, version: 1 }),
  restate: (_, { row }, { displayName }) => recorded('portfolios', changed(row, { displayName })),
  move: () => [],
};

import { expect, test } from 'vitest';
import { rowOf, SampleRegister } from '../../testing/sample-register.ts';

test('a portfolio is created and renamed', () => {
  const sample = new SampleRegister();
  const created = rowOf(
    'portfolios',
    sample.send({ kind: 'create', family: 'portfolios', terms: { displayName: 'A' } }),
  );
  expect(created).toMatchObject({ orgId: 1, displayName: 'A', version: 1 });
  const renamed = sample.send({
    kind: 'restate',
    family: 'portfolios',
    id: created.portfolioId,
    ifMatch: '1',
    terms: { displayName: 'B' },
  });
  expect(rowOf('portfolios', renamed)).toEqual({ ...created, displayName: 'B', version: 2 });
});

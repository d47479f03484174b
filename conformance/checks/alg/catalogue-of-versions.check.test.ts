import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { catalogueOfVersions } from './catalogue-of-versions.check.ts';

const ROW = {
  algoVersionId: 1,
  pool: 'a',
  manifest: { name: 'quoter', version: '1.0.0' },
  documentSchema: { type: 'object' },
};
const page = (...items: object[]) => answer('GET /algos/versions', { status: 200, body: { items } });
const without = (name: keyof typeof ROW) => ({ ...ROW, [name]: undefined });

test.each([
  ['each once', page(ROW, { ...ROW, pool: 'b' }, { ...ROW, algoVersionId: 2 }), 'pass', 'pass'],
  ['under other names', page({ ...ROW, documentSchema: undefined, params: { $ref: '#' } }), 'pass', 'violated'],
  ['with another manifest', page({ ...ROW, manifest: { author: 'x' } }), 'pass', 'violated'],
  ['one twice', page(ROW, ROW), 'violated', 'violated'],
  ['without manifest', page(without('manifest')), 'violated', 'violated'],
  ['with an empty manifest', page({ ...ROW, manifest: {} }), 'violated', 'violated'],
  ['without schema', page(ROW, without('documentSchema')), 'violated', 'violated'],
  ['with a schema in text', page({ ...ROW, documentSchema: '{"type":"object"}' }), 'violated', 'violated'],
  ['of no pool', page(without('pool')), 'violated', 'violated'],
  ['of no id', page({ ...ROW, algoVersionId: '1' }), 'violated', 'violated'],
  ['refused', answer('GET /algos/versions', { status: 403, code: 'FORBIDDEN' }), 'violated', 'violated'],
  ['none', page(), 'inconclusive', 'inconclusive'],
])('%s', (_, catalogue, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(catalogueOfVersions, historyOf({ catalogue }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

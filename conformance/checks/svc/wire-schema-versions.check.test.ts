import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { wireSchemaVersions } from './wire-schema-versions.check.ts';

const info = {
  'x-service-register-schema': '114.v7',
  'x-service-orders-schema': '111.v2',
  'x-service-custody-schema': '115.v1',
  'x-service-algos-schema': '121.v0',
};

test.each([
  ['all four', info, '0.14.0', 'pass'],
  ['no algos schema before 0.11.0', { ...info, 'x-service-algos-schema': undefined }, '0.10.0', 'pass'],
  ['no algos schema from 0.11.0', { ...info, 'x-service-algos-schema': undefined }, '0.11.0', 'violated'],
  ['no register schema', { ...info, 'x-service-register-schema': undefined }, '0.14.0', 'violated'],
  ['an older orders schema', { ...info, 'x-service-orders-schema': '111.v1' }, '0.14.0', 'violated'],
  ['a custody schema that is a number', { ...info, 'x-service-custody-schema': 115 }, '0.14.0', 'violated'],
])('%s', (_, of, rest, verdict) => {
  const document = answer('GET /openapi.json', { status: 200, body: { info: of, paths: {} } });
  expect(judged(wireSchemaVersions, historyOf({ document }, { rest })).verdict).toBe(verdict);
});

test('without a document there is nothing to judge', () => {
  const history = historyOf({ document: answer('GET /openapi.json', { status: 503, code: 'NOT_PRIMED' }) });
  expect(judged(wireSchemaVersions, history).verdict).toBe('inconclusive');
});

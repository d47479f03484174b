import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { contractDocumentVersion } from './contract-document-version.check.ts';

const good = { openapi: '3.1.0', info: { version: '0.14.0' } };

test.each([
  ['the version that the target claims', 200, good, 'pass'],
  ['OpenAPI 3.0', 200, { ...good, openapi: '3.0.3' }, 'pass'],
  ['another version', 200, { ...good, info: { version: '0.13.0' } }, 'violated'],
  ['no version', 200, { ...good, info: {} }, 'violated'],
  ['Swagger 2', 200, { ...good, openapi: '2.0' }, 'violated'],
  ['no document', 404, good, 'violated'],
])('%s', (_, status, body, verdict) => {
  const history = historyOf({ document: answer('GET /openapi.json', { status, body }) });
  expect(judged(contractDocumentVersion, history).verdict).toBe(verdict);
});

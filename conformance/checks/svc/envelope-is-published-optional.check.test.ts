import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { envelopeIsPublishedOptional } from './envelope-is-published-optional.check.ts';

const string = { type: 'string' };
const properties = { code: string, message: string, requestId: string, retryable: { type: 'boolean' } };

function verdictOf(body: object): string {
  const schema = { type: 'object', properties: { error: { $ref: '#/components/schemas/ErrorBody' } } };
  const refusal = { content: { 'application/json': { schema } } };
  const document = {
    paths: { '/me': { get: { responses: { 200: {}, 401: refusal } } } },
    components: { schemas: { ErrorBody: body } },
  };
  const served = answer('GET /openapi.json', { status: 200, body: document });
  return judged(envelopeIsPublishedOptional, historyOf({ document: served })).verdict;
}

test.each([
  ['three optional properties', { properties, required: ['code'] }, 'pass'],
  ['nothing required', { properties }, 'pass'],
  ['message required', { properties, required: ['code', 'message'] }, 'violated'],
  ['requestId required', { properties, required: ['requestId'] }, 'violated'],
  ['retryable required', { properties, required: ['retryable'] }, 'violated'],
  ['retryable not published', { properties: { ...properties, retryable: undefined } }, 'violated'],
  ['no envelope published', {}, 'violated'],
])('%s', (_, body, verdict) => {
  expect(verdictOf(body)).toBe(verdict);
});

import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { responsesOfEveryWriteFitTheDocument } from './responses-of-every-write-fit-the-document.check.ts';

const row = {
  type: 'object',
  required: ['portfolioId'],
  properties: { portfolioId: { type: 'integer' } },
  additionalProperties: false,
};
const post = { responses: { 201: { content: { 'application/json': { schema: row } } } } };
const document = answer('GET /openapi.json', {
  status: 200,
  body: { openapi: '3.1.0', info: { version: '0.14.0' }, paths: { '/portfolios': { post } } },
});
const created = (body: object) => answer('POST /portfolios', { status: 201, position: 7, body });

test.each([
  ['as it is published', created({ portfolioId: 7 }), 'pass', 'pass'],
  ['without what is required', created({}), 'violated', 'violated'],
  ['of another type', created({ portfolioId: '7' }), 'violated', 'violated'],
  ['with what a newer member adds', created({ portfolioId: 7, added: 1 }), 'pass', 'violated'],
  ['of a write that is not published', answer('POST /users', { status: 201, body: {} }), 'violated', 'violated'],
])('an answer %s', (_, swept, deployed, strict) => {
  const samples = { document, swept, 'document again': document };
  const verdicts = [false, true].map(
    (is) => judged(responsesOfEveryWriteFitTheDocument, historyOf(samples, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

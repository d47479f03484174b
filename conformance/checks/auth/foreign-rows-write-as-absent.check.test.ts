import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { foreignRowsWriteAsAbsent } from './foreign-rows-write-as-absent.check.ts';

const notFound = { status: 404, code: 'NOT_FOUND' };
const malformed = { status: 400, code: 'MALFORMED_REQUEST' };
const lacking = { status: 503, code: 'INTAKE_UNAVAILABLE' };
const unbound = { status: 422, code: 'INVALID_FIELD', position: 9 };

test.each<[string, [AnswerOptions, AnswerOptions], [AnswerOptions, AnswerOptions], string, string]>([
  ['as absent', [notFound, notFound], [unbound, unbound], 'pass', 'pass'],
  ['of a surface that the member lacks', [lacking, lacking], [unbound, unbound], 'pass', 'pass'],
  ['written', [notFound, { status: 200 }], [unbound, unbound], 'violated', 'violated'],
  ['denied', [notFound, { status: 403, code: 'CAPABILITY_DENIED' }], [unbound, unbound], 'violated', 'violated'],
  ['in a body that is not taken', [malformed, malformed], [malformed, malformed], 'pass', 'violated'],
  ['bound to', [notFound, notFound], [unbound, { status: 201 }], 'violated', 'violated'],
  ['bound to neither, by two codes', [notFound, notFound], [unbound, notFound], 'violated', 'violated'],
])('%s', (_, inPath, inBody, deployed, strict) => {
  const samples = {
    'absent 9: row': answer('PUT /portfolios/9', inPath[0]),
    'foreign 7: row': answer('PUT /portfolios/7', inPath[1]),
    'absent 9: body': answer('POST /accounts', inBody[0]),
    'foreign 7: body': answer('POST /accounts', inBody[1]),
  };
  const verdicts = [false, true].map(
    (is) => judged(foreignRowsWriteAsAbsent, historyOf(samples, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

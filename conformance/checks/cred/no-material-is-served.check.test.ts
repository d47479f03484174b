import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noMaterialIsServed } from './no-material-is-served.check.ts';

const created = answer('POST /credentials', { status: 201, position: 9, body: { credentialId: 7 } });
const door = answer('POST /credentials', { status: 400, code: 'MALFORMED_REQUEST' });
const other = (of: Partial<AnswerOptions>) => answer('GET /credentials', { status: 200, ...of });

test.each<[string, readonly Sample[], Sample, string]>([
  ['nothing of it', [created], other({ body: { items: [{ credentialId: 7 }] } }), 'pass'],
  ['in a row', [created], other({ body: { items: [{ key: '<material>' }] } }), 'violated'],
  ['in a header', [created], other({ headers: { Location: '/<material>' } }), 'violated'],
  ['encoded', [created], other({ body: 'bm90 <material, base64>' }), 'violated'],
  ['in a message', [created], other({ status: 400, code: 'ANY', message: 'bad key <material>' }), 'violated'],
  ['none was taken', [door], other({}), 'inconclusive'],
  ['none was taken, and it is told', [door], other({ body: '<material>' }), 'violated'],
  ['none was sent', [], other({}), 'inconclusive'],
])('%s', (_, sent, seen, verdict) => {
  expect(judged(noMaterialIsServed, historyOf({ created: sent, seen })).verdict).toBe(verdict);
});

import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rejectionStatesItsLegs } from './rejection-states-its-legs.check.ts';

const reason = { enum: ['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION'] };
const document = { components: { schemas: { OrderRejected: { properties: { reason } } } } };
const good = { reason: 'TICK_SIZE_VIOLATION', observedValue: '0.011', limitValue: '0.01' };

test.each([
  ['each at its own scale', document, good, true, 'pass'],
  ['no legs', document, { reason: 'TICK_SIZE_VIOLATION', observedValue: null, limitValue: null }, true, 'pass'],
  ['one scale for both', document, { ...good, limitValue: '0.010' }, true, 'violated'],
  ['one scale for both, elsewhere', document, { ...good, limitValue: '0.010' }, false, 'pass'],
  ['a scaled integer', document, { ...good, observedValue: 11 }, false, 'violated'],
  ['no decimal', document, { ...good, limitValue: 'a tick' }, false, 'violated'],
  ['a reason of its own', document, { ...good, reason: 'OFF_GRID' }, false, 'violated'],
  ['no reasons published', {}, good, false, 'inconclusive'],
  ['no rejection', document, null, false, 'inconclusive'],
])('%s', (_, published, rejection, strict, verdict) => {
  const history = historyOf(
    {
      document: answer('GET /openapi.json', { status: 200, body: published }),
      record: answer('GET /operations/key-00000001', { status: 200, body: { outcome: { rejection } } }),
    },
    { strict },
  );
  expect(judged(rejectionStatesItsLegs, history).verdict).toBe(verdict);
});

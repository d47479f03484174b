import { expect, test } from 'vitest';
import { ANY_TARGET } from '../client/target-facts.ts';
import { answer } from '../testing/sample-history.ts';
import { History } from './history.ts';
import { inconclusive } from './judgement.ts';
import { notTaken, unlessAssumed } from './unless-assumed.ts';

const refused = answer('POST /portfolios', { status: 400, code: 'MALFORMED_REQUEST' })(1, null);
const busy = answer('POST /portfolios', { status: 503, code: 'NOT_PRIMED' })(1, null);
const why = 'nothing was created in /portfolios';

function judged(strict: boolean, answered = refused, judgement = notTaken(why)) {
  return unlessAssumed(judgement, new History([answered], { ...ANY_TARGET, strict }));
}

test('a refused body that is only assumed is not exercised, and the reason says where to state another', () => {
  const judgement = judged(false);
  expect(judgement.verdict).toBe('not-exercised');
  expect(judgement).toHaveProperty('why', expect.stringContaining('MALFORMED_REQUEST'));
  expect(judgement).toHaveProperty('why', expect.stringContaining('bodies["POST /portfolios"]'));
});

test('the claim stays inconclusive on the sandbox, with a busy member, and with another obstacle', () => {
  expect(judged(true).verdict).toBe('inconclusive');
  expect(judged(false, busy).verdict).toBe('inconclusive');
  expect(judged(false, refused, inconclusive(why)).verdict).toBe('inconclusive');
});

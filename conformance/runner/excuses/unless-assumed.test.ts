import { expect, test } from 'vitest';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { LEFT_OUT } from '../../member/exchange/left-out.ts';
import type { Note } from '../../member/exchange/note.ts';
import { ANY_TARGET } from '../../member/profile/target-facts.ts';
import { answer } from '../../testing/sample-history.ts';
import { History } from '../history.ts';
import { inconclusive } from '../judgement.ts';
import { excused } from './excused.ts';
import { notTaken } from './unless-assumed.ts';

const refused = answer('POST /portfolios', { status: 400, code: 'MALFORMED_REQUEST' })(1, null);
const headers = { 'Retry-After': '1' };
const busy = answer('POST /portfolios', { status: 503, code: 'NOT_PRIMED', retryable: true, headers })(1, null);
const why = 'nothing was created in /portfolios';

interface Seen {
  readonly answered?: readonly Exchange[];
  readonly notes?: readonly Note[];
  readonly strict?: boolean;
}

function judged(strict: boolean, answered = refused, judgement = notTaken(why)) {
  return excused(judgement, new History([answered], { ...ANY_TARGET, strict }));
}

test('a refused body that is only assumed is not exercised, and the reason says where to state another', () => {
  const judgement = judged(false);
  expect(judgement.verdict).toBe('not-exercised');
  expect(judgement).toHaveProperty('why', expect.stringContaining('MALFORMED_REQUEST'));
  expect(judgement).toHaveProperty('why', expect.stringContaining('bodies["POST /portfolios"]'));
});

const leftOut = {
  n: 1,
  atMs: 1,
  label: LEFT_OUT,
  value: 'the document lists no portfolioId in the body of PUT /portfolios/{id}',
};

test.each([
  ['what was left out is not exercised', { notes: [leftOut] }, 'not-exercised'],
  ['a busy member answered as well', { notes: [leftOut], answered: [busy] }, 'inconclusive'],
  ['nothing was left out', {}, 'inconclusive'],
  ['the sandbox leaves nothing out', { notes: [leftOut], strict: true }, 'inconclusive'],
] as const)('%s', (_, { answered = [], notes = [], strict = false }: Seen, verdict) => {
  const history = new History(answered, { ...ANY_TARGET, strict }, [], notes);
  const judgement = excused(inconclusive('nothing to judge came about'), history);
  expect(judgement.verdict).toBe(verdict);
  if (verdict === 'not-exercised') expect(judgement).toHaveProperty('why', leftOut.value);
});

test('the claim stays inconclusive on the sandbox, with a busy member, and with another obstacle', () => {
  expect(judged(true).verdict).toBe('inconclusive');
  expect(judged(false, busy).verdict).toBe('inconclusive');
  expect(judged(false, refused, inconclusive(why)).verdict).toBe('inconclusive');
});

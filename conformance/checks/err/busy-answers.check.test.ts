import { metLabel } from '../../member/exchange/met-answers.ts';
import { blames, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';

const met = (of: Partial<AnswerOptions> = {}) => {
  const usual = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
  return [answer(of.key === undefined ? 'GET /orders' : 'POST /orders', { ...usual, ...of })];
};
const told = (...[of]: Parameters<typeof met>) => ({ [metLabel('busy')]: met(of) });
const IN_FLIGHT = { status: 429, code: 'IN_FLIGHT_FULL', key: 'k' };
const REPLICA = { status: 503, code: 'NOT_SERVING', key: 'k', retryable: false };

blames(
  'err/busy-answers-keep-the-rules',
  told,
  [
    ['a 503 that keeps them', {}, 'pass'],
    ['a 429 that keeps them', IN_FLIGHT, 'pass'],
    ['a code of a newer member', { code: 'MAINTENANCE' }, 'pass'],
    ['a surface that is not there', { code: 'ALGOS_UNAVAILABLE', retryable: false }, 'pass'],
    ['a recorded ceiling', { status: 429, code: 'RATE_CEILING', key: 'k', position: 7, retryable: false }, 'pass'],
    ['a full inbox as a 503', { code: 'INBOX_FULL', key: 'k' }, ['ERR-16']],
    ['the code of no busy answer', { code: 'NOT_FOUND' }, ['ORD-18']],
    ['a replica, as far as the profile says', REPLICA, 'pass'],
  ],
  {},
);

blames('err/busy-answers-keep-the-rules', told, [['no replica', REPLICA, ['ERR-14']]], { target: { replica: false } });

judgesOf('err/busy-answers-keep-the-rules', () => [], [['never busy', 'not-exercised']]);

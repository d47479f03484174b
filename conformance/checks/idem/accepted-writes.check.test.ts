import { metLabel } from '../../member/exchange/met-answers.ts';
import { blames, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, noted, type Sample } from '../../testing/sample-history.ts';

const promise = (location: string | null) =>
  answer('POST /orders', { status: 202, key: 'k', headers: location === null ? {} : { Location: location }, body: {} });
const good = promise('/operations/k');
const looked = (of: AnswerOptions) => answer('GET /operations/k', of);
const outcome = (status: string) => looked({ status: 200, body: { key: 'k', outcome: { status } } });
const unknown = looked({ status: 404, code: 'UNKNOWN_OPERATION' });
const [ACCEPTED, UNSETTLED] = [metLabel('accepted'), metLabel('unsettled')];

blames('idem/accepted-writes-are-carried-out', (accepted: Sample) => ({ [ACCEPTED]: accepted }), [
  ['names its operation', good, 'pass'],
  ['below another address', promise('https://gateway.example/trading/operations/k'), 'pass'],
  ['names another key', promise('/operations/another'), ['IDEM-11']],
  ['names none', promise(null), ['IDEM-11']],
]);

blames(
  'idem/accepted-writes-are-carried-out',
  (waitedMs: number, ...looks: Sample[]) => ({
    [UNSETTLED]: good,
    'look at k': looks,
    waited: noted(waitedMs),
  }),
  [
    ['it comes to its outcome', 0, outcome('PENDING'), outcome('SUCCEEDED'), 'pass'],
    ['another member knows it later', 4_000, unknown, outcome('SUCCEEDED'), 'pass'],
    ['it is never known', 120_000, unknown, unknown, ['IDEM-12']],
    ['it is pending for ever', 120_000, outcome('PENDING'), outcome('PENDING'), ['IDEM-12']],
    ['the run has no patience', 2_000, outcome('PENDING'), 'not-exercised'],
    [
      'its outcome shows no progress',
      120_000,
      looked({ status: 200, body: { outcome: { family: 'orders' } } }),
      'not-exercised',
    ],
    ['the last look is refused', 120_000, looked({ status: 403, code: 'ORG_NOT_ACTIVE' }), 'inconclusive'],
  ],
);

judgesOf('idem/accepted-writes-are-carried-out', () => [], [['no 202', 'not-exercised']]);

import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
const malformed = post(DOOR);
const served = { status: 201, position: 7n };
const placed = post(served);

const NO_KEYS = ['no key', 'an empty key', 'a key with a space', 'a key past ASCII', 'a key of 300 characters'];

judges(
  'idem/key-is-required',
  {
    ...Object.fromEntries(NO_KEYS.flatMap((what) => [`submit, ${what}`, `cancel, ${what}`]).map((k) => [k, malformed])),
    'submit, a key': placed,
    'cancel, a key': placed,
  },
  [
    ['an order that is refused under a key, too', { 'submit, a key': malformed }, 'inconclusive'],
    ['a cancel that is refused under a key, too', { 'cancel, a key': malformed }, 'inconclusive'],
  ],
);

const tried = (came: AnswerOptions, body: object = { displayName: 'ours' }) =>
  answer('POST /portfolios', { ...came, sentBody: body });
const portfolios = (...items: readonly object[]) => answer('GET /portfolios', { status: 200, body: { items } });
const other = { portfolioId: 1, displayName: 'theirs' };
const ours = { portfolioId: 2, displayName: 'ours' };
const invalid = tried({ status: 422, code: 'INVALID_FIELD' });

judgesOf(
  'idem/key-is-required-on-every-write',
  (without: Sample, over: Readonly<Record<string, Sample>>) => {
    const taken = tried({ status: 201, position: 9, body: { portfolioId: 7 } });
    const of = { before: portfolios(other), 'no key': without, after: portfolios(other), taken, ...over };
    return Object.fromEntries(Object.entries(of).map(([what, e]) => [`${what}: POST /portfolios`, e]));
  },
  [
    [
      'refused, while another makes one',
      tried(DOOR),
      { after: portfolios(other, { ...ours, displayName: 'new' }) },
      'pass',
    ],
    ['refused for a body that is not taken either', invalid, { taken: invalid }, 'pass'],
  ],
);

judges('idem/body-user-is-refused', { placed, submit: malformed, cancel: answer('POST /orders/1/cancel', DOOR) }, [
  ['refused, as any order is', { placed: malformed }, 'not-exercised'],
]);

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const cancelled = { status: 200, position: 9n };
const keyReused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false };

judges(
  'idem/key-is-bound-to-its-operation',
  {
    first: post(first),
    cancelled: post(cancelled),
    'another operation': post(keyReused),
    'another resource': post(keyReused),
    retried: post({ ...first, replay: true }),
  },
  [['no order to begin with', { first: post({ status: 403, code: 'CAPABILITY_DENIED' }) }, 'inconclusive']],
);

const FLAWS = [
  'a price past the grammar',
  'a user of its own',
  'a symbol that nothing holds',
  'an account name that nothing holds',
];
const notLive = post({ status: 422, code: 'INSTRUMENT_NOT_LIVE', position: 6n });

judges(
  'idem/door-refusal-leaves-the-key-free',
  Object.fromEntries(
    FLAWS.flatMap((what) => [
      [`refused for ${what}`, malformed],
      [`corrected of ${what}`, placed],
    ]),
  ),
  [
    ['refused by an owner', { 'refused for a symbol that nothing holds': notLive }, 'inconclusive'],
    ['not refused', { 'refused for a user of its own': placed }, 'inconclusive'],
  ],
);

const interrupted = { status: 500, code: 'INTERRUPTED', retryable: true };

judges('idem/interrupted-write-may-be-sent-again', { interrupted: post(interrupted), 'sent again': placed }, [
  ['under another status', { interrupted: post({ ...interrupted, status: 409 }) }, 'pass'],
]);

import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import {
  doorRefusalLeavesTheKeyFree,
  interruptedWriteMayBeSentAgain,
  keyIsBoundToItsOperation,
  unreadableKeyIsNotServing,
} from './key-bindings.check.ts';
import { bodyUserIsRefused, keyIsRequired, keyIsRequiredOnEveryWrite } from './keys.check.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
const malformed = post(DOOR);
const served = { status: 201, position: 7n };
const placed = post(served);

const NO_KEYS = ['no key', 'an empty key', 'a key with a space', 'a key past ASCII', 'a key of 300 characters'];

judges(
  keyIsRequired,
  {
    ...Object.fromEntries(NO_KEYS.flatMap((what) => [`submit, ${what}`, `cancel, ${what}`]).map((k) => [k, malformed])),
    'submit, a key': placed,
    'cancel, a key': placed,
  },
  [
    ['every write refused', {}, 'pass'],
    ['one taken without a key', { 'submit, no key': placed }, 'violated'],
    ['an order that is refused under a key, too', { 'submit, a key': malformed }, 'inconclusive'],
    ['a cancel that is refused under a key, too', { 'cancel, a key': malformed }, 'inconclusive'],
    ['one judged by an owner', { 'cancel, an empty key': post({ ...DOOR, position: 7n }) }, 'violated'],
    [
      'one refused in another way',
      { 'cancel, a key past ASCII': post({ status: 404, code: 'NOT_FOUND' }) },
      'violated',
    ],
    ['one that is retryable', { 'submit, a key with a space': post({ ...DOOR, retryable: true }) }, 'violated'],
  ],
);

const tried = (came: AnswerOptions, body: object = { displayName: 'ours' }) =>
  answer('POST /portfolios', { ...came, sentBody: body });
const portfolios = (...items: readonly object[]) => answer('GET /portfolios', { status: 200, body: { items } });
const other = { portfolioId: 1, displayName: 'theirs' };
const ours = { portfolioId: 2, displayName: 'ours' };
const invalid = tried({ status: 422, code: 'INVALID_FIELD' });

judgesOf(
  keyIsRequiredOnEveryWrite,
  (without: Sample, over: Readonly<Record<string, Sample>>) => {
    const taken = tried({ status: 201, position: 9, body: { portfolioId: 7 } });
    const of = { before: portfolios(other), 'no key': without, after: portfolios(other), taken, ...over };
    return Object.fromEntries(Object.entries(of).map(([what, e]) => [`${what}: POST /portfolios`, e]));
  },
  [
    ['refused', tried(DOOR), {}, 'pass'],
    ['taken', tried({ status: 201, position: 8 }), {}, 'violated'],
    ['refused by the owner', tried({ status: 403, code: 'CAPABILITY_DENIED', position: 8 }), {}, 'violated'],
    ['refused with a position', tried({ ...DOOR, position: 8 }), {}, 'violated'],
    ['refused as retryable', tried({ ...DOOR, retryable: true }), {}, 'violated'],
    ['refused as something else', invalid, {}, 'violated'],
    ['refused, and made all the same', tried(DOOR), { after: portfolios(other, ours) }, 'violated'],
    [
      'refused, while another makes one',
      tried(DOOR),
      { after: portfolios(other, { ...ours, displayName: 'new' }) },
      'pass',
    ],
    ['refused for a body that is not taken either', invalid, { taken: invalid }, 'pass'],
  ],
);

const portfolio = (version: number) =>
  answer('GET /portfolios/7', { status: 200, body: { portfolioId: 7, displayName: `named ${version} times` } });

judges(
  keyIsRequiredOnEveryWrite,
  {
    'before: PUT /portfolios/{id}': portfolio(1),
    'an empty key: PUT /portfolios/{id}': answer('PUT /portfolios/7', DOOR),
    'after: PUT /portfolios/{id}': portfolio(1),
    'taken: PUT /portfolios/{id}': answer('PUT /portfolios/7', { status: 200, position: 9 }),
  },
  [
    ['a row is as it was', {}, 'pass'],
    ['a row is changed', { 'after: PUT /portfolios/{id}': portfolio(2) }, 'violated'],
  ],
);
judgesOf(keyIsRequiredOnEveryWrite, () => ({}), [['nothing was sent', 'pass']]);

judges(bodyUserIsRefused, { placed, submit: malformed, cancel: answer('POST /orders/1/cancel', DOOR) }, [
  ['both refused', {}, 'pass'],
  ['refused, as any order is', { placed: malformed }, 'not-exercised'],
  ['a submit taken', { submit: placed }, 'violated'],
  ['a cancel taken', { cancel: answer('POST /orders/1/cancel', { status: 200, position: 7n }) }, 'violated'],
  ['refused by an owner', { cancel: post({ status: 422, code: 'INVALID_FIELD', position: 7n }) }, 'violated'],
]);

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const cancelled = { status: 200, position: 9n };
const keyReused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false };

judges(
  keyIsBoundToItsOperation,
  {
    first: post(first),
    cancelled: post(cancelled),
    'another operation': post(keyReused),
    'another resource': post(keyReused),
    retried: post({ ...first, replay: true }),
  },
  [
    ['both refused and the first replayed', {}, 'pass'],
    ['another operation done', { 'another operation': post({ status: 200, position: 8n }) }, 'violated'],
    [
      'another resource answered with the first',
      { 'another resource': post({ ...cancelled, replay: true }) },
      'violated',
    ],
    ['another code', { 'another operation': post({ ...keyReused, code: 'INTAKE_KEY_REUSED' }) }, 'violated'],
    ['the first lost by the refused use', { retried: post(keyReused) }, 'violated'],
    ['no order to begin with', { first: post({ status: 403, code: 'CAPABILITY_DENIED' }) }, 'inconclusive'],
  ],
);

const FLAWS = [
  'a price past the grammar',
  'a user of its own',
  'a symbol that nothing holds',
  'an account name that nothing holds',
];
const notLive = post({ status: 422, code: 'INSTRUMENT_NOT_LIVE', position: 6n });

judges(
  doorRefusalLeavesTheKeyFree,
  Object.fromEntries(
    FLAWS.flatMap((what) => [
      [`refused for ${what}`, malformed],
      [`corrected of ${what}`, placed],
    ]),
  ),
  [
    ['every corrected request served', {}, 'pass'],
    ['the refusal again', { 'corrected of a user of its own': malformed }, 'violated'],
    ['a replay', { 'corrected of a price past the grammar': post({ ...served, replay: true }) }, 'violated'],
    ['refused by an owner', { 'refused for a symbol that nothing holds': notLive }, 'inconclusive'],
    ['not refused', { 'refused for a user of its own': placed }, 'inconclusive'],
  ],
);

const interrupted = { status: 500, code: 'INTERRUPTED', retryable: true };

judges(interruptedWriteMayBeSentAgain, { interrupted: post(interrupted), 'sent again': placed }, [
  ['retryable, then served', {}, 'pass'],
  ['under another status', { interrupted: post({ ...interrupted, status: 409 }) }, 'pass'],
  ['not retryable', { interrupted: post({ ...interrupted, retryable: false }) }, 'violated'],
  ['another code', { interrupted: post({ ...interrupted, code: 'INTERNAL_ERROR' }) }, 'violated'],
  ['the refusal again', { 'sent again': post(interrupted) }, 'violated'],
  ['a replay', { 'sent again': post({ ...served, replay: true }) }, 'violated'],
]);

const stalled = { status: 503, code: 'NOT_SERVING', retryable: true };

judges(
  unreadableKeyIsNotServing,
  {
    stalled: post(stalled),
    record: answer('GET /operations/k', { status: 404, code: 'UNKNOWN_OPERATION' }),
    retried: placed,
  },
  [
    ['refused, unknown, then served', {}, 'pass'],
    ['a 202 that leads nowhere', { stalled: post({ status: 202, body: {} }) }, 'violated'],
    ['a recorded refusal', { stalled: post({ ...stalled, position: 6n }) }, 'violated'],
    ['something stored', { record: answer('GET /operations/k', { status: 200, body: {} }) }, 'violated'],
    ['a replay', { retried: post({ ...served, replay: true }) }, 'violated'],
  ],
);

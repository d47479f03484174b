import { cases, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const read = (came: AnswerOptions): Sample => answer('GET /orders', came);
const wrote = (came: AnswerOptions): Sample => answer('POST /orders', came);

const PAGE = read({ status: 200, position: 7, asOf: 9 });
const SUBMITTED = wrote({ status: 201, position: 7 });
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' };
const TICK = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8 };

for (const samples of [
  (last: Sample, write: Sample) => ({ submitted: write, read: [PAGE, last] }),
  (last: Sample, write: Sample) => ({ submitted: SUBMITTED, cancelled: write, read: [PAGE, last] }),
]) {
  judgesOf('pos/state-names-its-position', samples, [
    ['a position on each', read({ ...NOT_FOUND, position: 7 }), SUBMITTED, 'pass'],
    ['the position 0', read({ status: 200, position: 0 }), SUBMITTED, 'pass'],
    ['a read that is not served', read({ status: 503, code: 'NOT_PRIMED' }), SUBMITTED, 'pass'],
  ]);
}

const UNKNOWN_KEY = { status: 404, code: 'UNKNOWN_OPERATION' };
const lastRead = (came: AnswerOptions) => ({ read: [PAGE, read(came)] });

judges('pos/reads-name-their-time', { read: [PAGE], 'unknown key': read({ ...UNKNOWN_KEY, position: 7, asOf: 9 }) }, [
  ['a 404 that names it', lastRead({ ...NOT_FOUND, position: 7, asOf: 9 }), 'pass'],
  ['the 404 of an unknown key without', { 'unknown key': read(UNKNOWN_KEY) }, ['pass', 'violated']],
]);

const REPLAYED = wrote({ status: 201, position: 7, replay: true });
const lastWrite = (came: AnswerOptions) => ({ write: [REPLAYED, wrote(came)] });

judges('pos/writes-name-no-time', { ...lastWrite(TICK), unheld: wrote({ ...NOT_FOUND, position: 7, asOf: 9 }) }, [
  ['no 404', { unheld: wrote(MALFORMED) }, 'inconclusive'],
]);

const lastRefusal = (sample: Sample) => ({ door: [wrote(MALFORMED), sample] });

cases([['pos/door-refusals-name-no-position', 'a request that was served', lastRefusal(PAGE), 'inconclusive']]);

cases([
  [
    'pos/owner-refusals-name-their-position',
    'what no owner judged proves nothing',
    { refused: wrote({ status: 403, code: 'FORBIDDEN_PRINCIPAL' }) },
    'inconclusive',
  ],
]);

judgesOf('pos/page-agrees-with-its-headers', (came: AnswerOptions) => ({ page: read(came) }), [
  ['nothing applied yet', { status: 200, body: { globalSequence: '0', asOfSeqTsNs: null } }, 'pass'],
  ['no page', { status: 503, code: 'NOT_PRIMED' }, 'inconclusive'],
]);

const readAt = (...positions: readonly number[]) => ({
  read: positions.map((position) => read({ status: 200, position })),
});

judges('pos/positions-never-go-back', readAt(7, 7, 8, 9), [
  ['positions past 2^53', readAt(9_007_199_254_740_991, 9_007_199_254_740_992), 'pass'],
  ['nothing written', readAt(7, 7, 7), 'inconclusive'],
  [
    'reads that overlap are in no order',
    {
      read: [
        read({ status: 200, position: 9, sentAtMs: 1, answeredAtMs: 9 }),
        read({ status: 200, position: 8, sentAtMs: 2, answeredAtMs: 3 }),
      ],
    },
    'pass',
  ],
]);

const timed = (...pairs: readonly string[]) => ({
  read: pairs.map((pair) => {
    const [position = 0, asOf = 0] = pair.split('@').map(Number);
    return read({ status: 200, position, asOf });
  }),
});

judges('pos/one-position-one-time', timed('7@100', '7@100', '8@200'), [
  ['two positions of one time', timed('7@100', '8@100'), 'pass'],
  ['members that answer in turn', timed('8@200', '7@100', '8@200'), 'pass'],
  ['one position alone', timed('7@100', '7@100'), 'inconclusive'],
]);

judges(
  'pos/one-position-one-time',
  timed('7@100', '8@200'),
  [['reads without a time prove nothing', { read: read({ status: 200, position: 7 }) }, 'inconclusive']],
  { target: { rest: '0.12.0' } },
);

const open = { orderId: '17', leavesQty: '1' };
const ended = { orderId: '17', leavesQty: '0' };
const serves = (body: object, position = 7): Sample => read({ status: 200, position, asOf: position + 2, body });
const UNHELD = { ...NOT_FOUND, position: 7, asOf: 9 };
const WRITTEN = {
  submitted: wrote({ status: 201, position: 7, body: open }),
  row: serves(open),
  page: serves({ items: [open] }),
  cancelled: wrote({ status: 200, position: 8, body: ended }),
  'row after': serves(ended, 8),
};

// biome-ignore format: an aligned table
judges('pos/read-reflects-the-write', WRITTEN, [
  ['newer orders fill the page',    { page: serves({ items: [{ orderId: '19' }] }) },                                             'pass'],
  ['the venue moved the row on',    { 'row after': serves({ orderId: '17' }, 9) },                                                'pass'],
  ['a cancel that changed nothing', { cancelled: wrote({ status: 200, position: 8, body: open }), 'row after': serves(open, 8) }, 'pass'],
  ['a member that is behind',       { row: read({ ...UNHELD, position: 6, asOf: 8 }) },                                           'inconclusive'],
  ['no cancel',                     { cancelled: wrote({ status: 429, code: 'INBOX_FULL' }) },                                    'inconclusive'],
]);

judges(
  'pos/read-reflects-the-write',
  WRITTEN,
  [["the sandbox's one member is never behind its own answer", { row: serves(open, 6) }, ['inconclusive', 'violated']]],
  { target: { singleMember: true } },
);

const row = (version: number, position: number): Sample => serves(named(version), position);
const named = (version: number) => ({ portfolioId: 7, displayName: `named ${version} times` });
const portfolios = (...items: readonly object[]): Sample =>
  answer('GET /portfolios', { status: 200, position: 9, body: { items } });
const taken = (status: number, version: number): Sample => wrote({ status, position: 9, body: named(version) });
const of = (name: string, samples: Readonly<Record<string, Sample>>) =>
  Object.fromEntries(Object.entries(samples).map(([what, e]) => [`${what}: ${name}`, e]));
const restatement = (samples: Readonly<Record<string, Sample>>) => of('PUT /portfolios/{id}', samples);
const creation = (samples: Readonly<Record<string, Sample>>) => of('POST /portfolios', samples);
const [OLD, NEW] = [named(1), named(2)];
const RESTATED = restatement({ before: row(1, 8), taken: taken(200, 2), after: row(2, 9), page: portfolios(NEW) });

judges('pos/read-reflects-every-write', RESTATED, [
  ['a later state', restatement({ after: row(3, 10), page: portfolios(named(3)) }), 'pass'],
  ['the row from before on the page', restatement({ page: portfolios(OLD) }), 'violated'],
  ['a read of an earlier state', restatement({ after: row(1, 8) }), 'pass'],
]);

cases([['pos/read-reflects-every-write', 'nothing was taken', creation({ taken: wrote(MALFORMED) }), 'inconclusive']]);

judges(
  'pos/read-reflects-every-write',
  restatement({ before: row(1, 8), taken: taken(200, 2), after: row(2, 9) }),
  [['a read of an earlier state of one member', restatement({ after: row(1, 8) }), ['inconclusive', 'violated']]],
  { target: { singleMember: true } },
);

import { judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { pageAgreesWithItsHeaders, readsNameTheirTime, stateNamesItsPosition } from './headers-of-reads.check.ts';
import {
  doorRefusalsNameNoPosition,
  ownerRefusalsNameTheirPosition,
  writesNameNoTime,
} from './headers-of-writes.check.ts';
import { onePositionOneTime, positionsNeverGoBack } from './order-of-positions.check.ts';
import { readReflectsEveryWrite, readReflectsTheWrite } from './reads-after-writes.check.ts';

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
  judgesOf(stateNamesItsPosition, samples, [
    ['a position on each', read({ ...NOT_FOUND, position: 7 }), SUBMITTED, 'pass'],
    ['the position 0', read({ status: 200, position: 0 }), SUBMITTED, 'pass'],
    ['a row without', read({ status: 200 }), SUBMITTED, 'violated'],
    ['a 404 without', read(NOT_FOUND), SUBMITTED, 'violated'],
    [
      'one that is no decimal string',
      read({ status: 200, headers: { 'X-Service-Global-Sequence': '0x7' } }),
      SUBMITTED,
      'violated',
    ],
    ['a write without', PAGE, wrote({ status: 201 }), 'violated'],
    ['a read that is not served', read({ status: 503, code: 'NOT_PRIMED' }), SUBMITTED, 'pass'],
  ]);
}

const UNKNOWN_KEY = { status: 404, code: 'UNKNOWN_OPERATION' };
const lastRead = (came: AnswerOptions) => ({ read: [PAGE, read(came)] });

judges(readsNameTheirTime, { read: [PAGE], 'unknown key': read({ ...UNKNOWN_KEY, position: 7, asOf: 9 }) }, [
  ['a 404 that names it', lastRead({ ...NOT_FOUND, position: 7, asOf: 9 }), 'pass'],
  ['a row without', lastRead({ status: 200, position: 7 }), 'violated'],
  ['a 404 without', lastRead({ ...NOT_FOUND, position: 7 }), 'violated'],
  [
    'one in ISO 8601',
    lastRead({ status: 200, position: 7, headers: { 'X-Service-As-Of-Seq-Ts': '2026-01-05T00:00:00Z' } }),
    'violated',
  ],
  ['the 404 of an unknown key without', { 'unknown key': read(UNKNOWN_KEY) }, ['pass', 'violated']],
]);

const REPLAYED = wrote({ status: 201, position: 7, replay: true });
const lastWrite = (came: AnswerOptions) => ({ write: [REPLAYED, wrote(came)] });

judges(writesNameNoTime, { ...lastWrite(TICK), unheld: wrote({ ...NOT_FOUND, position: 7, asOf: 9 }) }, [
  ['a time on an answer', lastWrite({ status: 201, position: 7, asOf: 9 }), 'violated'],
  ["a time on an owner's refusal", lastWrite({ ...TICK, asOf: 9 }), 'violated'],
  ['a time on a replay', lastWrite({ ...TICK, asOf: 9, replay: true }), 'violated'],
  ['a time on a door refusal', lastWrite({ ...MALFORMED, asOf: 9 }), 'violated'],
  ['a 404 without', { unheld: wrote(NOT_FOUND) }, 'violated'],
  ['no 404', { unheld: wrote(MALFORMED) }, 'inconclusive'],
]);

const lastRefusal = (sample: Sample) => ({ door: [wrote(MALFORMED), sample] });

judges(doorRefusalsNameNoPosition, lastRefusal(wrote({ status: 422, code: 'ACCOUNT_NOT_ACTIVE' })), [
  ['one on an unheld name', lastRefusal(wrote({ status: 422, code: 'ACCOUNT_NOT_ACTIVE', position: 7 })), 'violated'],
  ['one on a 405', lastRefusal(read({ status: 405, code: 'METHOD_NOT_ALLOWED', position: 7 })), 'violated'],
  ['one on a 401', lastRefusal(read({ status: 401, code: 'UNAUTHENTICATED', position: 7 })), 'violated'],
  [
    'one that is no decimal',
    lastRefusal(wrote({ status: 400, headers: { 'X-Service-Global-Sequence': '-' } })),
    'violated',
  ],
  ['a request that was served', lastRefusal(PAGE), 'inconclusive'],
]);

const refusals = (last: AnswerOptions) => ({ refused: [wrote(TICK), wrote(last)] });

judges(ownerRefusalsNameTheirPosition, refusals(TICK), [
  ['none', refusals({ status: 422, code: 'QTY_STEP_VIOLATION' }), 'violated'],
  ['none where no grid is stated', refusals({ status: 422, code: 'INVALID_FIELD' }), 'violated'],
  ['one that is no decimal', refusals({ ...TICK, position: -1 }), 'violated'],
  [
    'what no owner judged proves nothing',
    { refused: wrote({ status: 403, code: 'FORBIDDEN_PRINCIPAL' }) },
    'inconclusive',
  ],
]);

const SERVED = { status: 200, position: 7, asOf: 9 };
const BODY = { globalSequence: '7', asOfSeqTsNs: '9', items: [] };

judgesOf(pageAgreesWithItsHeaders, (came: AnswerOptions) => ({ page: read(came) }), [
  ['the same', { ...SERVED, body: BODY }, 'pass'],
  ['nothing applied yet', { status: 200, body: { globalSequence: '0', asOfSeqTsNs: null } }, 'pass'],
  ['another position', { ...SERVED, body: { ...BODY, globalSequence: '8' } }, 'violated'],
  ['a position that is a number', { ...SERVED, body: { ...BODY, globalSequence: 7 } }, 'violated'],
  ['another time', { ...SERVED, body: { ...BODY, asOfSeqTsNs: '10' } }, 'violated'],
  ['a time that is null', { ...SERVED, body: { ...BODY, asOfSeqTsNs: null } }, 'violated'],
  ['no time', { ...SERVED, body: { ...BODY, asOfSeqTsNs: undefined } }, 'violated'],
  ['a time without its header', { status: 200, position: 7, body: BODY }, 'violated'],
  ['no page', { status: 503, code: 'NOT_PRIMED' }, 'inconclusive'],
]);

const readAt = (...positions: readonly number[]) => ({
  read: positions.map((position) => read({ status: 200, position })),
});

judges(positionsNeverGoBack, readAt(7, 7, 8, 9), [
  ['a step back', readAt(7, 8, 7, 9), 'violated'],
  ['a step back at the end', readAt(7, 8, 9, 8), 'violated'],
  ['a step back to where it began', readAt(7, 8, 7), 'violated'],
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

judges(onePositionOneTime, timed('7@100', '7@100', '8@200'), [
  ['two positions of one time', timed('7@100', '8@100'), 'pass'],
  ['members that answer in turn', timed('8@200', '7@100', '8@200'), 'pass'],
  ['two times of one position', timed('7@100', '7@101', '8@200'), 'violated'],
  ['two times of one position, by turns', timed('8@200', '7@100', '8@201'), 'violated'],
  ['a time that goes back', timed('7@100', '8@99'), 'violated'],
  ['one position alone', timed('7@100', '7@100'), 'inconclusive'],
]);

judges(
  onePositionOneTime,
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

judges(readReflectsTheWrite, WRITTEN, [
  ['newer orders fill the page', { page: serves({ items: [{ orderId: '19' }] }) }, 'pass'],
  ['the venue moved the row on', { 'row after': serves({ orderId: '17' }, 9) }, 'pass'],
  ['no row', { row: read(UNHELD) }, 'violated'],
  ['another row', { row: serves({ ...open, orderId: '16' }) }, 'violated'],
  ['a page without it', { page: serves({ items: [{ orderId: '16' }] }) }, 'violated'],
  ['an empty page', { page: serves({ items: [] }) }, 'violated'],
  ['the row from before the cancel', { 'row after': serves(open, 8) }, 'violated'],
  [
    'a cancel that changed nothing',
    { cancelled: wrote({ status: 200, position: 8, body: open }), 'row after': serves(open, 8) },
    'pass',
  ],
  ['a member that is behind', { row: read({ ...UNHELD, position: 6, asOf: 8 }) }, 'inconclusive'],
  ['no cancel', { cancelled: wrote({ status: 429, code: 'INBOX_FULL' }) }, 'inconclusive'],
]);

judges(
  readReflectsTheWrite,
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
const CREATED = creation({ taken: taken(201, 1), after: row(1, 9), page: portfolios(OLD) });

judges(readReflectsEveryWrite, RESTATED, [
  ['a later state', restatement({ after: row(3, 10), page: portfolios(named(3)) }), 'pass'],
  ['the row from before', restatement({ after: row(1, 9) }), 'violated'],
  ['the row from before on the page', restatement({ page: portfolios(OLD) }), 'violated'],
  ['nothing on the page', restatement({ page: portfolios() }), 'violated'],
  ['no row', restatement({ after: read({ ...UNHELD, position: 9 }) }), 'violated'],
  ['a read of an earlier state', restatement({ after: row(1, 8) }), 'pass'],
]);

judges(readReflectsEveryWrite, CREATED, [
  ['no new row', creation({ after: read({ ...UNHELD, position: 9 }) }), 'violated'],
  ['no new row on the page', creation({ page: portfolios({ ...OLD, portfolioId: 6 }) }), 'violated'],
  ['nothing was taken', creation({ taken: wrote(MALFORMED) }), 'inconclusive'],
]);

judges(
  readReflectsEveryWrite,
  restatement({ before: row(1, 8), taken: taken(200, 2), after: row(2, 9) }),
  [['a read of an earlier state of one member', restatement({ after: row(1, 8) }), ['inconclusive', 'violated']]],
  { target: { singleMember: true } },
);

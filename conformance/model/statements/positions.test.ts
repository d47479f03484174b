import { answer, noted, type Sample, unanswered } from '../../testing/sample-history.ts';
import {
  accepted,
  CANCELLED,
  cancelled,
  cases,
  during,
  operationRead,
  orderRow,
  PENDING,
  page,
  pageOf,
  readOf,
  rowRead,
  SINGLE,
  submitted,
  succeeded,
  timeOf,
  turnedAway,
  wrote,
} from '../../testing/sample-story.ts';
import { CALM } from '../labels.ts';

const headed = (value: string) => submitted('a', 1, { headers: { 'X-Service-Global-Sequence': value } });

// biome-ignore format: an aligned table
cases('T1', [
  ['pass',     'plain decimals',    [submitted('a', 1), page('', 1, [])]],
  ['pass',     'zero',              [headed('0')]],
  ['pass',     'the largest int64', [headed('9223372036854775807')]],
  ['violated', 'one past it',       [headed('9223372036854775808')]],
  ['violated', 'a minus',           [headed('-1')]],
  ['violated', 'a fraction',        [headed('1.0')]],
  ['violated', 'nothing',           [headed('')]],
  ['violated', 'an as-of in words', [rowRead(1, 1, null, { headers: { 'X-Service-As-Of-Seq-Ts': 'now' } })]],
]);

const reads = Array.from({ length: 80_000 }, (_, position) => rowRead(1, position + 1, orderRow(1, 'a')));

cases('T1', [['pass', 'a history may be long', reads]]);

const bare = { globalSequence: '0', asOfSeqTsNs: null, items: [] };
const unheaded = { 'X-Service-Global-Sequence': null, 'X-Service-As-Of-Seq-Ts': null };

// biome-ignore format: an aligned table
cases('T2', [
  ['pass',     'the same in body and headers', [page('', 3, [])]],
  ['pass',     'nothing applied yet',          [page('', 0, [], { headers: unheaded, body: bare })]],
  ['violated', 'a position that is a number',  [page('', 3, [], { body: { ...bare, globalSequence: 3, asOfSeqTsNs: '1030' } })]],
  ['violated', 'another time',                 [page('', 3, [], { asOf: 9 })]],
  ['violated', 'a time with no header',        [page('', 3, [], { headers: { 'X-Service-As-Of-Seq-Ts': null } })]],
  ['violated', 'no time with a header',        [page('', 3, [], { body: { ...bare, globalSequence: '3' } })]],
  ['pass',     'a member older than pages',    [page('', 3, [], { body: [] })], { rest: '0.12.0' }],
]);

const at = (position: number, over = {}) => page('', position, [], over);

// biome-ignore format: an aligned table
cases('T3', [
  ['pass',     'grows',                                              [at(1), at(1), at(2)], SINGLE],
  ['violated', 'goes back',                                          [at(2), at(1)], SINGLE],
  ['violated', 'goes back for another organisation',                 [at(2), at(1, { actor: 'outsider' })], SINGLE],
  ['pass',     'goes back among several members',                    [at(2), at(1)]],
  ['pass',     'is older on a read that overlaps',                   [at(2, during(1, 5)), at(1, during(2, 3))], SINGLE],
  ['violated', 'is older than a read that was answered long before', [at(5, during(1, 2)), at(4, during(1.5, 9)), at(4, during(3, 4))], SINGLE],
  ['pass',     'is that of a replay, which reflects no state',       [at(4), submitted('a', 1, { replay: true })], SINGLE],
]);

const row = orderRow(1, 'a');
const outsider = { actor: 'outsider' };

// biome-ignore format: an aligned table
cases('T4', [
  ['pass',     'the same page',                        [page('', 1, [row]), page('', 1, [row])]],
  ['pass',     'decimals of one value',                [page('', 1, [row]), page('', 1, [{ ...row, qty: '1.00' }])]],
  ['pass',     'cursors that are encoded differently', [page('', 1, [row], { next: 'x' }), page('', 1, [row], { next: 'y' })]],
  ['pass',     'another position',                     [page('', 1, [row]), page('', 2, [])]],
  ['pass',     'another query',                        [page('', 1, [row]), page('?limit=1', 1, [])]],
  ['pass',     'another organisation',                 [page('', 1, [row]), page('', 1, [], outsider)]],
  ['violated', 'another user of one organisation',     [page('', 1, [row]), page('', 1, [], { actor: 'admin' })]],
  ['violated', 'an additional row',                    [page('', 1, [row]), page('', 1, [])]],
  ['violated', 'another value',                        [page('', 1, [row]), page('', 1, [{ ...row, qty: '2' }])]],
  ['pass',     'a member of its own that differs',     [page('', 1, [{ ...row, servedBy: 'a' }]), page('', 1, [{ ...row, servedBy: 'b' }])]],
  ['violated', 'an additional cursor',                 [page('', 1, [row], { next: 'x' }), page('', 1, [row])]],
  ['violated', 'a row and its 404',                    [rowRead(1, 1, row), rowRead(1, 1, null)]],
  ['pass',     'an operation that settled',            [operationRead('a', 1, PENDING), operationRead('a', 1, succeeded(1))]],
]);

// biome-ignore format: an aligned table
cases('T5', [
  ['pass',     'times grow with positions',                      [at(1), at(2), at(2)]],
  ['pass',     'two positions of one time',                      [at(1, { asOf: 7 }), at(2, { asOf: 7 })]],
  ['violated', 'two times of one position',                      [at(1, { asOf: 7 }), rowRead(9, 1, null, { asOf: 8 })]],
  ['violated', 'two times of one position in two organisations', [at(1, { asOf: 7 }), at(1, { asOf: 8, actor: 'outsider' })]],
  ['violated', 'a later position of an earlier time',            [at(2, { asOf: 7 }), at(1, { asOf: 8 })]],
  ['pass',     'an answer without a time',                       [at(1), at(0, { headers: { 'X-Service-As-Of-Seq-Ts': null } })]],
]);

// biome-ignore format: an aligned table
cases('T7', [
  ['pass',     'one after another',                                   [submitted('a', 1), submitted('b', 2)]],
  ['violated', 'one after another, in the opposite order',            [submitted('a', 2), submitted('b', 1)]],
  ['pass',     'at once, either way',                                 [submitted('a', 2, during(1, 4)), submitted('b', 1, during(2, 3))]],
  ['pass',     'a replay is no first answer',                         [submitted('a', 1), submitted('b', 2), submitted('a', 1, { replay: true })]],
  ['violated', 'in two organisations',                                [submitted('a', 2), submitted('a', 1, { actor: 'outsider' })]],
  ['pass',     'judged before, though its answer was fetched later',  [accepted('a'), submitted('b', 2), submitted('a', 1, { replay: true })]],
  ['pass',     'refused at the door before it was accepted',          [turnedAway('a'), submitted('b', 1), submitted('a', 2)]],
  ['violated', 'refused at the door, then at a position before that', [turnedAway('a'), submitted('b', 2), submitted('a', 1)]],
  ['violated', 'out of order behind others that are in order',        [submitted('a', 1), submitted('b', 4), submitted('c', 2), submitted('d', 5)]],
]);

const a = orderRow(2, 'a');
const b = orderRow(4, 'b');
const gone = orderRow(2, 'a', CANCELLED);
const lostCancel = unanswered(`POST /orders/${timeOf(2)}/cancel`, { key: 'c' });
const partly = orderRow(2, 'a', { cumQty: '0.4', leavesQty: '0.6' });

// biome-ignore format: an aligned table
cases('T8', [
  ['pass',     'is there from its creation on',                     [submitted('a', 2), rowRead(2, 2, a), rowRead(2, 9, a)]],
  ['pass',     'is not there before',                               [rowRead(2, 1, null), submitted('a', 2)]],
  ['violated', 'is missing afterwards',                             [submitted('a', 2), rowRead(2, 3, null)]],
  ['violated', 'is missing at its own position',                    [submitted('a', 2), rowRead(2, 2, null)]],
  ['violated', 'is seen before its creation',                       [rowRead(2, 1, a), submitted('a', 2)]],
  ['violated', 'is on a page before its creation',                  [submitted('b', 4), page('', 3, [b])]],
  ['pass',     'is as its cancel left it',                          [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, gone)]],
  ['violated', 'is as before the cancel',                           [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 5, a)]],
  ['violated', 'is as before its cancel later on',                  [submitted('a', 2), cancelled('c', ['a', 2], 5), rowRead(2, 7, a)]],
  ['pass',     'was traded on in between',                          [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, partly)]],
  ['violated', 'goes back to what it was',                          [submitted('a', 2), rowRead(2, 4, partly), rowRead(2, 6, a)]],
  ['violated', 'has two states at one position',                    [rowRead(2, 4, partly), page('', 4, [a])]],
  ['violated', 'vanishes, made by a request whose answer was lost', [unanswered('POST /orders', { key: 'a' }), rowRead(2, 4, a), rowRead(2, 5, null)]],
  ['pass',     'does not exist for another organisation',           [submitted('a', 2), rowRead(2, 3, null, { actor: 'outsider' })]],
], { about: 'a row' });

// biome-ignore format: an aligned table
cases('T8', [
  ['violated', 'changed without a cancel',                  [submitted('a', 2), rowRead(2, 5, gone)]],
  ['violated', 'changed before its cancel',                 [submitted('a', 2), rowRead(2, 3, gone), cancelled('c', ['a', 2], 5)]],
  ['pass',     'was traded on',                             [submitted('a', 2), rowRead(2, 5, partly)]],
  ['pass',     'changed by a cancel whose answer was lost', [submitted('a', 2), lostCancel, rowRead(2, 5, gone)]],
], { about: 'on the sandbox, whose venue is known, an order that nothing was traded on', isOfSandbox: true });

const portfolio = (version: number, displayName: string) => ({ portfolioId: 7, displayName, version });
const lostPut = unanswered('PUT /portfolios/7', { key: 'lost', actor: 'admin' });
const seen = (position: number, row: object | null) => readOf('/portfolios/7', position, row);
const secret = (position: number, version: number, over = {}) =>
  readOf('/credentials/7', position, { credentialId: 7, version, ...over });
const [old, renamed] = [portfolio(1, 'old'), portfolio(2, 'renamed')];

// biome-ignore format: an aligned table
cases('T8', [
  ['pass',     'is there from its creation on',     [wrote('POST /portfolios', 2, old), seen(3, old)]],
  ['violated', 'is missing afterwards',             [wrote('POST /portfolios', 2, old), seen(3, null)]],
  ['violated', 'is seen before its creation',       [seen(1, old), wrote('POST /portfolios', 2, old)]],
  ['violated', 'is of two kinds at one position',   [seen(3, old), pageOf('/portfolios', 3, [renamed])]],
  ['pass',     'has two states in its two views',   [seen(3, renamed), pageOf('/portfolios?view=approved', 3, [old])]],
  ['pass',     'is not there in its approved view', [seen(3, old), readOf('/portfolios/7?view=approved', 3, null)]],
], { about: 'a row of the register' });

const restated = wrote('PUT /portfolios/7', 4, renamed);

// biome-ignore format: an aligned table
cases('T8', [
  ['pass',     'is as it was restated',                    [seen(3, old), restated, seen(5, renamed)]],
  ['violated', 'is as it was before',                      [seen(3, old), restated, seen(5, old)]],
  ['violated', 'is as it will be',                         [seen(2, old), seen(3, renamed), restated]],
  ['violated', 'changes without a write',                  [seen(3, old), seen(5, renamed)]],
  ['pass',     'changes by a write whose answer was lost', [seen(3, old), lostPut, seen(5, renamed)]],
  ['violated', 'returns to an earlier version',            [wrote('POST /credentials/7/approve', 2, { credentialId: 7, version: 3 }), secret(4, 2)]],
  ['violated', 'has two states at one version',            [secret(3, 3), secret(4, 3, { status: 'X' })]],
  ['pass',     'is changed by its venue',                  [secret(3, 3), secret(4, 4)]],
], { about: 'on the sandbox, where there is no other writer, a row of the register', isOfSandbox: true });

const before = [submitted('b', 7), at(6)];
const busy = answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: true });
const later = submitted('c', 8);
const recovered = (...after: readonly Sample[]) => ({ before, [CALM]: noted(true), after });

// biome-ignore format: an aligned table
cases('T52', [
  ['pass',         'everything that was acknowledged',           recovered(at(7))],
  ['pass',         'further',                                    recovered(at(9))],
  ['violated',     'less, then more through a later write',      recovered(at(6), later, at(8))],
  ['violated',     'less',                                       recovered(at(6))],
  ['pass',         'judged by its highest read',                 recovered(at(6), at(7))],
  ['inconclusive', 'unknown, where a read has no answer',        recovered(at(7), unanswered('GET /orders'))],
  ['inconclusive', 'still catching up',                          recovered(at(7), busy)],
  ['inconclusive', 'and not read again before it is written to', recovered(later, at(8))],
  ['inconclusive', 'the last reads did not all come',            { before }],
], { about: 'recovered' });

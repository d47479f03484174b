import { answer, unanswered } from '../../testing/sample-history.ts';
import {
  accepted,
  cancelled,
  cases,
  during,
  keyReused,
  operationRead,
  orderRow,
  PENDING,
  page,
  refusedByOwner,
  SINGLE,
  STRICT,
  submitted,
  succeeded,
  turnedAway,
} from '../../testing/sample-story.ts';
import { LAST_LOOK } from '../labels.ts';

const [a, again] = [orderRow(2, 'a'), orderRow(3, 'a')];
const first = submitted('a', 2);
const lost = unanswered('POST /orders', { key: 'a' });
const door = (status: number, code: string, line = 'POST /orders') => answer(line, { status, code, key: 'a' });
const reused = (over: object) => keyReused('a', 'POST /orders', over);
const read = (position: number, outcome: object | null, over = {}) => operationRead('a', position, outcome, over);
const settled = read(2, succeeded(2));
const replay = { replay: true };
const outsider = { actor: 'outsider' };

// biome-ignore format: an aligned table
cases('T6', [
  ['pass',     'each key its own',                  [submitted('a', 1), submitted('b', 2), submitted('a', 1, replay)]],
  ['pass',     'one key in two organisations',      [submitted('a', 1), submitted('a', 2, outsider)]],
  ['violated', 'a refusal judged again',            [refusedByOwner('a', 1), refusedByOwner('a', 2, replay)]],
  ['violated', 'two keys at one position',          [submitted('a', 1), submitted('b', 1)]],
  ['violated', 'two organisations at one position', [submitted('a', 1), submitted('a', 1, outsider)]],
  ['pass',     'a refusal at the door has none',    [turnedAway('a'), submitted('a', 1)]],
]);

// biome-ignore format: an aligned table
cases('T11', [
  ['pass',     'one order of a key',                          [submitted('a', 2), page('', 9, [a])]],
  ['violated', 'the second on another page',                  [submitted('a', 2), page('', 2, [a]), page('', 9, [again])]],
  ['pass',     'one in each organisation',                    [first, submitted('a', 3, outsider), page('', 9, [a]), page('', 9, [again], outsider)]],
  ['pass',     'one of a lost answer',                        [lost, page('', 9, [a])]],
  ['violated', 'two of a lost answer',                        [lost, page('', 9, [again, a])]],
  ['violated', 'one of a request that the door refused',      [turnedAway('a'), page('', 9, [a])]],
  ['pass',     'none of a request that the door refused',     [turnedAway('a'), page('', 9, [])]],
  ['pass',     'one that the door refused and then accepted', [turnedAway('a'), submitted('a', 2), page('', 9, [a])]],
  ['violated', 'one of a key that was used for a cancel',     [submitted('b', 1), cancelled('a', ['b', 1], 2), page('', 9, [again])]],
  ['pass',     "two of other users' keys",                    [submitted('b', 1), page('', 9, [again, a])]],
]);

// biome-ignore format: an aligned table
cases('T12', [
  ['pass',     'the same',                          [first, submitted('a', 2, replay)]],
  ['pass',     'decimals of one value',             [first, submitted('a', 2, { ...replay, body: orderRow(2, 'a', { qty: '1.0' }) })]],
  ['pass',     'a refusal with another request id', [refusedByOwner('a', 1), refusedByOwner('a', 1, replay)]],
  ['violated', 'another status',                    [first, submitted('a', 2, { ...replay, status: 200 })]],
  ['violated', 'another position',                  [first, submitted('a', 3, { ...replay, body: orderRow(2, 'a') })]],
  ['violated', 'another refusal',                   [refusedByOwner('a', 1), refusedByOwner('a', 1, { ...replay, code: 'INVALID_FIELD' })]],
  ['pass',     'a 202 before it',                   [accepted('a'), submitted('a', 2, replay)]],
  ['pass',     'a 409 for another body',            [first, keyReused('a')]],
  ['pass',     'another operation is not compared', [first, cancelled('a', ['b', 1], 4)]],
]);

// biome-ignore format: an aligned table
cases('T13', [
  ['pass',     'on the second answer',                            [submitted('a', 1), submitted('a', 1, replay)]],
  ['violated', 'on every one',                                    [submitted('a', 1, replay), submitted('a', 1, replay)]],
  ['pass',     'after a 202',                                     [accepted('a'), submitted('a', 1, replay)]],
  ['pass',     'after a lost answer',                             [lost, submitted('a', 1, replay)]],
  ['violated', 'after a refusal at the door',                     [turnedAway('a'), submitted('a', 1, replay)]],
  ['violated', 'on a refusal at the door',                        [submitted('a', 1), turnedAway('a', replay)]],
  ['violated', "after another organisation's",                    [submitted('a', 1), submitted('a', 2, { ...replay, actor: 'outsider' })]],
  ['pass',     'on the first of two attempts sent at once',       [submitted('a', 1, { ...replay, ...during(1, 9) }), submitted('a', 1, during(2, 3))]],
  ['pass',     'missing on the second answer, of another member', [submitted('a', 1), submitted('a', 1)]],
  ['pass',     'missing where it attached',                       [submitted('a', 1, during(1, 5)), submitted('a', 1, during(2, 5))], SINGLE],
  ['violated', 'missing on the third',                            [submitted('a', 1), submitted('a', 1, replay), submitted('a', 1)], SINGLE],
]);

const refused = refusedByOwner('a', 1);

// biome-ignore format: an aligned table
cases('T14', [
  ['pass',     'replays',                                        [refused, refusedByOwner('a', 1, replay)]],
  ['violated', 'is called reused',                               [refused, keyReused('a')]],
  ['pass',     'is called reused, for another body',             [refused, reused({ sentBody: {} })]],
  ['pass',     'is called reused, of another user',              [refused, reused({ actor: 'admin' })]],
  ['pass',     'is refused for a malformed body',                [refused, door(400, 'MALFORMED_REQUEST')]],
  ['violated', 'names a row that does not exist',                [refused, door(422, 'ACCOUNT_NOT_ACTIVE')]],
  ['pass',     'names a row that does not exist, before 0.11.2', [refused, door(422, 'ACCOUNT_NOT_ACTIVE')], { rest: '0.11.1' }],
  ['pass',     'is refused because the member is busy',          [refused, door(429, 'INBOX_FULL')]],
  ['pass',     'goes unanswered',                                [refused, lost]],
  ['violated', 'is promised again',                              [refused, accepted('a')], SINGLE],
  ['pass',     'is promised by another member',                  [refused, accepted('a')]],
  ['pass',     'was tried at the same time',                     [refusedByOwner('a', 1, during(1, 9)), turnedAway('a')]],
], { about: 'a retry of a key that an owner refused' });

// biome-ignore format: an aligned table
cases('T14', [
  ['pass',     'is free',                                         [turnedAway('a'), submitted('a', 1)]],
  ['violated', 'is called reused',                                [turnedAway('a'), keyReused('a', 'POST /orders/7/cancel')]],
  ['violated', 'is called reused at its first use',               [keyReused('a')]],
  ['violated', "is called reused for another organisation's use", [submitted('a', 1), reused(outsider)]],
  ['pass',     'is called reused after it was accepted',          [turnedAway('a'), submitted('a', 1), keyReused('a', 'POST /orders/7/cancel')]],
  ['pass',     'is called reused after an answer was lost',       [lost, keyReused('a')]],
], { about: 'a key that was refused at the door' });

const cancel = 'POST /orders/1020/cancel';
const absent = answer(cancel, { status: 404, code: 'NOT_FOUND', key: 'a', asOf: 1, position: 1 });
const denied = answer(cancel, { status: 403, code: 'CAPABILITY_DENIED', key: 'a', position: 3 });

// biome-ignore format: an aligned table
cases('T15', [
  ['pass',     'another use is refused, and the first replays',                    [first, keyReused('a', cancel), submitted('a', 2, replay)]],
  ['violated', 'another operation is served',                                      [first, cancelled('a', ['a', 2], 3)]],
  ['violated', 'another resource is served',                                       [cancelled('a', ['b', 1], 3), cancelled('a', ['c', 2], 4)]],
  ['violated', 'another operation is promised',                                    [first, answer(cancel, { status: 202, key: 'a' })]],
  ['violated', 'another operation is refused by its owner',                        [first, denied]],
  ['pass',     'another resource does not exist',                                  [first, absent]],
  ['pass',     'another operation goes unanswered',                                [first, unanswered(cancel, { key: 'a' })]],
  ['violated', 'a key that was promised is bound',                                 [accepted('a'), door(422, 'INVALID_FIELD', cancel)]],
  ['violated', 'the first use is refused at the door',                             [first, turnedAway('a')]],
  ['pass',     'the first use is refused at the door at the same time',            [submitted('a', 2, during(1, 9)), turnedAway('a')]],
  ['pass',     'the first use with another body is called reused',                 [first, reused({ sentBody: {} })]],
  ['pass',     'a key that was refused at the door is bound to nothing',           [turnedAway('a'), cancelled('a', ['b', 1], 3)]],
  ['pass',     'each organisation binds its own',                                  [first, cancelled('a', ['b', 1], 3, outsider)]],
]);

const [inFlight, meanwhile] = [during(1, 9), during(2, 3)];
const busy = answer('POST /orders', { status: 429, code: 'IN_FLIGHT_FULL', key: 'a', ...meanwhile });

// biome-ignore format: an aligned table
cases('T16', [
  ['pass',     'both are answered',                                [submitted('a', 1, inFlight), submitted('a', 1, during(2, 9))]],
  ['pass',     'both are promised',                                [accepted('a', inFlight), accepted('a', during(2, 9))]],
  ['pass',     'the second is promised sooner',                    [submitted('a', 1, inFlight), accepted('a', meanwhile)]],
  ['violated', 'the second is refused at the door',                [accepted('a', inFlight), turnedAway('a', meanwhile)]],
  ['pass',     'the second is refused because the member is busy', [submitted('a', 1, inFlight), busy]],
  ['pass',     'both are refused at the door',                     [turnedAway('a', inFlight), turnedAway('a', meanwhile)]],
  ['pass',     'another body is called reused',                    [submitted('a', 1, inFlight), reused({ ...meanwhile, sentBody: {} })]],
  ['pass',     'a later one is not in flight',                     [submitted('a', 1, meanwhile), reused(during(5, 6))]],
  ['violated', 'the Location names another key',                   [accepted('a', { headers: { Location: '/operations/b' } })]],
  ['violated', 'the Location is missing',                          [accepted('a', { headers: {} })]],
]);

const recorded = { status: 'REFUSED', orderId: null, code: 'TICK_SIZE_VIOLATION', globalSequence: '2' };

// biome-ignore format: an aligned table
cases('T17', [
  ['pass',     'the operation is pending, then final',                   [accepted('a'), read(1, PENDING), settled], SINGLE],
  ['violated', 'the operation is unknown',                               [accepted('a'), read(1, null)]],
  ['pass',     'the operation is unknown before 0.11.4',                 [accepted('a'), read(1, null)], { rest: '0.11.3' }],
  ['violated', 'the operation is unknown before 0.11.4, on the sandbox', [accepted('a'), read(1, null)], { ...STRICT, rest: '0.11.3' }],
  ['pass',     'the operation was unknown before',                       [read(1, null), accepted('a')]],
  ['pass',     'it is unknown to another organisation',                  [accepted('a'), read(1, null, outsider)]],
  ['violated', 'it is final and then pending again',                     [accepted('a'), read(1, PENDING), settled, read(2, PENDING)], SINGLE],
  ['violated', 'it has two final outcomes',                              [accepted('a'), read(1, PENDING), settled, read(2, recorded)], SINGLE],
  ['pass',     'members lag by different amounts',                       [accepted('a'), settled, read(1, PENDING), settled]],
], { about: 'after a 202' });

// biome-ignore format: an aligned table
cases('T17', [
  ['violated', 'the operation is unknown',            [submitted('a', 2), read(2, null)], SINGLE],
  ['pass',     'another member does not know it yet', [submitted('a', 2), read(1, null)]],
], { about: 'after an answer' });

// biome-ignore format: an aligned table
cases('T17', [
  ['pass',     "the outcome is the key's answer",    [submitted('a', 2), settled]],
  ['pass',     "the outcome is the key's refusal",   [refusedByOwner('a', 2), read(2, recorded)]],
  ['violated', 'the outcome is another order',       [submitted('a', 2), read(2, { ...succeeded(3), globalSequence: '2' })]],
  ['violated', 'the outcome is at another position', [submitted('a', 2), read(2, { ...succeeded(2), globalSequence: '3' })]],
  ['violated', 'a refusal is recorded as a success', [refusedByOwner('a', 2), settled]],
  ['violated', 'an answered key is pending',         [submitted('a', 2), read(2, PENDING)]],
  ['violated', 'a settled key is promised again',    [accepted('a'), settled, accepted('a'), submitted('a', 2, replay)]],
  ['pass',     'a pending key is promised again',    [accepted('a'), read(1, PENDING), accepted('a'), submitted('a', 2, replay)]],
], { about: 'on the sandbox, whose record format is known', isOfSandbox: true });

const away = turnedAway('a', { status: 503, code: 'NOT_SERVING', retryable: true });
const last = { [LAST_LOOK]: read(1, PENDING) };

// biome-ignore format: an aligned table
cases('T17', [
  ['violated',     'it is still pending',                               { promised: accepted('a'), ...last }],
  ['inconclusive', 'it is read just after the platform was away',       { promised: accepted('a'), away, ...last }],
  ['violated',     'it is pending though the platform was away before', { away, promised: accepted('a'), ...last }],
], { about: 'at the last read', target: STRICT });

// biome-ignore format: an aligned table
cases('T18', [
  ['pass',     'a key refused at the door is unknown',         [turnedAway('a'), read(1, null)]],
  ['violated', 'a key refused at the door has a record',       [turnedAway('a'), read(1, succeeded(1))]],
  ['violated', 'a key never used has a record',                [read(1, PENDING)]],
  ['violated', 'it is unknown, with another code',             [read(1, null, { code: 'NOT_FOUND' })]],
  ['violated', "another organisation's key has a record here", [submitted('a', 1), read(1, succeeded(1), outsider)]],
  ['pass',     "another organisation's key is unknown here",   [submitted('a', 1), read(1, null, outsider)]],
  ['pass',     'an accepted key has a record',                 [accepted('a'), read(1, PENDING)]],
  ['pass',     'a key refused by its owner has a record',      [refusedByOwner('a', 1), read(1, PENDING)]],
  ['pass',     'a key of a lost answer may have one',          [lost, read(1, PENDING)]],
  ['pass',     'a key accepted later has none yet',            [turnedAway('a'), read(1, null), submitted('a', 2)]],
  ['pass',     "a busy member's refusal proves nothing",       [answer('GET /operations/a', { status: 503, code: 'NOT_SERVING' })]],
  ['pass',     'a caller who is not admitted sees no record',  [turnedAway('a'), answer('GET /operations/a', { status: 403, code: 'AWAITING_ADMISSION' })]],
]);

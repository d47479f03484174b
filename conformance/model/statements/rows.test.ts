import { cases, orderRow, page, pageOf, readOf, STRICT, submitted, wrote } from '../../testing/sample-story.ts';

/** A chain policy, as it was asked for and as it was answered: by its least amount, undefined where that is left out. */
const chain = (asked: string | undefined, got: object | string | null, line = 'POST /chain-policies', over = {}) => {
  const row = typeof got === 'object' && got !== null ? got : { minTransferAmount: got };
  const sentBody = asked === undefined ? {} : { minTransferAmount: asked };
  return wrote(line, 2, { chainPolicyId: 7, ...row }, { sentBody, ...over });
};
const order = (sentBody: object, row: object) => submitted('a', 2, { sentBody, body: orderRow(2, 'a', row) });

// biome-ignore format: an aligned table
cases('T34', [
  ['pass',     'as it was written',                            [chain('1.5', { minTransferAmount: '1.500', maxTransferAmount: null })]],
  ['violated', 'another value',                                [chain('1.5', '15')]],
  ['violated', 'lost',                                         [chain('1.5', null)]],
  ['violated', 'unset as "0"',                                 [chain('0.00', '0')]],
  ['pass',     'unset as null',                                [chain('-0', null)]],
  ['violated', 'kept by a restatement that leaves it out',     [chain(undefined, '1.5', 'PUT /chain-policies/7')]],
  ['pass',     'of an approval, which writes no amounts',      [chain(undefined, '1.5', 'POST /chain-policies/7/approve')]],
  ['pass',     'the price of an order',                        [order({ price: '100', qty: '1' }, { price: '100.00' })]],
  ['violated', 'another price',                                [order({ price: '100', qty: '1' }, { price: '10' })]],
  ['pass',     'no price as "0"',                              [order({ qty: '1' }, { price: '0' })]],
  ['pass',     'of two attempts that stated different values', [chain('1', '1'), chain('2', '1', undefined, { replay: true })]],
]);

// biome-ignore format: an aligned table
cases('T34', [
  ['violated', 'an amount that the member omits', [chain('1.5', {})]],
], { isOfSandbox: true });

// biome-ignore format: an aligned table
cases('T34', [
  ['pass',     'at another scale',                 [chain('1.5', '150')], { rest: '0.4.2' }],
  ['violated', 'at another scale since 0.4.3',     [chain('1.5', '150')], { rest: '0.4.3' }],
  ['violated', 'at another scale, on the sandbox', [chain('1.5', '150')], { ...STRICT, rest: '0.4.2' }],
  ['violated', 'unset as "0"',                          [chain(undefined, '0')], { rest: '0.4.2' }],
], { about: 'an older member serves it' });

const orderOf = (key: string, position: number, madeAt: number) =>
  submitted(key, position, { body: orderRow(madeAt, key) });
const ROW = { chainPolicyId: 7 };
const instance = (position: number) => wrote('POST /algos/instances', position, { instanceId: 1 });
const document = (of: number, position: number) => wrote(`PUT /algos/instances/${of}/config`, position, { seq: 1 });
const policy = (position: number, chainPolicyId: number) => wrote('POST /chain-policies', position, { chainPolicyId });

// biome-ignore format: an aligned table
cases('T35', [
  ['pass',     'orders whose ids grow',                 [orderOf('a', 2, 2), orderOf('b', 3, 3)]],
  ['violated', 'orders whose ids shrink',               [orderOf('a', 2, 3), orderOf('b', 3, 2)]],
  ['violated', 'two orders of one id',                  [orderOf('a', 2, 2), orderOf('b', 3, 2)]],
  ['pass',     'one order and its replay',              [orderOf('a', 2, 2), submitted('a', 2, { replay: true })]],
  ['pass',     'rows of the register whose ids shrink', [policy(2, 9), policy(3, 7)]],
  ['violated', 'two rows of the register of one id',    [policy(2, 7), policy(3, 7)]],
  ['pass',     'a row that is read and restated',       [policy(2, 7), readOf('/chain-policies/7', 3, ROW), wrote('PUT /chain-policies/7', 4, ROW)]],
  ['violated', 'two instances of one id',               [instance(2), instance(3)]],
  ['pass',     'documents of one seq in two instances', [document(1, 2), document(2, 3)]],
]);

const placed = (userId: number | null, algoInstanceId: number | null) => orderRow(2, 'a', { userId, algoInstanceId });

// biome-ignore format: an aligned table
cases('T36', [
  ['pass',     'by a user',                                [page('', 9, [placed(7, null)])]],
  ['pass',     'by an instance',                           [pageOf('/algos/instances/3/orders', 9, [placed(0, 3)])]],
  ['violated', 'by both',                                  [page('', 9, [placed(7, 3)])]],
  ['violated', 'by neither',                               [submitted('a', 2, { body: placed(0, null) })]],
  ['pass',     'by a user, before orders named instances', [page('', 9, [placed(7, 3)])], { rest: '0.5.1' }],
  ['pass',     'neither shown',                            [page('', 9, [orderRow(2, 'a')])]],
]);

const ZERO = { accountId: 1, assetId: 2, total: '0', available: '0', held: '0' };
const balance = (observedAtNs: string | null, over = {}) => ({ ...ZERO, observedAtNs, ...over });
const balances = (position: number, ...rows: object[]) => pageOf('/account-balances', position, rows);

// biome-ignore format: an aligned table
cases('T42', [
  ['pass',     'grow',                       [balances(2, balance('5')), balances(3, balance('5')), balances(4, balance('6'))]],
  ['violated', 'go back',                    [balances(2, balance('5')), balances(3, balance('4'))]],
  ['pass',     'go back for another asset',  [balances(2, balance('5')), balances(3, balance('4', { assetId: 3 }))]],
  ['pass',     'are at an earlier position', [balances(3, balance('5')), balances(2, balance('4'))]],
  ['violated', 'have no time',               [balances(2, balance(null))]],
  ['violated', 'have no amounts',            [balances(2, balance('5', { held: null }))]],
], { about: 'readings' });

const execution = (over = {}) => ({ executionId: '7', price: '1.5', fee: null, ...over });
const executions = (position: number, ...rows: object[]) => pageOf('/executions', position, rows);

// biome-ignore format: an aligned table
cases('T43', [
  ['pass',     'stands',                 [executions(2, execution()), readOf('/executions/7', 3, execution())]],
  ['pass',     'has an additional zero', [executions(2, execution()), executions(3, execution({ price: '1.50' }))]],
  ['violated', 'has another price',      [executions(2, execution()), executions(3, execution({ price: '1.6' }))]],
  ['violated', 'has its fee later',      [executions(2, execution()), readOf('/executions/7', 3, execution({ fee: '1' }))]],
  ['pass',     'is another execution',   [executions(2, execution(), execution({ executionId: '8', price: '2' }))]],
], { about: 'an execution' });

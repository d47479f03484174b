import { describe, expect, test } from 'vitest';
import type { AlgoInstanceRow, Fact, UserRow } from '../../../gateway/facts.ts';
import { orderOf, policy, REGISTER, SampleMarket, START_NS } from '../../testing/sample-market.ts';

const INSTANCE = 5;
const STARTER = 4;
const THE_INSTANCE = { algoInstanceId: INSTANCE };
const BY_THE_INSTANCE = { orgId: 1, userId: 0 };

const starter = (of: Partial<UserRow> = {}): Fact => ({
  kind: 'RegisterRecorded',
  family: 'users',
  row: {
    version: 1,
    userId: STARTER,
    orgId: 1,
    subject: 'algoManager',
    displayName: 'A',
    status: 'ACTIVE',
    capabilities: ['algos:manage'],
    ...of,
  },
});

const instance = (of: Partial<AlgoInstanceRow> = {}): Fact => ({
  kind: 'AlgoInstanceRecorded',
  instance: {
    instanceId: INSTANCE,
    orgId: 1,
    algoVersionId: 1,
    pool: 'pool-a',
    displayName: 'five',
    remark: null,
    status: 'STARTED',
    configSeq: 1,
    appliedConfigSeq: 1,
    createdByUserId: 1,
    startedByUserId: STARTER,
    lastUpdatedByUserId: STARTER,
    lastCause: 'STARTED',
    createdAtNs: START_NS.toString(),
    updatedAtNs: START_NS.toString(),
    ...of,
  },
});

const market = (...facts: readonly Fact[]) => new SampleMarket([...REGISTER, starter(), instance(), ...facts]);

describe("an instance's order", () => {
  test('names the instance and no user', () => {
    expect(orderOf(market().submit(THE_INSTANCE, BY_THE_INSTANCE))).toMatchObject({
      algoInstanceId: INSTANCE,
      userId: 0,
      status: 'OPEN',
    });
  });

  test.each<[string, Fact, Fact?]>([
    ['nobody holds', instance({ instanceId: 6, status: 'STARTED' })],
    ['another organisation holds', instance({ orgId: 2, startedByUserId: 9 }), starter({ userId: 9, orgId: 2 })],
    ['is stopped', instance({ status: 'STOPPED' })],
    ['is deleted', instance({ status: 'DELETED' })],
    ['nobody started', instance({ startedByUserId: null })],
    ['was started by one who may not any more', starter({ capabilities: ['orders:trade'] })],
    ['was started by one who is disabled', starter({ status: 'DISABLED' })],
    ['was started by one of another organisation', starter({ orgId: 2 })],
  ])('of an instance that %s is CAPABILITY_DENIED', (defect, fact, other = fact) => {
    const denied = defect === 'nobody holds' ? new SampleMarket([...REGISTER, starter(), fact]) : market(fact, other);
    expect(denied.submit(THE_INSTANCE, BY_THE_INSTANCE).refused?.code).toBe('CAPABILITY_DENIED');
    denied.state([starter(), instance()]);
    expect(denied.submit(THE_INSTANCE, BY_THE_INSTANCE).refused).toBeUndefined();
  });

  test('follows every other rule like a person’s', () => {
    const capped = market(policy({ maxOrderQty: '2', maxOrdersPerMinute: 1 }));
    const submit = (of: object) => capped.submit({ ...THE_INSTANCE, ...of }, BY_THE_INSTANCE).refused?.code;
    expect([submit({ accountId: 2 }), submit({ qty: '3' }), submit({}), submit({})]).toEqual([
      'ACCOUNT_NOT_ACTIVE',
      'MAX_ORDER_QTY_EXCEEDED',
      undefined,
      'RATE_CEILING',
    ]);
  });

  test('is cancelled by a person of the organisation with orders:trade, and by no other', () => {
    const living = market();
    const { orderId } = orderOf(living.submit(THE_INSTANCE, BY_THE_INSTANCE));
    expect(living.cancel(orderId, { orgId: 1, userId: STARTER }).refused?.code).toBe('CAPABILITY_DENIED');
    expect(living.cancel(orderId, { orgId: 2, userId: 3 }).refused?.code).toBe('NOT_FOUND');
    expect(orderOf(living.cancel(orderId))).toMatchObject({
      status: 'CANCELLED',
      algoInstanceId: INSTANCE,
      userId: 0,
    });
  });
});

test("the platform itself places no order in a person's name", () => {
  expect(market().submit({}, BY_THE_INSTANCE).refused?.code).toBe('CAPABILITY_DENIED');
});

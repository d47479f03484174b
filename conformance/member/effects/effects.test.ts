import { describe, expect, test } from 'vitest';
import { LeftAlone } from '../sending/not-sent.ts';
import type { OutgoingWrite } from './effects.ts';
import { Effects } from './effects.ts';
import type { Entry } from './entry.ts';
import { writtenBy } from './written-row.ts';

function answer(status: number, body: unknown = {}) {
  return { status, headers: [], body: JSON.stringify(body) };
}

function write(method: string, path: string, body: unknown = {}, key = 'ts-run-1'): OutgoingWrite {
  const headers = [['Idempotency-Key', key]] as const;
  return { check: 'ord/one', actor: 'trader', request: { method, path, headers, body: JSON.stringify(body) } };
}

function effects(destructive = false) {
  const entries: Entry[] = [];
  return {
    entries,
    effects: new Effects({ destructive, mayApprove: ['/trading-policies'] }, (entry) => void entries.push(entry)),
  };
}

describe('without limits.destructive', () => {
  test.each([
    ['an existing row', write('PUT', '/users/17')],
    ['an order of another user', write('POST', '/orders/5/cancel')],
    ['a row in a spelling that a lenient member accepts', write('PUT', '/users/017')],
    ['a policy that would affect all users', write('POST', '/asset-policies/7/approve')],
    ['every algo instance', write('POST', '/algos/halt')],
  ])('does not write on %s', (_, one) => {
    const { entries, effects: held } = effects();
    expect(() => held.sending(one)).toThrow(LeftAlone);
    expect(entries).toEqual([]);
    expect(() => effects(true).effects.sending(one)).not.toThrow();
  });

  test('writes on a row that the run created', () => {
    const { effects: held } = effects();
    held.sending(write('POST', '/users'))?.(answer(201, { userId: 17 }));
    expect(() => held.sending(write('PUT', '/users/17'))).not.toThrow();
    expect(() => held.sending(write('PUT', '/users/18'))).toThrow(/would write on \/users\/18/);
  });

  test('writes on a row whose creation was refused with its id', () => {
    const { effects: held } = effects();
    held.sending(write('POST', '/users'))?.(answer(409, { userId: 17 }));
    expect(() => held.sending(write('PUT', '/users/17'))).toThrow(LeftAlone);
  });

  test.each(['touchstone-rename', 'ts'])('writes on the permanent row %s of an earlier run', (displayName) => {
    const { effects: held } = effects();
    const items = [
      { portfolioId: 1, displayName: 'their desk' },
      { portfolioId: 2, displayName },
    ];
    held.saw({ method: 'GET', path: '/portfolios?limit=5' }, answer(200, { items }));
    expect(() => held.sending(write('PUT', '/portfolios/2'))).not.toThrow();
    expect(() => held.sending(write('PUT', '/portfolios/1'))).toThrow(LeftAlone);
  });

  test('cancels an order of the run wherever its id occurred, and no other order', () => {
    const { effects: held } = effects();
    held.sending(write('POST', '/orders', {}, 'ts-1'))?.({ failure: 'timeout' });
    held.asking('wss/one', 'trader', { op: 'submit', params: { clientOrderId: 'ts-2' } });
    const items = ['ts-1', 'theirs'].map((clientOrderId, i) => ({ orderId: `${i + 5}`, clientOrderId }));
    held.saw({ method: 'GET', path: '/orders' }, answer(200, { items }));
    held.receive(JSON.stringify({ op: 'submit', order: { orderId: '9', clientOrderId: 'ts-2' } }));
    const cancels = ['5', '6', '9'].map((id) => {
      try {
        held.asking('wss/one', 'trader', { op: 'cancel', params: { orderId: id } });
        held.sending(write('POST', `/orders/${id}/cancel`));
        return 'sent';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(cancels).toEqual(['sent', 'LeftAlone', 'sent']);
  });

  test('approves a policy of the run if it affects no other user, and no other policy', () => {
    const { effects: held } = effects();
    held.sending(write('POST', '/trading-policies'))?.(answer(201, { tradingPolicyId: 7 }));
    held.sending(write('POST', '/asset-policies'))?.(answer(201, { assetPolicyId: 8 }));
    expect(() => held.sending(write('POST', '/trading-policies/7/approve'))).not.toThrow();
    expect(() => held.sending(write('POST', '/asset-policies/8/approve'))).toThrow(/into force for all/);
    expect(() => held.sending(write('POST', '/asset-policies/8/withdraw'))).not.toThrow();
  });

  test("cancels an order of the run's own instance", () => {
    const { effects: held } = effects();
    held.sending(write('POST', '/algos/instances'))?.(answer(201, { instanceId: 3 }));
    const items = [3, 4].map((algoInstanceId, i) => ({ orderId: `${i + 5}`, clientOrderId: 'engine', algoInstanceId }));
    held.saw({ method: 'GET', path: '/orders' }, answer(200, { items }));
    expect(() => held.sending(write('POST', '/orders/5/cancel'))).not.toThrow();
    expect(() => held.sending(write('POST', '/orders/6/cancel'))).toThrow(LeftAlone);
  });

  test('writes on a row that cannot exist', () => {
    const { effects: held } = effects();
    expect(() => held.sending(write('PUT', '/users/2147483647'))).not.toThrow();
    expect(() => held.sending(write('POST', '/orders/9223372036854775807/cancel'))).not.toThrow();
  });
});

describe('records', () => {
  test.each([
    ['a created row', answer(201, { userId: 17 }), { what: 'made', n: 1, row: '/users/17' }],
    ['a refusal', answer(422, { error: { code: 'X' } }), { what: 'refused', n: 1 }],
    ['a 202', answer(202), { what: 'open', n: 1, why: 'answered 202' }],
    ['a failure', answer(502), { what: 'open', n: 1, why: 'answered 502' }],
    ['no response', { failure: 'reset' }, { what: 'open', n: 1, why: 'reset' }],
    ['no connection', { failure: 'unreachable (ECONNREFUSED)' }, { what: 'refused', n: 1 }],
  ] as const)('%s', (_, came, entry) => {
    const { entries, effects: held } = effects();
    const answered = held.sending(write('POST', '/users', { displayName: 'touchstone-x' }));
    const shown = { check: 'ord/one', actor: 'trader', method: 'POST', path: '/users', key: 'ts-run-1' };
    expect(entries).toEqual([{ what: 'sent', n: 1, ...shown, name: 'touchstone-x', isOwn: true }]);
    answered?.(came);
    expect(entries.slice(1)).toEqual([entry]);
  });

  test('a read and a ticket are no effects', () => {
    const { entries, effects: held } = effects();
    expect(held.sending(write('GET', '/users'))).toBeUndefined();
    expect(held.sending(write('POST', '/v1/ws-tickets'))).toBeUndefined();
    expect(entries).toEqual([]);
  });
});

describe('the row that a write is on', () => {
  test.each([
    ['GET', '/users/17', { kind: 'none' }],
    ['POST', '/users', { kind: 'none' }],
    ['POST', '/v1/ws-tickets', { kind: 'none' }],
    ['PUT', '/users/17', { kind: 'row', row: '/users/17' }],
    ['PUT', '/users/17?x=1', { kind: 'row', row: '/users/17' }],
    ['DELETE', '/users/017', { kind: 'row', row: '/users/17' }],
    ['PUT', '/users/%31%37', { kind: 'row', row: '/users/17' }],
    ['PUT', '//users//17', { kind: 'row', row: '/users/17' }],
    ['PUT', '/USERS/17.0', { kind: 'row', row: '/users/17' }],
    ['PUT', '/users/0x11', { kind: 'row', row: '/users/17' }],
    ['PUT', '/users/none', { kind: 'none' }],
    ['POST', '/orders/9007199254740993/cancel', { kind: 'row', row: '/orders/9007199254740993' }],
    ['POST', '/algos/instances/3/start', { kind: 'row', row: '/algos/instances/3' }],
    ['POST', '/algos/halt', { kind: 'all', path: '/algos/halt' }],
    ['POST', '/algos/halt?now=1', { kind: 'all', path: '/algos/halt' }],
  ])('%s %s', (method, path, written) => expect(writtenBy(method, path)).toEqual(written));
});

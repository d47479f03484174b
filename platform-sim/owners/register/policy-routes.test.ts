/** Policies end to end: over the wire, by their own users, with their effect on orders. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox.ts';
import { NAMED_INSTRUMENTS } from '../../seed-data/market.ts';
import type { PrincipalName } from '../../seed-data/world.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };
}

async function sandbox() {
  const { baseUrl, controlUrl, close } = await startSandbox({ clock: 'virtual' });
  onTestFinished(() => close({ idleGraceMs: 0, deadlineMs: 0 }));
  let keys = 0;

  async function send(name: PrincipalName, method: string, path: string, body?: object, headers = {}): Promise<Answer> {
    const minted = await fetch(`${controlUrl}/identity/mint`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ persona: name }),
    });
    const { token } = (await minted.json()) as { token: string };
    keys += 1;
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': `key-${keys}`, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  }

  return {
    send,
    /** The response's status and code: 201 and none if the order was accepted. */
    async buys(name: PrincipalName, qty: string, { id, price }: { id: number; price: string }) {
      const { status, body } = await send(name, 'POST', '/orders', { account: 'main', instrumentId: id, price, qty });
      return [status, body.error?.code];
    },
    /** The path of a policy that the admin proposed and the approver approved. */
    async approved(family: string, id: string, terms: object): Promise<string> {
      const { body } = await send('admin', 'POST', `/${family}`, terms);
      const path = `/${family}/${body[id]}`;
      expect((await send('approver', 'POST', `${path}/approve`)).status).toBe(200);
      return path;
    },
  };
}

const { finer, governed, unpriced } = NAMED_INSTRUMENTS;
const TAKEN = [201, undefined];
const OVER = [422, 'MAX_ORDER_QTY_EXCEEDED'];

describe('a trading policy', () => {
  test('caps orders once a user other than its proposer has approved it, to the last place', async () => {
    const { send, buys } = await sandbox();
    const proposed = await send('admin', 'POST', '/trading-policies', { instrumentId: finer.id, maxOrderQty: '2.500' });
    expect([proposed.status, proposed.body]).toMatchObject([201, { status: 'PROPOSED', maxOrderQty: '2.5' }]);
    const path = `/trading-policies/${proposed.body['tradingPolicyId']}`;
    expect(await buys('trader', '2.501', finer)).toEqual(TAKEN);
    expect((await send('approver', 'GET', `${path}?view=approved`)).status).toBe(404);

    expect((await send('admin', 'POST', `${path}/approve`)).body.error?.code).toBe('SELF_APPROVAL');
    const approved = await send('approver', 'POST', `${path}/approve`);
    expect([approved.status, approved.body['status']]).toEqual([200, 'ACTIVE']);
    expect(await buys('trader', '2.501', finer)).toEqual(OVER);
    expect(await buys('trader', '2.5', finer)).toEqual(TAKEN);
    expect(await buys('outsider', '2.501', finer)).toEqual(TAKEN);
  });

  test('binds by its approved terms while others wait, and still does once those are withdrawn', async () => {
    const { send, buys, approved } = await sandbox();
    const path = await approved('trading-policies', 'tradingPolicyId', { instrumentId: finer.id, maxOrderQty: '2.5' });
    const before = await send('admin', 'GET', path);
    const amended = await send('admin', 'PUT', path, { instrumentId: finer.id, maxOrderQty: '1' });
    expect(amended.body).toMatchObject({ status: 'ACTIVE', pendingTransition: 'AMEND', maxOrderQty: '1' });
    expect(await buys('trader', '2.5', finer)).toEqual(TAKEN);
    const inForce = await send('trader', 'GET', `${path}?view=approved`);
    expect([inForce.body, inForce.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);

    expect((await send('deputy', 'POST', `${path}/withdraw`)).body.error?.code).toBe('NOT_PROPOSER');
    const withdrawn = await send('admin', 'POST', `${path}/withdraw`);
    expect(withdrawn.body).toEqual({ ...before.body, version: 4 });
    expect(await buys('trader', '2.5', finer)).toEqual(TAKEN);
    expect(await buys('trader', '2.501', finer)).toEqual(OVER);
  });

  test('refuses orders while it is halted, binds again when resumed, and binds nothing once retired', async () => {
    const { send, buys, approved } = await sandbox();
    const path = await approved('trading-policies', 'tradingPolicyId', { instrumentId: finer.id, maxOrderQty: '2.5' });
    await send('admin', 'POST', `${path}/halt`);
    expect(await buys('trader', '2.5', finer)).toEqual([422, 'POLICY_HALTED']);
    await send('admin', 'POST', `${path}/resume`);
    expect(await buys('trader', '2.5', finer)).toEqual(TAKEN);
    expect(await buys('trader', '2.501', finer)).toEqual(OVER);
    await send('admin', 'POST', `${path}/retire`);
    expect(await buys('trader', '2.501', finer)).toEqual(TAKEN);
    expect((await send('admin', 'POST', `${path}/resume`)).body.error?.code).toBe('TRANSITION_NOT_ADMITTED');
  });

  test('of the whole organisation halts all of its instruments, and no other organisation', async () => {
    const { send, buys, approved } = await sandbox();
    const path = await approved('trading-policies', 'tradingPolicyId', { maxOpenOrders: 1000 });
    await send('admin', 'POST', `${path}/halt`);
    expect(await buys('trader', '1', finer)).toEqual([422, 'POLICY_HALTED']);
    expect(await buys('trader', '1', { id: unpriced.id, price: '0.5' })).toEqual([422, 'POLICY_HALTED']);
    expect(await buys('outsider', '1', finer)).toEqual(TAKEN);
  });

  test('that is halted in a fresh sandbox can be resumed', async () => {
    const { send, buys } = await sandbox();
    expect(await buys('trader', '1', governed)).toEqual([422, 'POLICY_HALTED']);
    expect((await send('admin', 'POST', '/trading-policies/5/resume')).status).toBe(200);
    expect(await buys('trader', '1', governed)).toEqual(TAKEN);
    expect(await buys('trader', '250.5001', governed)).toEqual(OVER);
  });
});

describe.each([
  ['asset-policies', 'assetPolicyId', { assetId: 2 }, ['maxTicketAmount', 'reconciliationToleranceAmount']],
  ['chain-policies', 'chainPolicyId', { assetId: 2, chain: 'BITCOIN' }, ['maxTransferAmount', 'minTransferAmount']],
] as const)('%s', (family, id, of, [larger, smaller]) => {
  test("are served at the finest scale of their amounts, or the asset's", async () => {
    const { send } = await sandbox();
    const read = async (terms: object) => {
      const { body } = await send('admin', 'POST', `/${family}`, { ...of, ...terms });
      const row = await send('viewer', 'GET', `/${family}/${body[id]}`);
      return [row.body[larger], row.body[smaller]];
    };
    expect(await read({ [larger]: '01.50' })).toEqual(['1.50000000', null]);
    expect(await read({ [larger]: '7', [smaller]: '0.0000000010' })).toEqual(['7.000000000', '0.000000001']);
  });

  test('amounts that do not fit together are refused by the owner, and the key is spent', async () => {
    const { send } = await sandbox();
    const body = { ...of, [larger]: '92233720368', [smaller]: '0.000000001' };
    const key = { 'idempotency-key': 'too-far-apart' };
    const refused = await send('admin', 'POST', `/${family}`, body, key);
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'INVALID_FIELD']);
    expect(refused.headers.get('x-service-global-sequence')).toMatch(/^[0-9]+$/);
    const corrected = await send('admin', 'POST', `/${family}`, { ...body, [smaller]: '0.00000001' }, key);
    expect([corrected.body.error?.code, corrected.headers.get('idempotent-replay')]).toEqual(['INVALID_FIELD', 'true']);
    expect((await send('admin', 'POST', `/${family}`, { ...body, [smaller]: '0.00000001' })).status).toBe(201);
  });

  test('an amount without a reference is refused by the member, and the key is free', async () => {
    const { send } = await sandbox();
    const { assetId: _, ...ofNone } = of as { assetId: number };
    const key = { 'idempotency-key': 'of-nothing' };
    const refused = await send('admin', 'POST', `/${family}`, { ...ofNone, [larger]: '1' }, key);
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'MALFORMED_REQUEST']);
    expect(refused.headers.get('x-service-global-sequence')).toBeNull();
    expect((await send('admin', 'POST', `/${family}`, { ...of, [larger]: '1' }, key)).status).toBe(201);
  });
});

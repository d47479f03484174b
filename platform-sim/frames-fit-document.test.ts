/** The frames of a sandbox's sockets fit the document that it publishes. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { Sandbox } from './sandbox.ts';
import { sandboxOf } from './testing/sample-caller.ts';
import { marketDataSocket, type SampleSocket, tokenOf, tradingSocket } from './testing/sample-socket.ts';

interface Message {
  readonly payload: { readonly $ref: string };
}

/** Finds the messages of the member's document that a frame fits. */
async function messagesBy(sandbox: Sandbox) {
  const document = (await (await fetch(`${sandbox.baseUrl}/docs/asyncapi.json`)).json()) as {
    readonly components: { readonly messages: Readonly<Record<string, Message>> };
  };
  const ajv = new Ajv({ strict: false }).addSchema(document, 'document');
  return (socket: string, frame: object): readonly string[] =>
    Object.entries(document.components.messages)
      .filter(([name]) => name.startsWith(`${socket}.`))
      .filter(([, { payload }]) => ajv.validate({ $ref: `document${payload.$ref}` }, frame))
      .map(([name]) => name.slice(socket.length + 1));
}

/** Sends each frame and receives this many; returns all with the messages that they fit. */
async function talk(
  client: SampleSocket,
  said: readonly object[],
  count: number,
  named: (frame: object) => readonly string[],
) {
  for (const frame of said) client.say(frame);
  const heard: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const what = String(await client.next());
    heard.push(named(JSON.parse(what) as object)[0] ?? `no message: ${what}`);
  }
  return { said: said.map((frame) => named(frame)[0] ?? `no message: ${JSON.stringify(frame)}`), heard };
}

const order = (reqId: string, price: string, key = reqId) => ({
  op: 'submit',
  reqId,
  params: { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price, qty: '1' },
});

test('every frame of a trading session, for any answer', async () => {
  const sandbox = await sandboxOf();
  const messages = await messagesBy(sandbox);
  const named = (frame: object) => messages('trading', frame);
  const client = await tradingSocket(sandbox, 'admin');
  const token = await tokenOf(sandbox, 'admin');
  const topics = ['orders', 'executions'];
  expect(await talk(client, [], 1, named)).toEqual({ said: [], heard: ['sessionOpened'] });
  const renewing = [
    { op: 'auth', reqId: 'a1', params: { token } },
    { op: 'auth', reqId: 'a2', params: { token: 'no token' } },
    { op: 'subscribe', reqId: 's1', params: { topics } },
  ];
  expect(await talk(client, renewing, 3, named)).toEqual({
    said: ['auth', 'auth', 'subscribe'],
    heard: ['authenticated', 'refused', 'subscribed'],
  });
  const submitted = await talk(client, [order('fits-1', '90.00')], 2, named);
  expect([submitted.said, submitted.heard.toSorted()]).toEqual([['submit'], ['orderAnswered', 'orderUpdated']]);
  expect(await talk(client, [order('fits-1', '90.00')], 1, named)).toMatchObject({ heard: ['orderAnswered'] });
  expect(await talk(client, [order('fits-2', '90.001')], 1, named)).toMatchObject({ heard: ['orderRefused'] });
  const unsubscribing = [{ op: 'unsubscribe', reqId: 's2', params: { topics } }];
  expect(await talk(client, unsubscribing, 1, named)).toEqual({ said: ['unsubscribe'], heard: ['subscribed'] });
  sandbox.faults.add({ on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 });
  const pending = talk(client, [order('fits-3', '90.00')], 1, named);
  for (let n = 0; n < 3; n += 1) await sandbox.clock.advance(1_000);
  expect(await pending).toEqual({ said: ['submit'], heard: ['orderPending'] });
  client.socket.send('no JSON');
  expect(await talk(client, [], 1, named)).toEqual({ said: [], heard: ['refused'] });
});

test('the events of an order that fills', async () => {
  const sandbox = await sandboxOf();
  const messages = await messagesBy(sandbox);
  const client = await tradingSocket(sandbox, 'admin');
  await client.next();
  client.say({ op: 'subscribe', reqId: 's1', params: { topics: ['executions'] } });
  await client.next();
  client.say(order('fills-1', '100.02'));
  await client.next();
  await sandbox.clock.advance(50);
  expect(messages('trading', JSON.parse(String(await client.next())) as object)).toEqual(['executionRecorded']);
});

test('every frame of a market data session', async () => {
  const sandbox = await sandboxOf();
  const messages = await messagesBy(sandbox);
  const named = (frame: object) => messages('marketData', frame);
  const client = await marketDataSocket(sandbox);
  const token = await tokenOf(sandbox, 'trader');
  const said = [
    { op: 'auth', reqId: 'a1', params: { token } },
    { op: 'auth', reqId: 'a2', params: { token: 'no token' } },
    { op: 'subscribe', reqId: 'q1', params: { topics: ['quotes:BTC-USD'] } },
  ];
  expect(await talk(client, said, 4, named)).toEqual({
    said: ['auth', 'auth', 'subscribe'],
    heard: ['acknowledged', 'invalidToken', 'subscribed', 'quote'],
  });
  const more = [
    { op: 'subscribe', reqId: 'q2', params: { topics: ['quotes:NO-SUCH'] } },
    { op: 'unsubscribe', reqId: 'q3', params: { topics: ['quotes:BTC-USD'] } },
  ];
  expect(await talk(client, more, 2, named)).toEqual({
    said: ['subscribe', 'unsubscribe'],
    heard: ['refused', 'subscribed'],
  });
});

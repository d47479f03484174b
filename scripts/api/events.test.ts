import { once } from 'node:events';
import { EventSource, WebSocket } from 'undici';
import { expect, test, vi } from 'vitest';
import { EVENT_SHAPES, type EventName } from '../../platform-sim/control/events/event-shapes.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };

interface Seen {
  readonly name: EventName;
  readonly data: Record<string, unknown>;
}

/** A busy machine takes more than the default second. */
const soon = (check: () => void) => vi.waitFor(check, 20_000);

/** Follows the stream as a browser does, and holds each event to its published shape. */
function follow(sandbox: Sandbox, query = '') {
  const source = new EventSource(`${sandbox.controlUrl}/events${query}`);
  const seen: Seen[] = [];
  for (const name of Object.keys(EVENT_SHAPES) as EventName[]) {
    source.addEventListener(name, (message: Event) => {
      const value: unknown = JSON.parse((message as unknown as { readonly data: string }).data);
      EVENT_SHAPES[name].parse(value);
      seen.push({ name, data: value as Record<string, unknown> });
    });
  }
  const of = (name: EventName) => seen.filter((one) => one.name === name).map(({ data }) => data);
  return { of, all: () => seen, [Symbol.dispose]: () => source.close() };
}

/** A trading session of the trader, past its first frame. */
async function openSocket(sandbox: Sandbox) {
  const url = `${sandbox.baseUrl.replace(/^http/, 'ws')}/v1/ws/trading`;
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${await sandbox.token('trader')}` } });
  const next = async () =>
    JSON.parse(String(((await once(socket, 'message')) as [{ data: string }])[0].data)) as object;
  await next();
  const op = async (name: string, params: object) => {
    socket.send(JSON.stringify({ op: name, reqId: `r-${name}`, params }));
    expect(await next()).toMatchObject({ op: name, success: true });
  };
  return { op, [Symbol.dispose]: () => socket.close() };
}

async function submit(sandbox: Sandbox, clientOrderId: string): Promise<number> {
  const answer = await fetch(`${sandbox.baseUrl}/orders`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await sandbox.token('trader')}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': clientOrderId,
    },
    body: JSON.stringify({ ...ORDER, clientOrderId }),
  });
  return answer.status;
}

test('a write is seen on its way, in the sequence and as an exchange', async () => {
  await using sandbox = await startSandbox();
  // Also one that was written before anybody looked.
  expect(await submit(sandbox, 'before-1')).toBe(201);
  using stream = follow(sandbox);
  await soon(() => expect(stream.of('members')).toHaveLength(1));
  expect(await submit(sandbox, 'seen-1')).toBe(201);
  await soon(() => expect(stream.of('exchange').at(-1)).toMatchObject({ key: 'seen-1', status: 201 }));
  const edges = ['look-up', 'send', 'inbox', 'verdict', 'sequencer', 'reply', 'record'];
  expect(stream.of('pass').map(({ key, edge }) => [key, edge])).toEqual([
    ...edges.map((edge) => ['before-1', edge]),
    ...edges.map((edge) => ['seen-1', edge]),
  ]);
  expect(stream.of('record').filter(({ command }) => (command as { key: string }).key === 'seen-1')).toHaveLength(1);
});

test('each event frame of a session is seen in its place among the exchanges, also one from before', async () => {
  await using sandbox = await startSandbox();
  using socket = await openSocket(sandbox);
  await socket.op('subscribe', { topics: ['orders', 'executions'] });
  using stream = follow(sandbox);
  await soon(() => expect(stream.of('members')).toHaveLength(1));
  expect(stream.of('frame')).toMatchObject([{ n: 1, event: 'sessionOpened' }]);
  expect(await submit(sandbox, 'framed-1')).toBe(201);
  await soon(() => expect(stream.of('exchange').at(-1)).toMatchObject({ key: 'framed-1' }));
  const [, frame, ...others] = stream.of('frame');
  expect(others).toEqual([]);
  expect(frame).toEqual({
    ...{ n: 2, atNs: expect.any(String), member: 'm1', version: '1.4.0', session: 'm1-1', socket: 'trading' },
    ...{
      principal: 'trader',
      event: 'orderUpdated',
      topic: 'orders',
      position: stream.of('record').at(-1)?.['position'],
    },
  });
  const names = stream.all().map(({ name, data }) => (name === 'frame' ? 'frame' : data['key']));
  expect(names.lastIndexOf('frame')).toBeLessThan(names.lastIndexOf('framed-1'));
  expect(await sandbox.control.readFrame('2')).toMatchObject({
    ...frame,
    sent: { event: 'orderUpdated', data: { clientOrderId: 'framed-1' } },
  });
  // An op is an exchange, and names its session and whose it is.
  await socket.op('unsubscribe', { topics: ['executions'] });
  await soon(() =>
    expect(stream.of('exchange').at(-1)).toMatchObject({ op: 'unsubscribe', session: 'm1-1', principal: 'trader' }),
  );
});

test('a section is sent when it changes, and only then', async () => {
  await using sandbox = await startSandbox();
  using stream = follow(sandbox);
  await soon(() => expect(stream.of('faults')).toEqual([[]]));
  const { id } = await sandbox.control.addFault({ on: { edge: 'verdict' }, hold: 'held', times: 1 });
  await soon(() => expect(stream.of('faults').at(-1)).toMatchObject([{ id, firings: 0, held: 0 }]));
  const pending = submit(sandbox, 'held-1');
  await soon(() => expect(stream.of('waiting').at(-1)).toMatchObject([{ fault: id, edge: 'verdict', key: 'held-1' }]));
  await sandbox.control.release('held');
  expect(await pending).toBe(201);
  await soon(() => expect(stream.of('waiting').at(-1)).toEqual([]));
  expect(stream.of('snapshots')).toHaveLength(1);
});

test('from names the position after which records begin', async () => {
  await using sandbox = await startSandbox();
  const { position } = await sandbox.control.readHealth();
  await submit(sandbox, 'later-1');
  using stream = follow(sandbox, `?from=${position}`);
  await soon(() => expect(stream.of('record').length).toBeGreaterThan(0));
  expect(stream.of('record')[0]).toMatchObject({ position: position + 1 });
});

test('a reset is said, and the new sequence follows from its first record', async () => {
  await using sandbox = await startSandbox();
  using stream = follow(sandbox);
  await soon(() => expect(stream.of('record').length).toBeGreaterThan(0));
  expect(stream.of('began')).toEqual([]);
  await sandbox.control.reset({ seed: 9 });
  await soon(() => expect(stream.of('began')).toEqual([{ seed: 9 }]));
  await soon(() => expect(stream.of('record').filter(({ position }) => position === 1)).toHaveLength(2));
  await soon(() => expect(stream.of('mark')).toMatchObject([{ kind: 'reset', text: 'reset to seed 9' }]));
  using later = follow(sandbox);
  await soon(() => expect(later.of('mark')).toEqual(stream.of('mark')));
});

test('Last-Event-ID continues where a stream broke off', async () => {
  await using sandbox = await startSandbox();
  await submit(sandbox, 'before-1');
  const first = await fetch(`${sandbox.controlUrl}/events`);
  const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/^id: (.+)$/m.test(text)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  const [, id = ''] = /^id: (.+)$/m.exec(text) ?? [];
  await submit(sandbox, 'after-1');
  const second = await fetch(`${sandbox.controlUrl}/events`, { headers: { 'Last-Event-ID': id } });
  const again = second.body?.pipeThrough(new TextDecoderStream()).getReader();
  text = '';
  while (!text.includes('after-1')) text += (await again?.read())?.value ?? '';
  await again?.cancel();
  expect(text).not.toContain('"key":"before-1"');
});

test('a client that is gone does not keep the sandbox from ending', async () => {
  const sandbox = await startSandbox();
  const patience = new AbortController();
  const answer = await fetch(`${sandbox.controlUrl}/events`, { signal: patience.signal });
  await answer.body?.getReader().read();
  patience.abort();
  let isClosed = false;
  const closing = sandbox.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => isClosed, { timeout: 4_000 }).toBe(true);
  await closing;
});

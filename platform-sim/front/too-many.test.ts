/** When requests are too many, and how they are refused. */
import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { until } from '../testing/sample-scene.ts';
import { ConnectionTurns } from './connection-turns.ts';
import { LOAD_LIMITS, LoadGauge } from './load-gauge.ts';
import type { Served } from './open-port.ts';
import { simpleRequest } from './simple-request.ts';
import { Client, clock, GET, LAST_GET, port, slowly } from './testing/sample-port.ts';
import { TurnQueue } from './turn-queue.ts';
import { UNREAD_BYTES } from './unread-answers.ts';

describe('a queue', () => {
  test.each([
    ['some hundreds, and the process pauses now and then', 640, 250, false],
    ['more than are served within the limits', 3_000, 0, true],
  ])('refuses some of clients that wait for their answers: %s', async (_, clients, pauseMs, isRefused) => {
    let [atMs, served, refused] = [0, 0, 0];
    const queue = new TurnQueue(LOAD_LIMITS, () => atMs);
    const ask = (): void =>
      queue.push('prompt', (isTooMany) => {
        atMs += 0.1;
        if (isTooMany) refused += 1;
        else if (++served % 4_000 === 2_000) atMs += pauseMs;
        // What is refused comes again, too.
        if (served < 20_000) queueMicrotask(ask);
      });
    for (let n = 0; n < clients; n += 1) ask();
    await until(() => queue.length === 0);
    expect(refused > 0).toBe(isRefused);
  });

  const { waiting, ageMs, patienceMs } = LOAD_LIMITS;
  const [many, old, aWhile] = [10 * waiting, ageMs + 1, patienceMs];
  // Each note: after how long, how many wait, and the age of the next of them; the last one is judged.
  // biome-ignore format: an aligned table
  const LOADS: readonly (readonly [string, readonly (readonly [number, number, number])[], boolean])[] = [
    ['many wait, the next for long, and that for a while', [[0, waiting, old], [aWhile, waiting, old]],                                        true],
    ['many wait, the next not for long',                   [[0, many, ageMs], [aWhile, many, ageMs]],                                          false],
    ['few wait, however long',                             [[0, waiting - 1, 100 * ageMs], [aWhile, waiting - 1, 100 * ageMs]],                false],
    ['not yet for a while',                                [[0, many, old], [aWhile - 1, many, old]],                                          false],
    ['not any more',                                       [[0, waiting, old], [aWhile / 2, 0, 0], [aWhile / 2, waiting, aWhile]],             false],
    ['again, after less calm',                             [[0, waiting, old], [aWhile, waiting, old], [aWhile - 1, 0, 0], [1, waiting, old]], true],
    ['again, after as much calm',                          [[0, waiting, old], [aWhile, waiting, old], [aWhile, 0, 0], [1, waiting, old]],     false],
  ];

  test.each(LOADS)('is over its limits where %s: %j', (_, notes, isOver) => {
    let nowMs = 1_000_000;
    const gauge = new LoadGauge(LOAD_LIMITS, () => nowMs);
    for (const [afterMs, count, nextMs] of notes) {
      nowMs += afterMs;
      gauge.note(count, count === 0 ? undefined : nowMs - nextMs);
    }
    const [, last, nextMs] = notes.at(-1) ?? [0, 0, 0];
    expect(gauge.isOver(last, nowMs - nextMs)).toBe(isOver);
  });

  test('that has aged refuses those that waited longest, serves the newest, and then all again', async () => {
    const served: string[] = [];
    const turns = new ConnectionTurns(
      ({ url }, response, isTooMany) => {
        served.push(`${url}${isTooMany ? ' refused' : ''}`);
        response.emit('close');
      },
      { waiting: 2, ageMs: -1, patienceMs: 0 },
    );
    const ask = async (url: string): Promise<void> => {
      const response = Object.assign(new EventEmitter(), { closed: false });
      const closed = once(response, 'close');
      const request = { url, socket: new Socket() } as IncomingMessage;
      turns.add(request, response as unknown as ServerResponse, () => undefined);
      await closed;
    };
    const first = [ask('/1'), ask('/2'), ask('/3')];
    expect(served).toEqual([]);
    await Promise.all(first);
    await ask('/4');
    expect(served).toEqual(['/1 refused', '/2 refused', '/3', '/4']);
  });
});

/** Every request is more than it gets through. */
const BUSY = { waiting: 0, ageMs: -1, patienceMs: 0 };

describe('what is too many', () => {
  const refusal: Served['refusal'] = ({ target }) =>
    target === '/slow' ? undefined : Buffer.from('HTTP/1.1 429 X\r\nContent-Length: 0\r\n\r\n');
  const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';

  test('is refused over the network, and not from this process', async () => {
    const opened = await port({ handle: (_, response, isTooMany) => response.end(`${isTooMany}`) }, { load: BUSY });
    expect(await (await fetch(opened.url)).text()).toBe('true');
    const [local] = await once(get(opened.url, { createConnection: () => opened.connect() as never }), 'response');
    expect(await text(local)).toBe('false');
  });

  test.each([
    ['before an answer that is due', GET, false, SLOW + GET, ['429', 'parsed', 'parsed']],
    ['while the machine parses what came before', SLOW + GET, true, GET, ['parsed', 'parsed', '429']],
  ] as const)('is refused unparsed, and never %s', async (_, first, isSlow, second, expected) => {
    const opened = await port(
      {
        handle: (_, response) => void clock.after(5, 'an answer', () => response.end('parsed')),
        refusal,
        takesUpgrade: () => isSlow && slowly(),
      },
      { load: BUSY },
    );
    const client = new Client(opened);
    await client.send(first, isSlow ? 2 : 1, /429|parsed/g);
    expect((await client.send(second, 3, /429|parsed/g)).match(/429|parsed/g)).toEqual(expected);
  });

  test.each([
    ['its members', []],
    ['variations before them', ['decisions']],
  ])('is refused by a sandbox with the code of %s, in each of its worlds', async (_, permissive) => {
    const sandbox = await sandboxOf({ ports: false, permissive });
    await sandbox.createWorld({ name: 'other' });
    const handle = sandbox.handle as Served['handle'];
    const server = createServer((request, response) => handle(request, response, true));
    onTestFinished(() => server.close().closeAllConnections());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/openapi.json', '/worlds/other/openapi.json']) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await answer.json()).toMatchObject({ error: { code: 'IN_FLIGHT_FULL', retryable: true } });
    }
  });
});

test('past the limit of unread answers those are cut that have waited longest; a client that reads is served', async () => {
  const [toTheLimit, cut]: [number, string[]] = [4, []];
  const bytes = Buffer.alloc(UNREAD_BYTES / toTheLimit);
  let served = 0;
  const opened = await port({
    handle(request, response) {
      served += 1;
      response.once('close', () => {
        if (!response.writableFinished) cut.push(request.url ?? '');
      });
      response.end(bytes);
    },
  });
  const ask = async (url: string): Promise<Client> => {
    const client = new Client(opened);
    client.socket.pause();
    const before = served;
    await client.send(LAST_GET.replace('/', url));
    await until(() => served > before);
    return client;
  };
  const unread = Array.from({ length: toTheLimit * 2 }, (_, index) => `/unread-${index}`);
  for (const url of unread) await ask(url);
  const reader = await ask('/read');
  reader.socket.resume();
  await reader.closed;
  expect(reader.received.length).toBeGreaterThan(bytes.length);
  // The system holds a part of each in its own buffers: one or two fit in beyond the four.
  expect(cut.length).toBeGreaterThanOrEqual(2);
  expect(cut).toEqual(unread.slice(0, cut.length));
});

const POST = `POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
const withLine = (line: string) => GET.replace('Host: x\r\n', `Host: x\r\n${line}\r\n`);

// biome-ignore format: an aligned table
const SIMPLE: readonly (readonly [string, string, object | undefined])[] = [
  ['one without a body',                GET.replace('/', '/orders?limit=1'),                             { method: 'GET', target: '/orders?limit=1' }],
  ['one with a body',                   POST,                                                            { method: 'POST', target: '/orders' }],
  ['half of a head',                    GET.slice(0, -2),                                                undefined],
  ['two requests',                      GET + GET,                                                       undefined],
  ['half of a body',                    POST.slice(0, -1),                                               undefined],
  ['more than its body',                `${POST} `,                                                      undefined],
  ['two lengths',                       POST.replace('Content-Length: 2', 'Content-Length: 2\r\nContent-Length: 2'), undefined],
  ['a length that is none',             POST.replace('Content-Length: 2', 'Content-Length: 2, 2'),       undefined],
  ['a coded body',                      POST.replace('Content-Length: 2', 'Transfer-Encoding: chunked'), undefined],
  ['HTTP/1.0',                          GET.replace('HTTP/1.1', 'HTTP/1.0'),                             undefined],
  ['no host',                           GET.replace('Host: x\r\n', ''),                                  undefined],
  ['HEAD, whose answer has no body',    GET.replace('GET', 'HEAD'),                                      undefined],
  ['a connection that is to be closed', LAST_GET,                                                        undefined],
  ['an expectation',                    withLine('Expect: 100-continue'),                                undefined],
  ['a handshake',                       withLine('Upgrade: websocket'),                                  undefined],
  ['the header of a world',             withLine('X-Touchstone-World: other'),                           undefined],
  ['a folded line',                     withLine(' folded'),                                             undefined],
  ['a bare line feed',                  GET.replace('Host: x\r\n', 'Host: x\n'),                         undefined],
];

test.each(SIMPLE)('a request may be refused unparsed only if it is simple: %s', (_, sent, request) => {
  const read = simpleRequest(Buffer.from(sent));
  if (request === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(request);
});

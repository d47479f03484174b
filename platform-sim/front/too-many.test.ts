import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import type { Served } from './open-port.ts';
import { openPort } from './open-port.ts';

test.each([
  ['its members', []],
  ['variations before them', ['decisions']],
])('a sandbox refuses what is too many with the code of %s, in each of its worlds', async (_, permissive) => {
  await using sandbox = await startSandbox({ ports: false, permissive });
  await sandbox.createWorld({ name: 'other' });
  const handle = sandbox.handle as Served['handle'];
  const server = createServer((request, response) => handle(request, response, true));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ['/openapi.json', '/worlds/other/openapi.json']) {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await answer.json()).toMatchObject({ error: { code: 'IN_FLIGHT_FULL', retryable: true } });
  }
  server.close().closeAllConnections();
});

test('an open port refuses what comes over the network behind a queue, and nothing of this process', async () => {
  const opened = await openPort({
    host: '127.0.0.1',
    port: 0,
    option: '--port',
    clock: createClock({ mode: 'real' }),
    // Every request is more than it gets through.
    load: { waiting: 0, ageMs: -1, patienceMs: 0 },
  });
  opened.serve({ handle: (_, response, isTooMany) => response.end(`${isTooMany}`) });
  expect(await (await fetch(opened.url)).text()).toBe('true');
  const [local] = await once(get(opened.url, { createConnection: () => opened.connect() as never }), 'response');
  expect(await text(local)).toBe('false');
  await opened.drain({ idleGraceMs: 0, deadlineMs: 0 });
});

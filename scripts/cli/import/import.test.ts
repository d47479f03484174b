import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readScenario } from '../../../scenarios/index.ts';
import { runCommandLine } from '../command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function imported(content: string | Buffer, ...args: readonly string[]) {
  await writeFile(join(folder, 'incident.har'), content);
  const said = { out: '', err: '' };
  const status = await runCommandLine(['import', 'incident.har', ...args], {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    env: {},
    cwd: folder,
    interrupted: new AbortController().signal,
  });
  return { status, ...said };
}

const ORDER = { account: 'main', instrument: 'BTC-USD', clientOrderId: 'o-1', side: 'BUY', price: '100.00', qty: '1' };
const ROW = { ...ORDER, orderId: '1767571200000000000', status: 'OPEN' };

interface Sent {
  readonly at?: number;
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
}

const pairs = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([name, value]) => ({ name, value }));

/** An entry in the members that every exporter writes. */
function entry({ at = 0, method = 'GET', url, headers = {}, body, status = 200, answer = {} }: Sent) {
  return {
    startedDateTime: new Date(1_767_571_200_000 + at).toISOString(),
    time: 5,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(headers),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: pairs({ 'Content-Type': 'application/json' }),
      cookies: [],
      content: { size: 1, mimeType: 'application/json', text: JSON.stringify(answer) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 5, receive: 0 },
  };
}

const GATEWAY = 'https://gateway.example.com/api';
const AUTHORIZED = { Authorization: 'Bearer opaque-token-of-someone' };
const PLACED = {
  method: 'POST',
  url: `${GATEWAY}/orders`,
  headers: { ...AUTHORIZED, 'Idempotency-Key': 'o-1' },
  body: ORDER,
  status: 201,
  answer: ROW,
};
const READ = { at: 20, url: `${GATEWAY}/orders/${ROW.orderId}`, headers: AUTHORIZED, answer: ROW };

const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });

/** What the order and its reading become, whoever exported them. */
const STEPS = ['POST /orders', `GET /orders/\${order}`];

function linesOf(text: string): readonly string[] {
  return readScenario(text, 'x').steps.flatMap((step) =>
    step.kind === 'request' ? [`${step.sent.method} ${step.sent.path}`] : [step.kind],
  );
}

describe('an export of', () => {
  test('Chromium: HTTP/2 pseudo-headers, preflights, assets and other origins are left out', async () => {
    const { out, err, status } = await imported(
      har(
        { ...entry({ url: 'https://app.example.com/index.html' }), _resourceType: 'document' },
        { ...entry({ method: 'OPTIONS', url: PLACED.url, status: 204 }), _resourceType: 'preflight' },
        {
          ...entry({
            ...PLACED,
            headers: { ':authority': 'gateway.example.com', ':method': 'POST', ...PLACED.headers },
          }),
          _resourceType: 'fetch',
          _priority: 'High',
        },
        { ...entry({ url: `${GATEWAY}/app.js` }), _resourceType: 'script' },
        { ...entry(READ), _resourceType: 'xhr' },
      ),
    );
    expect(status, err).toBe(0);
    expect(linesOf(out)).toEqual(STEPS);
    expect(err).toContain('left out: 1 of other origins, 1 of pages, 1 preflights\n');
    expect(err).toContain('entry 3: its token names no principal of the profile, so it acts as trader\n');
    expect(out).not.toContain('opaque-token');
  });

  test('Chromium: the messages of a socket, in seconds', async () => {
    const at = (ms: number) => (1_767_571_200_000 + ms) / 1_000;
    const opened = { event: 'sessionOpened', msgType: 'sessionOpened', data: { capabilities: [], expiresAtNs: '1' } };
    const socket = {
      ...entry({ at: 40, url: 'wss://gateway.example.com/api/v1/ws/trading', headers: AUTHORIZED, status: 101 }),
      _resourceType: 'websocket',
      _webSocketMessages: [
        { type: 'receive', time: at(50), opcode: 1, data: JSON.stringify(opened) },
        {
          type: 'send',
          time: at(60),
          opcode: 1,
          data: JSON.stringify({ op: 'auth', reqId: 'a', params: { token: 'opaque-token-of-someone' } }),
        },
        { type: 'receive', time: at(70), opcode: 1, data: JSON.stringify({ op: 'auth', reqId: 'a', success: true }) },
      ],
    };
    const { out, err } = await imported(har(entry(PLACED), socket));
    expect(linesOf(out), err).toEqual(['POST /orders', 'open', 'hear', 'op']);
    expect(out).toContain('as: trader\n    op: auth');
  });

  test('Firefox: a time with its zone, answers that are not there, no messages of sockets', async () => {
    const firefox = (sent: Sent) => {
      const made = entry(sent);
      return {
        pageref: 'page_1',
        ...made,
        startedDateTime: made.startedDateTime.replace('Z', '+00:00'),
        request: {
          ...made.request,
          postData: 'postData' in made.request ? { ...made.request.postData, params: [] } : undefined,
        },
        _securityState: 'secure',
        serverIPAddress: '203.0.113.7',
        connection: '443',
      };
    };
    const aborted = firefox({ ...READ, at: 40 });
    Object.assign(aborted.response, {
      status: 0,
      content: { mimeType: 'application/json', size: 0, comment: 'Response bodies are not included.' },
      headers: [],
    });
    const { out, err } = await imported(
      har(
        firefox(PLACED),
        firefox(READ),
        aborted,
        firefox({ at: 60, url: 'wss://gateway.example.com/api/v1/ws/trading', headers: AUTHORIZED, status: 101 }),
      ),
    );
    expect(linesOf(out), err).toEqual([...STEPS, `GET /orders/\${order}`, 'open']);
    expect(out).toContain('answer: none');
    expect(err).toContain('entry 4: the export has no message of the socket, so it is opened alone');
  });

  test("mitmproxy: base64 bodies, microseconds, a socket's entry twice, an error of the connection", async () => {
    const dumped = (sent: Sent) => {
      const made = entry(sent);
      return {
        ...made,
        startedDateTime: made.startedDateTime.replace('000Z', '000123+00:00'),
        serverIPAddress: '203.0.113.7',
      };
    };
    const binary = dumped(READ);
    Object.assign(binary.response.content, {
      text: Buffer.from(JSON.stringify(ROW)).toString('base64'),
      encoding: 'base64',
    });
    const lost = dumped({ ...READ, at: 40 });
    Object.assign(lost.response, {
      status: 0,
      content: {},
      headers: [],
      _error: 'Server disconnected',
      _transferSize: 0,
    });
    const handshake = dumped({
      at: 60,
      url: 'https://gateway.example.com/api/v1/ws/trading',
      headers: { ...AUTHORIZED, Upgrade: 'websocket' },
      status: 101,
    });
    const ended = {
      ...handshake,
      _resourceType: 'websocket',
      _webSocketMessages: [
        { type: 'send', time: 1_767_571_200.07, opcode: 1, data: '{"op":"nope","reqId":"1","params":{}}' },
      ],
    };
    const { out, err } = await imported(har(dumped(PLACED), binary, lost, handshake, ended));
    expect(linesOf(out), err).toEqual([...STEPS, `GET /orders/\${order}`, 'open', 'op']);
    expect(err).toContain('entry 3: no answer came (reset: Server disconnected)');
  });

  test('this project: a token that is a mark names its principal', async () => {
    const headers = { Authorization: 'Bearer <token of admin>' };
    const { out, err } = await imported(har(entry({ url: `${GATEWAY}/users`, headers, answer: { items: [] } })));
    expect(out).toContain('as: admin');
    expect(err).toBe('');
  });
});

test('--base-url, --as, --id and --out', async () => {
  const { status, out } = await imported(
    har(entry({ url: 'https://one.example.com/me' }), entry({ url: 'https://two.example.com/orders' })),
    ...['--base-url', 'https://two.example.com', '--as', 'viewer', '--id', 'chosen', '--out', 'chosen.yaml'],
  );
  expect({ status, out }).toEqual({ status: 0, out: '' });
  const scenario = readScenario(await readFile(join(folder, 'chosen.yaml'), 'utf8'), 'chosen.yaml');
  expect(scenario.id).toBe('chosen');
  expect(scenario.steps).toMatchObject([{ sent: { as: 'viewer', path: '/orders' } }]);
});

describe('JSON Lines', () => {
  const exchange = (n: number, more: object) => ({
    n,
    atNs: `${1_767_571_200_000_000_000n + BigInt(n) * 1_000_000n}`,
    member: 'm1',
    requestId: null,
    status: 200,
    key: null,
    refused: null,
    ...more,
  });
  const log = [
    exchange(2, {
      method: 'GET',
      path: '/orders/{id}',
      target: `/orders/${ROW.orderId}`,
      request: { headers: [], body: null },
      response: { headers: [], body: ROW },
    }),
    exchange(1, {
      method: 'POST',
      path: '/orders',
      target: '/orders',
      status: 201,
      request: {
        headers: [
          ['Authorization', '[not shown]'],
          ['Idempotency-Key', 'o-1'],
        ],
        body: ORDER,
      },
      response: { headers: [], body: ROW },
    }),
  ];

  test.each([
    ['one document', JSON.stringify({ items: log })],
    ['one exchange a line', log.map((row) => JSON.stringify(row)).join('\n')],
  ])("a sandbox's exchanges, %s", async (_, text) => {
    const { out, err } = await imported(text);
    expect(linesOf(out), err).toEqual(STEPS);
  });

  test('a journal: orders become requests, what is left is told', async () => {
    const record = (position: number, command: object, verdict: object) =>
      JSON.stringify({
        position,
        atNs: `${1_767_571_200_000_000_000n + BigInt(position)}`,
        command: { owner: 'orders', principal: { orgId: 1, userId: 2 }, ...command },
        verdict,
      });
    const { out, err } = await imported(
      [
        record(
          1,
          { principal: { orgId: 1, userId: 0 }, key: 'algo-1', operation: 'submitOrder', body: { kind: 'submit' } },
          { facts: [] },
        ),
        record(
          2,
          {
            key: 'o-1',
            operation: 'submitOrder',
            body: { kind: 'submit', accountId: 1, instrumentId: 1, side: 'BUY', price: '100', qty: '1' },
          },
          { facts: [{ kind: 'OrderUpdated', order: ROW }] },
        ),
        record(
          3,
          { key: 'c-1', operation: `cancelOrder ${ROW.orderId}`, body: { kind: 'cancel' } },
          { facts: [{ kind: 'OrderUpdated', order: ROW }] },
        ),
        record(
          4,
          {
            key: 'o-2',
            operation: 'submitOrder',
            body: { kind: 'submit', accountId: 1, instrumentId: 1, price: '0.001' },
          },
          { refused: { code: 'TICK_SIZE_VIOLATION', message: 'no' } },
        ),
        record(5, { key: 'u-1', operation: 'createUser', body: { kind: 'create' } }, { facts: [] }),
      ].join('\n'),
    );
    expect(linesOf(out), err).toEqual(['POST /orders', `POST /orders/\${order}/cancel`, 'POST /orders']);
    expect(out).toContain('code: TICK_SIZE_VIOLATION');
    expect(err).toContain('left out: 1 records');
    expect(err).toContain('position 5: createUser');
  });

  test('a recording', async () => {
    const seen = (n: number, method: string, path: string, body: string | null, status: number) => ({
      where: `request ${n}`,
      event: {
        ...{ n, label: null, actor: 'trader', sentAtMs: n, answeredAtMs: n, failure: null },
        request: { method, path, headers: body === null ? [] : [['Idempotency-Key', 'o-1']], body },
        response: { status, headers: [], body: JSON.stringify(ROW) },
      },
    });
    const lines = [
      { touchstone: 'traffic', version: 1, world: { seed: 7 }, clock: 'real' },
      seen(1, 'POST', '/orders', JSON.stringify(ORDER), 201),
      {
        where: 'request 2',
        event: {
          n: 2,
          kind: 'control',
          sentAtMs: 2,
          answeredAtMs: 2,
          method: 'POST',
          path: '/owners/orders/leave',
          body: null,
          status: 200,
          answer: null,
        },
      },
      seen(3, 'GET', `/orders/${ROW.orderId}`, null, 200),
      { where: 'request 4', event: { n: 'four' } },
    ];
    const { out, err } = await imported(lines.map((one) => JSON.stringify(one)).join('\n'));
    expect(linesOf(out)).toEqual([STEPS[0], 'owner', STEPS[1]]);
    expect(err).toBe('touchstone: incident.har: line 5: it is no event of traffic\n');
    expect(readScenario(out, 'x').world.seed).toBe(7);
  });

  test('the transcript of a replay', async () => {
    const { out, err } = await imported(
      [
        { type: 'scenario', atMs: 0, format: 1, id: 'x', proves: [], seed: 1, clock: 'virtual' },
        { type: 'step', atMs: 0, step: 1, does: 'fault hold verdict on owner orders', verdict: 'done' },
        {
          type: 'exchange',
          atMs: 0,
          step: 2,
          as: 'trader',
          request: { method: 'POST', path: '/orders', headers: [['Idempotency-Key', 'o-1']], body: ORDER },
          response: { atMs: 2_000, status: 201, headers: [], body: ROW },
        },
        {
          type: 'exchange',
          atMs: 9_000,
          step: 3,
          as: 'trader',
          request: { method: 'GET', path: `/orders/${ROW.orderId}`, headers: [] },
          response: { atMs: 9_000, status: 200, headers: [], body: ROW },
        },
        { type: 'verdict', atMs: 9_000, verdict: 'pass' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    expect(linesOf(out), err).toEqual(STEPS);
    expect(err).toContain('line 2: the transcript tells step 1 (fault hold verdict on owner orders) in words alone');
  });
});

describe('a hostile file ends in one clear line:', () => {
  const deep = '['.repeat(200_000);
  test.each([
    ['100 MB', Buffer.alloc(100_000_000, 0x20), /it has 100 MB, and 64 are the most/],
    ['empty', '', /neither JSON nor JSON Lines/],
    ['binary', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]), /it is binary/],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), /no UTF-8 text/],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(har(), 'utf16le')]), /UTF-16; save it as UTF-8/],
    ['truncated', har(entry(PLACED)).slice(0, -20), /neither JSON nor JSON Lines: .*JSON/],
    ['nested deeply', deep + ']'.repeat(200_000), /no HAR, and none of/],
    ['nested and torn', deep, /neither JSON nor JSON Lines/],
    ['no HAR', '{"log": {"entries": 7}}', /it is no HAR \(log.entries: /],
    ['null', 'null', /it is no HAR/],
    ['no entries', har(), /no entry is a request of the contract/],
    ['wrong types', har({ startedDateTime: 7, request: [], response: null }), /no entry is a request of the contract/],
    ['another site', har(entry({ url: 'https://shop.example.com/cart' })), /--base-url names the gateway/],
    [
      '5,001 requests',
      har(...Array.from({ length: 5_001 }, (_, at) => entry({ at, url: `${GATEWAY}/me?x=${at}` }))),
      /it has 5001 requests, and 5000 are the most/,
    ],
    ['an address of a scheme that runs', har(entry({ url: 'javascript:alert(1)' })), /no entry is a request/],
  ])('%s', async (_, content, line) => {
    const { status, out, err } = await imported(content);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(line);
    expect(err.trimEnd().split('\n').length).toBeLessThan(3);
  });

  test.each([
    [
      'a body that is nested deeply',
      { ...PLACED, body: undefined, raw: '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000) },
    ],
    ['a body named __proto__', { ...PLACED, raw: '{"__proto__":{"polluted":true},"constructor":1}' }],
    ['a body of a megabyte', { ...PLACED, raw: JSON.stringify({ remark: 'x'.repeat(900_000) }) }],
    ['references of its own', { ...PLACED, raw: `{"remark":"\${fixtures.account.name} \${x} $\${y}"}` }],
  ])('or is imported: %s', async (_, { raw, ...sent }) => {
    const made = entry({ ...sent, body: {} });
    Object.assign(made.request, { postData: { mimeType: 'application/json', text: raw } });
    const { status, err } = await imported(
      har(made, entry({ ...READ, answer: JSON.parse(raw.length > 1_000 ? '{}' : raw) })),
    );
    expect(status, err.slice(0, 2_000)).toBe(0);
    expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  });
});

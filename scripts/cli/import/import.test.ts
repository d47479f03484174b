import { describe, expect, test } from 'vitest';
import { readScenario } from '../../../scenarios/index.ts';
import {
  AUTHORIZED,
  entry,
  GATEWAY,
  har,
  imported,
  linesOf,
  PLACED,
  READ,
  ROW,
  type Sent,
  STEPS,
} from './testing/sample-har.ts';

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
    // biome-ignore format: an aligned table
    const socket = {
      ...entry({ at: 40, url: 'wss://gateway.example.com/api/v1/ws/trading', headers: AUTHORIZED, status: 101 }),
      _resourceType: 'websocket',
      _webSocketMessages: [
        { type: 'receive', time: at(50), opcode: 1, data: JSON.stringify(opened) },
        { type: 'send', time: at(60), opcode: 1, data: JSON.stringify({ op: 'auth', reqId: 'a', params: { token: 'opaque-token-of-someone' } }) },
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
  const { status, out, file } = await imported(
    har(entry({ url: 'https://one.example.com/me' }), entry({ url: 'https://two.example.com/orders' })),
    ...['--base-url', 'https://two.example.com', '--as', 'viewer', '--id', 'chosen', '--out', 'chosen.yaml'],
  );
  expect({ status, out }).toEqual({ status: 0, out: '' });
  const scenario = readScenario(file, 'chosen.yaml');
  expect(scenario.id).toBe('chosen');
  expect(scenario.steps).toMatchObject([{ sent: { as: 'viewer', path: '/orders' } }]);
});

test.each(['undefined', 'null'])(
  "a handshake with ?ticket=%s stays what it was: the client's bug, not a ticket",
  async (text) => {
    const url = `${GATEWAY.replace('https', 'wss')}/v1/ws/trading?ticket=${text}`;
    const refusal = {
      error: { code: 'UNAUTHENTICATED', message: 'no ticket', requestId: 'r-12345678', retryable: false },
    };
    const { out, err } = await imported(har(entry({ url, status: 401, answer: refusal })));
    const { steps } = readScenario(out, 'x');
    expect(
      steps.map(({ kind }) => kind),
      err,
    ).toEqual(['open']);
    expect(steps[0]).toMatchObject({ query: { ticket: text }, expect: { status: [401] } });
    expect(err).not.toContain('minted elsewhere');
  },
);

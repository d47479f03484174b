/**
 * What a sandbox shows of its exchanges and what a recording or an import keeps holds no secret, wherever a client put it.
 * The suite and the platform may not import each other, so each has the rule of names: this table holds both.
 */
import { describe, expect, test } from 'vitest';
import { isSecretName as isSecretOfSuite } from '../../conformance/member/exchange/secret-names.ts';
import { isSecretName as isSecretOfPlatform } from '../../platform-sim/control/secret-names.ts';
import { shownContent } from '../../platform-sim/control/shown-content.ts';
import { TrafficReader } from '../../scenarios/index.ts';
import { incidentText } from '../recording/incident-file.ts';

interface Sent {
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | null;
  readonly answer?: string;
}

const json = JSON.stringify;
const CREDENTIALS = '/credentials';
const OF_CREDENTIALS = ['Secret', 'privatekey', 'pass_phrase', 'MATERIAL', 'kee', 'materiel', 'x'];
const HEADERS = [
  'X-Api-Key',
  'X-Vendor-Token',
  'x-amz-security-token',
  'Api-Secret',
  'Proxy-Authorization',
  'X-Signature',
];

const PLACES: Readonly<Record<string, (secret: string) => Sent>> = {
  ...Object.fromEntries(
    OF_CREDENTIALS.map((name) => [
      `${name} of a credential`,
      (s: string) => ({ path: CREDENTIALS, body: json({ exchangeId: 1, [name]: s }) }),
    ]),
  ),
  'within an unknown member': (s) => ({ path: CREDENTIALS, body: json({ legs: [{ a: { b: s } }] }) }),
  'a rotation': (s) => ({ path: `${CREDENTIALS}/7/rotate`, body: json({ leg: s }) }),
  'a credential that is JSON in a text': (s) => ({ path: CREDENTIALS, body: json({ material: json({ key: s }) }) }),
  'a credential as a form': (s) => ({ path: CREDENTIALS, body: `exchangeId=1&kee=${s}` }),
  'JSON in a text': (s) => ({ body: json({ remark: json({ password: s }) }) }),
  'JSON in JSON in a text': (s) => ({ body: json({ remark: json([json({ api_key: s })]) }) }),
  'a form': (s) => ({ body: `grant_type=x&client_secret=${s}` }),
  'a form with a name of two words': (s) => ({ body: `Pass%2DPhrase=${s}&a=b` }),
  'a member of any body': (s) => ({ body: json({ a: [{ apiKey: s }, { Password: s }] }) }),
  'an answer': (s) => ({ answer: json({ a: { refreshToken: s } }) }),
  'a signature in a query': (s) => ({ path: `/me?sig=${s}` }),
  'a password in a query': (s) => ({ path: `/me?a=b&X-Api-Key=${s}` }),
  'a pair in a value of a query': (s) => ({ path: `/me?note=password%3D${s}` }),
  'a pair in a pair': (s) => ({ path: `/me?note=a%3Db%26password%253D${s}` }),
  'the header Cookie': (s) => ({ headers: [['Cookie', `session=${s}`]] }),
  ...Object.fromEntries(
    HEADERS.map((name) => [`the header ${name}`, (s: string) => ({ headers: [[name, s]] as const })]),
  ),
};
const SECRETS = ['Hush7ab', 'hush-hush-key-material'];
const CASES = Object.entries(PLACES).flatMap(([name, sent]) =>
  SECRETS.map((secret) => [name, secret, sent(secret)] as const),
);
/** Parameters of op auth on the trading socket. */
const OF_AUTH = SECRETS.flatMap((secret) =>
  [{ jwt: secret }, { credentials: { x: secret } }, { token: secret }].map((params) => [secret, params] as const),
);
const authOf = (params: object) => json({ op: 'auth', reqId: 'a', params });

function shown({ path = '/orders', headers = [], body = null, answer = '{}' }: Sent): string {
  const request = { target: path, requestHeaders: headers.flat(), requestBody: body };
  return json(shownContent({ ...request, responseHeaders: {}, responseBody: answer, isCut: false }));
}

test.each(CASES)('the sandbox shows nothing of %s: %s', (_, secret, sent) => {
  expect(shown(sent)).not.toContain(secret);
});

test.each(OF_AUTH)('the sandbox shows nothing of what op auth carries: %s in %j', (secret, params) => {
  const content = {
    target: '/v1/ws/trading',
    requestHeaders: [],
    requestBody: authOf(params),
    responseHeaders: {},
    responseBody: {},
  };
  expect(json(shownContent({ ...content, isCut: false }))).not.toContain(secret);
});

describe.each(['yaml', 'jsonl'])('a recording as %s', (ending) => {
  const kept = (reader: TrafficReader) => incidentText(reader.traffic(), `incident.${ending}`, 'A story.').text;

  test.each(CASES)(
    'keeps nothing of %s: %s',
    (_, secret, { path = '/orders', headers = [], body = null, answer = '{}' }) => {
      const reader = new TrafficReader();
      const request = { method: body === null ? 'GET' : 'POST', path, headers, body, atMs: 0, where: 'request 1' };
      reader.request(request).answered({ status: 200, headers: [], body: answer }, 1);
      expect(kept(reader)).toContain(path.split('?')[0]);
      expect(kept(reader)).not.toContain(secret);
    },
  );

  test.each(OF_AUTH)('keeps nothing of what op auth carries: %s in %j', (secret, params) => {
    const reader = new TrafficReader();
    const handshake = { method: 'GET', path: '/v1/ws/trading', headers: [], body: null, atMs: 0, where: 'request 1' };
    const socket = reader.socket('trading', handshake);
    socket.answered({ status: 101, headers: [], body: '' }, 1);
    socket.frame('sent', authOf(params), 2);
    expect(kept(reader)).not.toContain(secret);
  });
});

const words = (text: string) => text.split(' ');
test.each([
  ...words('token access_token X-Vendor-Token ticket Secret privatekey pass_phrase sig x-api-key pwd').map(
    (name) => [name, true] as const,
  ),
  ...words('orderId tokenEndpoint signal status key X-Request-Id expiresAtNs design').map(
    (name) => [name, false] as const,
  ),
])('%s is the name of a secret: %s', (name, is) => {
  expect([isSecretOfSuite(name), isSecretOfPlatform(name)]).toEqual([is, is]);
});

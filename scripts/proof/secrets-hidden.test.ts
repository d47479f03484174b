/**
 * What a sandbox shows of its exchanges and what a recording or an import keeps holds no secret, wherever a client put it.
 * The suite and the platform may not import each other, so each has the rule of names: this table holds both.
 */
import { describe, expect, test } from 'vitest';
import { isSecretName as isSecretOfSuite } from '../../conformance/member/exchange/secret-names.ts';
import { isSecretName as isSecretOfPlatform } from '../../platform-sim/control/secret-names.ts';
import { shownContent } from '../../platform-sim/control/shown-content.ts';
import { WireReader } from '../../scenarios/index.ts';
import { incidentText } from '../recording/incident-file.ts';

interface Sent {
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | null;
  readonly answer?: string;
}

const json = JSON.stringify;
const CREDENTIALS = '/credentials';
const PLACES: readonly (readonly [string, (secret: string) => Sent])[] = [
  ...['Secret', 'privatekey', 'pass_phrase', 'MATERIAL', 'kee', 'materiel', 'x'].map(
    (name) =>
      [
        `${name} of a credential`,
        (s: string) => ({ path: CREDENTIALS, body: json({ exchangeId: 1, [name]: s }) }),
      ] as const,
  ),
  ['within an unknown member', (s) => ({ path: CREDENTIALS, body: json({ legs: [{ a: { b: s } }] }) })],
  ['a rotation', (s) => ({ path: `${CREDENTIALS}/7/rotate`, body: json({ leg: s }) })],
  ['a credential that is JSON in a text', (s) => ({ path: CREDENTIALS, body: json({ material: json({ key: s }) }) })],
  ['a credential as a form', (s) => ({ path: CREDENTIALS, body: `exchangeId=1&kee=${s}` })],
  ['JSON in a text', (s) => ({ body: json({ remark: json({ password: s }) }) })],
  ['JSON in JSON in a text', (s) => ({ body: json({ remark: json([json({ api_key: s })]) }) })],
  ['a form', (s) => ({ body: `grant_type=x&client_secret=${s}` })],
  ['a form with a name of two words', (s) => ({ body: `Pass%2DPhrase=${s}&a=b` })],
  ['a member of any body', (s) => ({ body: json({ a: [{ apiKey: s }, { Password: s }] }) })],
  ['an answer', (s) => ({ answer: json({ a: { refreshToken: s } }) })],
  ['a signature in a query', (s) => ({ path: `/me?sig=${s}` })],
  ['a password in a query', (s) => ({ path: `/me?a=b&X-Api-Key=${s}` })],
  ['a pair in a value of a query', (s) => ({ path: `/me?note=password%3D${s}` })],
  ['a pair in a pair', (s) => ({ path: `/me?note=a%3Db%26password%253D${s}` })],
  ...[
    'X-Api-Key',
    'X-Vendor-Token',
    'x-amz-security-token',
    'Api-Secret',
    'Cookie',
    'Proxy-Authorization',
    'X-Signature',
  ].map(
    (name) =>
      [
        `the header ${name}`,
        (s: string) => ({ headers: [[name, name === 'Cookie' ? `session=${s}` : s]] as const }),
      ] as const,
  ),
];
const SECRETS = ['Hush7ab', 'hush-hush-key-material'];
const CASES = PLACES.flatMap(([name, sent]) => SECRETS.map((secret) => [name, secret, sent(secret)] as const));

test.each(CASES)(
  'the sandbox shows nothing of %s: %s',
  (_, secret, { path = '/orders', headers = [], body = null, answer = '{}' }) => {
    const content = {
      target: path,
      requestHeaders: headers.flat(),
      requestBody: body,
      responseHeaders: {},
      responseBody: answer,
      isCut: false,
    };
    expect(json(shownContent(content))).not.toContain(secret);
  },
);

describe.each(['yaml', 'jsonl'])('a recording as %s', (ending) => {
  test.each(CASES)(
    'keeps nothing of %s: %s',
    (_, secret, { path = '/orders', headers = [], body = null, answer = '{}' }) => {
      const reader = new WireReader();
      const request = { method: body === null ? 'GET' : 'POST', path, headers, body, atMs: 0, where: 'request 1' };
      reader.request(request).answered({ status: 200, headers: [], body: answer }, 1);
      const { text } = incidentText(reader.traffic(), `incident.${ending}`, 'A story.');
      expect(text).toContain(path.split('?')[0]);
      expect(text).not.toContain(secret);
    },
  );

  test.each(SECRETS)('keeps nothing of what op auth carries: %s', (secret) => {
    const reader = new WireReader();
    const socket = reader.socket('trading', {
      method: 'GET',
      path: '/v1/ws/trading',
      headers: [],
      body: null,
      atMs: 0,
      where: 'request 1',
    });
    socket.answered({ status: 101, headers: [], body: '' }, 1);
    for (const params of [{ jwt: secret }, { credentials: { x: secret } }, { token: secret }])
      socket.frame('sent', json({ op: 'auth', reqId: 'a', params }), 2);
    const { text } = incidentText(reader.traffic(), `incident.${ending}`, 'A story.');
    expect(text).not.toContain(secret);
  });
});

test.each(SECRETS)('the sandbox shows nothing of what op auth carries: %s', (secret) => {
  const requestBody = json({ op: 'auth', reqId: 'a', params: { jwt: secret } });
  const content = {
    target: '/v1/ws/trading',
    requestHeaders: [],
    requestBody,
    responseHeaders: {},
    responseBody: {},
    isCut: false,
  };
  expect(json(shownContent(content))).not.toContain(secret);
});

test.each([
  ...[
    'token',
    'access_token',
    'X-Vendor-Token',
    'ticket',
    'Secret',
    'privatekey',
    'pass_phrase',
    'sig',
    'x-api-key',
    'pwd',
  ].map((name) => [name, true] as const),
  ...['orderId', 'tokenEndpoint', 'signal', 'status', 'key', 'X-Request-Id', 'expiresAtNs', 'design'].map(
    (name) => [name, false] as const,
  ),
])('the name %s is that of a secret: %s', (name, is) => {
  expect([isSecretOfSuite(name), isSecretOfPlatform(name)]).toEqual([is, is]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScenario } from '../../format/read.ts';
import { scenarioOf } from '../scenario-of.ts';
import type { TrafficAnswer, TrafficReaderOptions, TrafficRequest } from './message.ts';
import { TrafficReader } from './traffic-reader.ts';

const HEAD = { id: 'read', story: 'What was read.' };
const OK: TrafficAnswer = { status: 200, headers: [], body: '{}' };

function request(more: Partial<TrafficRequest> = {}): TrafficRequest {
  return { method: 'GET', path: '/me', headers: [], body: null, atMs: 0, where: 'entry 1', ...more };
}

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2lnbmF0dXJl`;
}

const bearer = (token: string): TrafficRequest['headers'] => [['Authorization', `Bearer ${token}`]];

const PRINCIPALS: NonNullable<TrafficReaderOptions['profile']> = {
  principals: {
    admin: { clientId: 'client-7', org: 1, userId: 5 },
    viewer: { token: 'a-fixed-token' },
    outsider: { userId: 5, org: 2 },
  },
};

describe('whose request it is', () => {
  test.each([
    ['a client id', bearer(jwt({ client_id: 'client-7' })), OK, 'admin'],
    ['the authorized party', bearer(jwt({ azp: 'client-7', sub: 'x' })), OK, 'admin'],
    ['a user of an organisation', bearer(jwt({ sub: '5', org_id: 2 })), OK, 'outsider'],
    ["a sandbox's client id", bearer(jwt({ client_id: 'approver' })), OK, 'approver'],
    ["the profile's own token", bearer('a-fixed-token'), OK, 'viewer'],
    ['a mark of an earlier record', bearer('<token of deputy>'), OK, 'deputy'],
    ['no token', [], OK, 'anonymous'],
    ['a token that was refused', bearer(jwt({ client_id: 'client-7' })), { ...OK, status: 401 }, 'anonymous'],
    ['an unknown token', bearer('opaque-and-unknown'), OK, 'suspended'],
  ])('%s', (_, headers, answer, actor) => {
    const reader = new TrafficReader({ profile: PRINCIPALS, fallback: 'suspended' });
    reader.request(request({ headers })).answered(answer, 5);
    expect(reader.traffic().events.map(({ event }) => 'actor' in event && event.actor)).toEqual([actor]);
  });

  test('a token is that of the client that it was granted to, also when the grant is seen later', () => {
    const reader = new TrafficReader();
    reader.request(request({ headers: bearer('opaque-granted-token') })).answered(OK, 1);
    const form = 'grant_type=client_credentials&client_id=viewer&client_secret=very-secret-indeed';
    reader
      .token(request({ method: 'POST', path: '/identity/token', body: form }))
      .answered({ ...OK, body: '{"access_token":"opaque-granted-token"}' }, 2);
    const { events, unmapped } = reader.traffic();
    expect(events).toMatchObject([
      { event: { actor: 'viewer', request: { headers: [['Authorization', 'Bearer <token of viewer>']] } } },
    ]);
    expect(unmapped).toEqual([]);
  });

  test('a client id with a malformed escape is read as it is', () => {
    const reader = new TrafficReader();
    reader
      .token(request({ method: 'POST', path: '/identity/token', body: 'client_id=50%25' }))
      .answered({ ...OK, body: '{"access_token":"opaque-granted-token"}' }, 2);
    expect(() => reader.traffic()).not.toThrow();
  });

  test('a ticket opens the session of the principal who minted it', () => {
    const reader = new TrafficReader();
    reader
      .request(request({ method: 'POST', path: '/v1/ws-tickets', headers: bearer(jwt({ client_id: 'admin' })) }))
      .answered({ ...OK, body: '{"ticket":"t1ck3t-t1ck3t"}' }, 1);
    reader
      .socket('trading', request({ path: '/v1/ws/trading?ticket=t1ck3t-t1ck3t' }))
      .answered({ ...OK, status: 101 }, 2);
    expect(reader.traffic().events).toMatchObject([
      { event: { response: { body: '{"ticket":"<ticket 1>"}' } } },
      { event: { actor: 'admin', request: { path: '/v1/ws/trading?ticket=<ticket 1>' } } },
    ]);
    const { text } = scenarioOf(reader.traffic(), HEAD);
    expect(readScenario(text, 'x').steps).toMatchObject([
      { kind: 'mint', name: 'ticket' },
      { kind: 'open', ticket: 'ticket' },
    ]);
  });
});

/** Long enough to be none of the words of a request. */
const secret = fc.stringMatching(/^[A-Za-z0-9_-]{20,40}$/);
const token = fc.oneof(
  secret,
  secret.map((sub) => jwt({ sub })),
);

/** Where a text may be repeated besides its own place. */
interface Echo {
  readonly in:
    | 'path'
    | 'query'
    | 'body'
    | 'name'
    | 'text'
    | 'header'
    | 'answer'
    | 'answer header'
    | 'frame'
    | 'key'
    | 'control';
  readonly escaped: boolean;
}

const echo: fc.Arbitrary<Echo> = fc.record({
  in: fc.constantFrom(
    'path',
    'query',
    'body',
    'name',
    'text',
    'header',
    'answer',
    'answer header',
    'frame',
    'key',
    'control',
  ),
  escaped: fc.boolean(),
});

/** A line of a key that begins like the frame of a PEM, and stands alone in a path. */
const DASHED: [Record<string, string>, Record<string, string>, Echo[]] = [
  {
    bearer: 'Aa--_aa0AaA00aa__0_a',
    auth: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiItLV8wYS0wMEFBMDAtLS0wYS0wLSJ9.c2lnbmF0dXJl',
    granted: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiItQUFBX19hX19fX18tX2FfYUEtMCJ9.c2lnbmF0dXJl',
    client: 'aa0---0aa00AaAAA0_0-',
    cookie: '-Aaaaaaaa-Aa_aaaaaaa',
    apiKey: 'A_-00a_-_-0aa0_AA--_',
    ticket: '_-aAa0000_0_0--00A0A',
  },
  {
    key: '0-a-aaA-aa0_-0_-a---',
    secret: 'Aa0-AaA0a_AAaa-a_-a0',
    passphrase: '__-__0a0_-aa_-0_a__0',
    pem: '-----a-A_-A_aAAA_aAaA--0A',
    password: '0-aAA-a_A-__-__0-aA_',
    unminted: 'aA_aA0aA--_0_0a---0_',
  },
  [{ in: 'path', escaped: false }],
];

test('no secret of any place is in the traffic or in the scenario', () => {
  fc.assert(
    fc.property(
      fc.record({
        bearer: token,
        auth: token,
        granted: token,
        client: secret,
        cookie: secret,
        apiKey: secret,
        ticket: secret,
      }),
      fc.record({ key: secret, secret, passphrase: secret, pem: secret, password: secret, unminted: secret }),
      fc.array(echo, { maxLength: 6 }),
      (own, stated, echoes) => {
        const secrets = [...Object.values(own), ...Object.values(stated)];
        const all = secrets.join(' ');
        const repeated = (place: Echo['in']) =>
          echoes.filter((one) => one.in === place).map(({ escaped }) => (escaped ? encodeURIComponent(all) : all));
        const reader = new TrafficReader();
        const headers: TrafficRequest['headers'] = [
          ['Authorization', `Bearer ${own.bearer}`],
          ['Cookie', `sid=${own.cookie}; lang=en`],
          ['X-Api-Key', own.apiKey],
          ['Idempotency-Key', repeated('key')[0]?.slice(0, 64) ?? 'k1'],
          ...repeated('header').map((value) => ['Origin', `https://${value}`] as const),
        ];
        const body = {
          material: {
            key: stated.key,
            secret: stated.secret,
            passphrase: stated.passphrase,
            privateKey: `-----BEGIN PRIVATE KEY-----\n${stated.pem}\n-----END PRIVATE KEY-----`,
          },
          password: stated.password,
          remark: repeated('body').join(),
          ...Object.fromEntries(repeated('name').map((name) => [name, 1])),
        };
        const path = `/credentials${repeated('path')
          .map((text) => `/${encodeURIComponent(text)}`)
          .join('')}?token=${encodeURIComponent(own.auth)}${repeated('query')
          .map((text) => `&q=${encodeURIComponent(text)}`)
          .join('')}`;
        reader
          .token(
            request({
              method: 'POST',
              body: `grant_type=client_credentials&client_id=trader&client_secret=${own.client}`,
            }),
          )
          .answered({ ...OK, body: JSON.stringify({ access_token: own.granted }) }, 0);
        reader.request(request({ method: 'POST', path, headers, body: JSON.stringify(body) })).answered(
          {
            status: 200,
            headers: repeated('answer header').map((value) => ['ETag', value] as const),
            body: JSON.stringify({ id: repeated('answer').join() }),
          },
          1,
        );
        for (const text of repeated('text'))
          reader.request(request({ method: 'POST', path: '/orders', headers, body: `{"x": ${text}` })).answered(OK, 2);
        reader
          .request(request({ method: 'POST', path: '/v1/ws-tickets', headers }))
          .answered({ ...OK, body: JSON.stringify({ ticket: own.ticket }) }, 3);
        const socket = reader.socket('trading', request({ path: `/v1/ws/trading?ticket=${stated.unminted}` }));
        socket.answered({ ...OK, status: 101 }, 4);
        socket.frame('sent', JSON.stringify({ op: 'auth', reqId: '1', params: { token: own.auth } }), 5);
        for (const text of repeated('frame'))
          socket.frame('sent', JSON.stringify({ op: 'x', reqId: text, params: { note: text } }), 6);
        for (const text of repeated('frame'))
          socket.frame('received', JSON.stringify({ event: text, data: { clientOrderId: text } }), 7);
        reader
          .control(
            request({
              method: 'POST',
              path: '/faults',
              body: JSON.stringify({ on: { key: repeated('control').join() }, fail: true }),
            }),
          )
          .answered({ ...OK, status: 201 }, 8);

        const traffic = reader.traffic();
        const draft = scenarioOf(traffic, HEAD);
        readScenario(draft.text, 'x');
        const written = JSON.stringify(traffic) + draft.text + JSON.stringify(draft.unmapped);
        expect(secrets.filter((one) => written.includes(one))).toEqual([]);
      },
    ),
    { numRuns: 150, examples: [DASHED] },
  );
});

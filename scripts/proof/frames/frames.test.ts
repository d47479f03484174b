/**
 * Both sockets, byte by byte, from raw connections: no WebSocket library stands on this side. The sections are those of the
 * Autobahn test suite.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { SECTIONS } from './cases.ts';
import { answers, type FrameCase, op, type Sight } from './frame-case.ts';
import { close, OPCODES, type Received, text } from './raw-frame.ts';
import { closeCodeOf, openRawPeer, type RawPeer } from './raw-peer.ts';

let sandbox: Sandbox;
let bearer: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  bearer = `Bearer ${await tokenOf(sandbox, 'trader')}`;
});
afterAll(() => sandbox.close());

async function tokenOf({ profile }: Sandbox, name: 'trader'): Promise<string> {
  const { clientId, clientSecret } = profile.principals[name];
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(profile.identity.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ ...form, audience: profile.identity.audience }),
  });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

const open = {
  trading: () => openRawPeer(sandbox.profile.sockets.trading.replace(/^ws/, 'http'), { Authorization: bearer }),
  'market data': () => openRawPeer(sandbox.profile.sockets.marketData.replace(/^ws/, 'http')),
} as const;

/** In the words of `Sight`: what a frame of the server is. Events are nobody's answer. */
function seen(received: Received): Sight | string {
  if (received.masked || received.reserved !== 0 || !received.fin) return 'a frame that no server may send';
  if (received.opcode === OPCODES.pong) return { pong: received.payload.toString('utf8') };
  if (received.opcode === OPCODES.close) return { closes: [closeCodeOf(received) as number] };
  if (received.opcode !== OPCODES.text) return `opcode ${received.opcode}`;
  const said = JSON.parse(received.payload.toString('utf8')) as Readonly<Record<string, unknown>>;
  if ('event' in said) return 'an event';
  if (said['op'] === 'error' && said['reqId'] === null && said['code'] === 'MALFORMED') return { malformed: true };
  return { answers: String(said['reqId']) };
}

async function nextSight(peer: RawPeer): Promise<Sight | string> {
  for (;;) {
    const received = await peer.next();
    if (received === undefined) return { ends: true };
    const sight = seen(received);
    if (sight !== 'an event') return sight;
  }
}

async function run(peer: RawPeer, { sends, sees }: FrameCase): Promise<void> {
  for (const bytes of sends) {
    peer.write(bytes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const sight of sees) {
    const came = await nextSight(peer);
    expect(came).toEqual(sight);
    if (typeof came === 'object' && 'closes' in came) {
      peer.write(close(came.closes[0] === 1005 ? undefined : came.closes[0]));
      await peer.ended();
      expect(await nextSight(peer)).toEqual({ ends: true });
      return;
    }
  }
  // Nothing else came, and the session goes on.
  peer.write(text(op('last')));
  expect(await nextSight(peer)).toEqual(answers('last'));
}

describe.each(Object.keys(open) as (keyof typeof open)[])('the %s socket', (socket) => {
  describe.each(Object.entries(SECTIONS))('%s', (_, cases) => {
    test.each(cases.map((one) => [one.name, one] as const))('%s', async (__, one) => {
      const peer = await open[socket]();
      try {
        await run(peer, one);
      } finally {
        peer.destroy();
      }
    });
  });
});

test('there are as many as the Autobahn suite would ask', () => {
  const cases = Object.values(SECTIONS).flatMap((section) => section as readonly FrameCase[]);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(250);
});

/**
 * Trading sessions of clients that nobody here wrote: a page in Chromium that spends a ticket, and Node's own WebSocket with a
 * bearer header. Neither uses a line of this project's client.
 */
import { once } from 'node:events';
import type { Browser } from 'playwright';
import { WebSocket as UndiciWebSocket } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { isChromiumHere, launchChromium } from './testing/chromium.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function token(): Promise<string> {
  const { identity, principals } = sandbox.profile;
  const { clientId, clientSecret } = principals.trader;
  const answer = await fetch(identity.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

interface Seen {
  readonly opened: unknown;
  readonly renewed: unknown;
  readonly spentTwice: boolean;
}

/** Runs in the page, on the gateway's own origin: a ticket cannot be had from another (TKT-12). */
async function sessionOfAPage([tradingUrl, bearer, fresh]: readonly [string, string, string]): Promise<Seen> {
  const minted = await fetch('/v1/ws-tickets', {
    method: 'POST',
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ stream: 'trading' }),
  });
  const { ticket } = (await minted.json()) as { readonly ticket: string };
  const socket = new WebSocket(`${tradingUrl}?ticket=${ticket}`);
  const frames: unknown[] = [];
  let arrived = (): void => undefined;
  socket.onmessage = ({ data }) => {
    frames.push(JSON.parse(data as string));
    arrived();
  };
  const next = async (): Promise<unknown> => {
    while (frames.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return frames.shift();
  };
  const opened = await next();
  socket.send(JSON.stringify({ op: 'auth', reqId: 'renew-1', params: { token: fresh } }));
  const renewed = await next();
  const again = new WebSocket(`${tradingUrl}?ticket=${ticket}`);
  const spentTwice = await new Promise<boolean>((resolve) => {
    again.onopen = () => resolve(true);
    again.onerror = () => resolve(false);
  });
  socket.close();
  return { opened, renewed, spentTwice };
}

const opened = (data: unknown) => ({ event: 'sessionOpened', msgType: 'sessionOpened', data });
const grant = { capabilities: ['orders:trade'], expiresAtNs: expect.stringMatching(/^[1-9][0-9]{18}$/) };
const renewed = { op: 'auth', reqId: 'renew-1', success: true, session: grant };

test.skipIf(!isChromiumHere)('a page opens a session by a ticket, renews it, and cannot open another', async () => {
  const browser: Browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${sandbox.baseUrl}/docs`);
    const given = [sandbox.profile.sockets.trading, await token(), await token()] as const;
    expect(await page.evaluate(sessionOfAPage, given)).toEqual({ opened: opened(grant), renewed, spentTwice: false });
  } finally {
    await browser.close();
  }
});

test('a client of Node opens a session by its bearer header and renews it', async () => {
  const headers = { authorization: `Bearer ${await token()}` };
  const socket = new UndiciWebSocket(sandbox.profile.sockets.trading, { headers });
  const frames: unknown[] = [];
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))));
  await once(socket, 'message');
  expect(frames).toEqual([opened(grant)]);
  socket.send(JSON.stringify({ op: 'auth', reqId: 'renew-1', params: { token: await token() } }));
  await once(socket, 'message');
  expect(frames.at(-1)).toEqual(renewed);
  socket.close();
  await once(socket, 'close');
});

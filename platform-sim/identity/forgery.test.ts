/**
 * Attacks on what a sandbox seals. The attacker has the source, the seed, and the wire; a forged ticket, cursor or
 * client secret is refused.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTicketOffice } from '../../gateway/sockets/ticket-office.ts';
import { CursorCodec } from '../../gateway/state/cursor.ts';
import { VIRTUAL_START_NS } from '../clock.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { createSeed } from '../seed.ts';
import { callerOf, sandboxOf } from '../testing/sample-caller.ts';
import { clientOf, journalOf } from '../testing/sample-world.ts';

const TRADING = '/v1/ws/trading';

/** The answer to a handshake with this ticket. */
async function handshake({ baseUrl }: Pick<Sandbox, 'baseUrl'>, ticket: string): Promise<number> {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}${TRADING}?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (asked, { statusCode = 0 }) => {
      resolve(statusCode);
      asked.destroy();
    });
  });
}

async function ticketOf(sandbox: Sandbox): Promise<string> {
  return (await (await callerOf(sandbox, 'viewer')).post('/v1/ws-tickets', { stream: 'trading' })).body.ticket;
}

async function cursorOf(sandbox: Sandbox): Promise<string> {
  return (await (await callerOf(sandbox, 'viewer')).get('/orders?limit=1')).body.nextCursor;
}

async function tokenStatus({ profile }: Sandbox, clientId: string, clientSecret: string): Promise<number> {
  const client = { client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  return (await fetch(profile.identity.tokenEndpoint, { method: 'POST', body })).status;
}

const publicKey = (what: string): Buffer => createHash('sha256').update(`touchstone ${what} 1 default`).digest();

describe('a secret derived from the seed alone', () => {
  test('a ticket for the administrator', async () => {
    const sandbox = await sandboxOf();
    const forged = createTicketOffice({
      clock: sandbox.clock,
      lifeMs: 10_000,
      key: publicKey('tickets'),
      member: 'm1',
      bootId: `${createSeed(1).ids('boots')()} at ${VIRTUAL_START_NS}`,
      ids: createSeed(1).ids('tickets'),
    });
    const { org, subject } = sandbox.issuer.personas.named('admin') ?? { org: '', subject: '' };
    const expiresAtS = Number(sandbox.clock.nowNs() / 1_000_000_000n) + 3_600;
    expect(await handshake(sandbox, forged.mint({ externalOrgId: org, subject, expiresAtS }).ticket)).toBe(401);
    expect(await handshake(sandbox, await ticketOf(sandbox))).toBe(101);
  });

  test('a cursor', async () => {
    const sandbox = await sandboxOf();
    const page = { collection: 'orders', orgId: 1, filter: 'view=latest&', toward: 'next', beside: '9' } as const;
    const forged = new CursorCodec(publicKey('cursors')).encode(page);
    const { status, body } = await (await callerOf(sandbox, 'viewer')).get(`/orders?cursor=${forged}`);
    expect([status, body.error.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  test('a client secret', async () => {
    const sandbox = await sandboxOf();
    const forged = createHash('sha256').update('touchstone client secret 1 admin').digest('base64url');
    expect(await tokenStatus(sandbox, 'admin', forged)).toBe(401);
    expect(await tokenStatus(sandbox, 'admin', sandbox.profile.principals.admin.clientSecret)).toBe(200);
  });
});

describe('two sandboxes of one seed', () => {
  test('have no secret in common, and the same journal', async () => {
    const [one, other] = [await sandboxOf(), await sandboxOf()];
    expect(await handshake(other, await ticketOf(one))).toBe(401);
    expect((await (await callerOf(other, 'viewer')).get(`/orders?cursor=${await cursorOf(one)}`)).status).toBe(400);
    const [secrets, others] = [one, other].map(({ profile }) =>
      Object.values(profile.principals).map(({ clientSecret }) => clientSecret),
    );
    expect(secrets?.filter((secret) => others?.includes(secret))).toEqual([]);
    for (const sandbox of [one, other]) await clientOf(sandbox).submit('the-same');
    expect(journalOf(other)).toBe(journalOf(one));
  });
});

test('a kept sandbox keeps its secrets, except for those of a start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-secrets-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const options: SandboxOptions = { data };
  const first = await sandboxOf(options);
  const [ticket, cursor] = [await ticketOf(first), await cursorOf(first)];
  await first.close({ idleGraceMs: 0, deadlineMs: 0 });
  const second = await sandboxOf(options);
  expect(second.profile.principals).toEqual(first.profile.principals);
  expect((await (await callerOf(second, 'viewer')).get(`/orders?cursor=${cursor}`)).status).toBe(200);
  expect(await handshake(second, ticket)).toBe(401);
});

test('a spent ticket opens nothing after any number of restores of one snapshot', async () => {
  const sandbox = await sandboxOf();
  const { name } = sandbox.snapshot();
  await sandbox.restore(name);
  const ticket = await ticketOf(sandbox);
  expect(await handshake(sandbox, ticket)).toBe(101);
  expect(await handshake(sandbox, ticket)).toBe(401);
  for (let round = 0; round < 3; round += 1) {
    await sandbox.restore(name);
    expect(await handshake(sandbox, ticket)).toBe(401);
  }
});

/** Credentials through a real member: their life, and their material's way into the vault. */

import { describe, expect, test } from 'vitest';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import { NEWEST } from '../../../gateway/contract/versions.ts';
import { type Legs, legsOfA, legsOfB } from '../../../gateway/testing/sample-material.ts';
import type { FaultRule } from '../../faults/rule-shape.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from '../../testing/sample-caller.ts';

const PER_MINUTE = 30;

interface Desk {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  readonly deputy: Caller;
}

async function desk(options: SandboxOptions = {}): Promise<Desk> {
  const sandbox = await sandboxOf(options);
  return { sandbox, admin: await callerOf(sandbox, 'admin'), deputy: await callerOf(sandbox, 'deputy') };
}

const body = (material: Legs, of: object = {}) => ({
  exchangeId: 1,
  canReadBalances: true,
  canTrade: true,
  material,
  ...of,
});

function propose({ admin }: Desk, material: Legs = legsOfA(), key?: string, of: object = {}): Promise<Answered> {
  return admin.post('/credentials', body(material, of), key === undefined ? {} : { key });
}

/** The counts of the control plane. */
async function counts({ sandbox }: Desk) {
  const answer = await fetch(`${sandbox.controlUrl}/intake`);
  return (await answer.json()) as { stored: number; repeated: number; dropped: number; refused: object };
}

const codeOf = ({ status, body: { error } }: Answered) => [status, error?.code];

describe('the life of a credential', () => {
  test('over the wire: proposed, probed, approved, shown an account, amended, rotated, suspended, revoked', async () => {
    const at = await desk();
    const { admin, deputy } = at;
    const proposed = await propose(at, legsOfB(), undefined, { exchangeId: 2, displayName: 'spot' });
    expect(proposed).toMatchObject({ status: 201, body: { status: 'PROPOSED', probe: 'PENDING', version: 1 } });
    const { credentialId: id } = proposed.body;
    const path = `/credentials/${id}`;

    const probed = await admin.get(path);
    expect(probed).toMatchObject({
      headers: { etag: '"2"' },
      body: { probe: 'ANSWERED', observedPermissions: ['READ', 'TRADE'] },
    });
    expect((await admin.get(`${path}?view=approved`)).status).toBe(404);
    expect(codeOf(await admin.post(`${path}/approve`))).toEqual([403, 'SELF_APPROVAL']);
    expect(codeOf(await deputy.post(`${path}/approve`, {}, { ifMatch: '"1"' }))).toEqual([412, 'VERSION_CONFLICT']);
    const approved = await deputy.post(`${path}/approve`, { remark: 'fine' }, { ifMatch: '"2"' });
    expect(approved).toMatchObject({ status: 200, body: { status: 'ACTIVE', approvedByUserId: 11, version: 3 } });
    const { items } = (await admin.get('/accounts')).body;
    expect(items.at(-1)).toMatchObject({ credentialId: id, exchangeId: 2, status: 'DISCOVERED', displayName: null });

    const terms = { canReadBalances: true, canTrade: false };
    expect((await admin.put(path, terms)).body).toMatchObject({ pendingTransition: 'AMEND', canTrade: false });
    expect((await admin.get(`${path}?view=approved`)).body).toMatchObject({ pendingTransition: null, canTrade: true });
    expect(codeOf(await deputy.post(`${path}/withdraw`))).toEqual([403, 'NOT_PROPOSER']);
    expect((await admin.post(`${path}/withdraw`)).body).toMatchObject({ pendingTransition: null, canTrade: true });

    const rotated = await admin.post(`${path}/rotate`, { material: legsOfB('', 'body') });
    expect(rotated).toMatchObject({ status: 200, body: { pendingTransition: 'ROTATE', probe: 'PENDING' } });
    expect((await deputy.post(`${path}/approve`)).body).toMatchObject({ pendingTransition: null, probe: 'ANSWERED' });

    expect((await deputy.post(`${path}/suspend`)).body.status).toBe('SUSPENDED');
    expect(codeOf(await admin.put(path, terms))).toEqual([422, 'CREDENTIAL_NOT_ACTIVE']);
    expect((await deputy.post(`${path}/reactivate`)).body.status).toBe('ACTIVE');
    expect((await deputy.post(`${path}/revoke`)).body.status).toBe('REVOKED');
    expect(codeOf(await deputy.post(`${path}/reactivate`))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
    expect(await counts(at)).toMatchObject({ stored: 2, dropped: 0 });
  });

  test.each([
    ['refused', 422, 'WRONG_CREDENTIAL'],
    ['unreachable', 409, 'CONNECTION_DOWN'],
    ['perms:READ,', 422, 'SCOPE_INSUFFICIENT'],
    ['perms:READ,TRADE,WITHDRAW,', 422, 'SCOPE_MISMATCH'],
  ])('of a key that is %s is not approved: %i %s, recorded', async (said, status, code) => {
    const at = await desk();
    const { body: row } = await propose(at, legsOfA(said));
    const refused = await at.deputy.post(`/credentials/${row.credentialId}/approve`, {}, { key: 'an-approval' });
    expect(codeOf(refused)).toEqual([status, code]);
    expect(refused.headers).toHaveProperty('x-service-global-sequence');
    const again = await at.deputy.post(`/credentials/${row.credentialId}/approve`, {}, { key: 'an-approval' });
    expect([codeOf(again), again.headers['idempotent-replay']]).toEqual([[status, code], 'true']);
  });

  test('the world begins with one in each state, of the published shape, and the waiting ones can be approved', async () => {
    const { admin, deputy } = await desk();
    const page = await admin.get('/credentials');
    expect(SHAPES.CredentialPage.safeParse(page.body).error).toBeUndefined();
    const named = (name: string) =>
      page.body.items.find(({ displayName }: { displayName: string }) => displayName === name);
    for (const name of ['proposed', 'unobserved', 'amended', 'rotated']) {
      const approved = await deputy.post(`/credentials/${named(name).credentialId}/approve`);
      expect(approved.body, name).toMatchObject({ status: 'ACTIVE', pendingTransition: null });
    }
    expect(codeOf(await deputy.post(`/credentials/${named('unreachable').credentialId}/approve`))).toEqual([
      409,
      'CONNECTION_DOWN',
    ]);
  });

  test('an order is refused if its credential is suspended, and accepted when it is active again', async () => {
    const { sandbox, admin, deputy } = await desk();
    const { suspendedCredentialAccount: account, balancesOnlyAccount } = sandbox.profile.fixtures;
    expect(codeOf(await admin.order(account.name))).toEqual([422, 'CREDENTIAL_NOT_ACTIVE']);
    expect(codeOf(await admin.order(balancesOnlyAccount.name))).toEqual([422, 'CREDENTIAL_UNAVAILABLE']);
    await deputy.post(`/credentials/${account.id}/reactivate`);
    expect((await admin.order(account.name)).status).toBe(201);
  });

  test('a probe that a fault holds leaves it waiting', async () => {
    const at = await desk();
    at.sandbox.faults.add({ on: { owner: 'register', command: 'probe-report' }, hold: 'probe' });
    const { body: row } = await propose(at);
    const path = `/credentials/${row.credentialId}`;
    expect(codeOf(await at.deputy.post(`${path}/approve`))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
    at.sandbox.faults.release('probe');
    await at.sandbox.clock.advance(0);
    expect((await at.deputy.post(`${path}/approve`)).status).toBe(200);
  });
});

describe('material is stored', () => {
  test('once: a replay stores none, with any material', async () => {
    const at = await desk();
    const material = legsOfA();
    const first = await propose(at, material, 'k-1');
    for (const legs of [material, legsOfA(), legsOfB()]) {
      const replayed = await propose(at, legs, 'k-1', legs['privateKey'] === undefined ? {} : { exchangeId: 2 });
      expect(replayed).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' }, body: first.body });
    }
    expect(await counts(at)).toEqual({ stored: 1, repeated: 0, dropped: 0, refused: { keyReused: 0, rateLimited: 0 } });
  });

  test.each<[string, (at: Desk) => Promise<Answered>, number]>([
    ['a leg is missing', (at) => propose(at, { key: 'k', secret: 's' }, 'k-1'), 400],
    ['the venue has no connector', (at) => propose(at, legsOfA(), 'k-1', { exchangeId: 99 }), 422],
    ['the credential is unknown', ({ admin }) => admin.post('/credentials/77/rotate', { material: legsOfA() }), 404],
  ])('nowhere if %s', async (_, send, status) => {
    const at = await desk();
    expect((await send(at)).status).toBe(status);
    expect(await counts(at)).toMatchObject({ stored: 0 });
    expect(at.sandbox.platform.records().at(-1)?.command.principal.userId).toBe(0);
  });

  test('and removed if the owner refuses the write', async () => {
    const at = await desk();
    const viewer = await callerOf(at.sandbox, 'viewer');
    const refused = await viewer.post('/credentials', body(legsOfA()), { key: 'k-1' });
    expect(codeOf(refused)).toEqual([403, 'CAPABILITY_DENIED']);
    expect(await counts(at)).toMatchObject({ stored: 1, dropped: 1 });
    const again = await viewer.post('/credentials', body(legsOfA()), { key: 'k-1' });
    expect([codeOf(again), again.headers['idempotent-replay']]).toEqual([[403, 'CAPABILITY_DENIED'], 'true']);
    expect(await counts(at)).toMatchObject({ stored: 1, dropped: 1 });
  });

  test('for a command that was not accepted: a retry with the same material is served, with other material refused', async () => {
    const at = await desk();
    const material = legsOfB();
    at.sandbox.faults.add({ on: { edge: 'inbox', command: 'create' }, refuse: 'INBOX_FULL', times: 1 });
    const send = (legs: Legs) => propose(at, legs, 'k-1', { exchangeId: 2 });
    expect(codeOf(await send(material))).toEqual([429, 'INBOX_FULL']);
    const reused = await send(legsOfB());
    expect(codeOf(reused)).toEqual([409, 'INTAKE_KEY_REUSED']);
    expect(reused.headers).not.toHaveProperty('x-service-global-sequence');
    expect((await send(material)).status).toBe(201);
    expect(await counts(at)).toMatchObject({ stored: 1, repeated: 1, refused: { keyReused: 1 } });
  });

  test('through either of two members', async () => {
    const at = await desk({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    const material = legsOfA();
    const answers = [await propose(at, material, 'k-1'), await propose(at, legsOfA(), 'k-1')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body.credentialId).toBe(answers[0]?.body.credentialId);
    expect(await counts(at)).toMatchObject({ stored: 1 });
  });

  test('at a limited rate, and again at the stated time', async () => {
    const at = await desk();
    for (let n = 0; n < PER_MINUTE; n += 1) expect((await propose(at)).status).toBe(201);
    const material = legsOfA();
    const refused = await propose(at, material, 'k-1');
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { error: { code: 'RATE_LIMITED', retryable: true } },
    });
    expect((await propose({ ...at, admin: await callerOf(at.sandbox, 'outsider') })).status).toBe(201);
    await at.sandbox.clock.advance(59_000);
    expect((await propose(at, material, 'k-1')).headers['retry-after']).toBe('1');
    await at.sandbox.clock.advance(1_000);
    expect((await propose(at, material, 'k-1')).status).toBe(201);
    expect(await counts(at)).toMatchObject({ stored: PER_MINUTE + 2, refused: { rateLimited: 2 } });
  });
});

describe('a fault of the intake', () => {
  const on = { edge: 'intake', org: 1 } as const;

  test.each<[Omit<FaultRule, 'on'>, number, string, string | undefined]>([
    [{ refuse: 'INTAKE_UNAVAILABLE' }, 503, 'INTAKE_UNAVAILABLE', '1'],
    [{ refuse: 'RATE_LIMITED' }, 429, 'RATE_LIMITED', '1'],
    [{ refuse: 'INTAKE_KEY_REUSED' }, 409, 'INTAKE_KEY_REUSED', undefined],
    [{ fail: true }, 500, 'INTERNAL_ERROR', undefined],
  ])('%j answers %i %s: nothing is stored, and the key is free', async (effect, status, code, retryAfter) => {
    const at = await desk();
    at.sandbox.faults.add({ on, ...effect, times: 1 });
    const refused = await propose(at, legsOfA(), 'k-1');
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual([[status, code], retryAfter]);
    expect(await counts(at)).toMatchObject({ stored: 0 });
    expect((await propose(at, legsOfA(), 'k-1')).status).toBe(201);
  });

  test.each<[string, object]>([
    ['another organisation', { org: 2 }],
    ['another key', { key: 'k-2' }],
    ['another member', { member: 'm2' }],
  ])('does not affect %s', async (_, of) => {
    const members = [{ version: NEWEST }, { version: NEWEST, weight: 0 }];
    const at = await desk({ members, route: 'weighted' });
    at.sandbox.faults.add({ on: { edge: 'intake', ...of }, refuse: 'INTAKE_UNAVAILABLE' });
    expect((await propose(at, legsOfA(), 'k-1')).status).toBe(201);
  });

  test('delays it within the write deadline', async () => {
    const at = await desk();
    at.sandbox.faults.add({ on, delay: 900 });
    const answer = propose(at);
    await held(at, 1);
    await at.sandbox.clock.advance(900);
    expect((await answer).status).toBe(201);
  });

  test('holds it past the deadline: nothing is sent, and late material is stored for the retry', async () => {
    const at = await desk();
    at.sandbox.faults.add({ on, hold: 'intake', times: 1 });
    const material = legsOfA();
    const answer = propose(at, material, 'k-1');
    await held(at, 1);
    await at.sandbox.clock.advance(1_000);
    expect(codeOf(await answer)).toEqual([503, 'INTAKE_UNAVAILABLE']);
    at.sandbox.faults.release('intake');
    await at.sandbox.clock.advance(0);
    expect(codeOf(await propose(at, legsOfA(), 'k-1'))).toEqual([409, 'INTAKE_KEY_REUSED']);
    expect((await propose(at, material, 'k-1')).status).toBe(201);
    expect(await counts(at)).toMatchObject({ stored: 1, repeated: 1 });
  });

  test('holds it until its key has another answer: then nothing is stored', async () => {
    const at = await desk();
    at.sandbox.faults.add({ on, hold: 'intake', times: 1 });
    const answer = propose(at, legsOfA(), 'k-1');
    await held(at, 1);
    await at.sandbox.clock.advance(1_000);
    expect(codeOf(await answer)).toEqual([503, 'INTAKE_UNAVAILABLE']);
    expect((await at.admin.post('/portfolios', { displayName: 'meanwhile' }, { key: 'k-1' })).status).toBe(201);
    at.sandbox.faults.release('intake');
    await at.sandbox.clock.advance(0);
    expect(await counts(at)).toMatchObject({ stored: 0 });
  });
});

async function held({ sandbox }: Desk, count: number): Promise<void> {
  while (sandbox.faults.list()[0]?.held !== count) await new Promise((resolve) => setImmediate(resolve));
}

test('an amendment keeps unstated members', async () => {
  const at = await desk();
  const { admin } = at;
  const { body: created } = await propose(at);
  const amended = await admin.put(`/credentials/${created.credentialId}`, { canTrade: false });
  expect(amended).toMatchObject({ status: 200, body: { canReadBalances: true, canTrade: false, displayName: null } });
  await at.sandbox.close();
});

test('the user who brought the material may not approve it after another has renamed the credential', async () => {
  const { admin, deputy, ...at } = await desk();
  const { body: created } = await propose({ admin, deputy, ...at });
  const path = `/credentials/${created.credentialId}`;
  const { body: amended } = await deputy.put(path, { displayName: 'renamed' });
  expect(SHAPES.Credential.safeParse(amended).error).toBeUndefined();
  expect(codeOf(await admin.post(`${path}/approve`))).toEqual([403, 'SELF_APPROVAL']);
});

test('an amendment is judged by a new probe of the key', async () => {
  const at = await desk();
  const { admin, deputy } = at;
  const path = `/credentials/${(await propose(at)).body.credentialId}`;
  await deputy.post(`${path}/approve`);
  await admin.put(path, { canTrade: false });
  expect(await deputy.post(`${path}/approve`)).toMatchObject({
    status: 200,
    body: { canTrade: false, status: 'ACTIVE' },
  });
  await at.sandbox.close();
});

/**
 * Credentials through a real member: their material's way into the vault. The suite judges the routes
 * (`conformance/checks/cred`), `credentials.test.ts` the owner.
 */
import { describe, expect, test } from 'vitest';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import { NEWEST } from '../../../gateway/contract/versions.ts';
import { type Legs, legsOfA, legsOfB } from '../../../gateway/testing/sample-material.ts';
import type { FaultRule } from '../../faults/rule-shape.ts';
import { type Answered, type Caller, codeOf, control, type Desk, deskOf } from '../../testing/sample-caller.ts';

const PER_MINUTE = 30;
const TAKEN = [201, undefined];
const TERMS = { exchangeId: 1, canReadBalances: true, canTrade: true };

function propose(caller: Caller, material: Legs = legsOfA(), key?: string, of: object = {}): Promise<Answered> {
  return caller.post('/credentials', { ...TERMS, material, ...of }, key === undefined ? {} : { key });
}

/** The counts of the control plane. */
async function counts({ sandbox }: Desk): Promise<object> {
  return (await control(sandbox, 'GET', '/intake')).body;
}

test('the world begins with one in each state, of the published shape, and the waiting ones can be approved', async () => {
  const { admin, deputy } = await deskOf();
  const page = await admin.get('/credentials');
  expect(SHAPES.CredentialPage.safeParse(page.body).error).toBeUndefined();
  const approved = async (name: string) => {
    const row = page.body.items.find(({ displayName }: { displayName: string }) => displayName === name);
    return deputy.post(`/credentials/${row.credentialId}/approve`);
  };
  for (const name of ['proposed', 'unobserved', 'amended', 'rotated'])
    expect((await approved(name)).body, name).toMatchObject({ status: 'ACTIVE', pendingTransition: null });
  expect(codeOf(await approved('unreachable'))).toEqual([409, 'CONNECTION_DOWN']);
});

test('a row does not name its former proposers, who still may not approve it', async () => {
  const { admin, deputy } = await deskOf();
  const path = `/credentials/${(await propose(admin)).body.credentialId}`;
  const { body: amended } = await deputy.put(path, { displayName: 'renamed' });
  expect(SHAPES.Credential.safeParse(amended).error).toBeUndefined();
  expect(codeOf(await admin.post(`${path}/approve`))).toEqual([403, 'SELF_APPROVAL']);
});

describe('material is stored', () => {
  test('once: a replay stores none, with any material and through any member', async () => {
    const at = await deskOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    const material = legsOfA();
    const first = await propose(at.admin, material, 'k-1');
    for (const [legs, exchangeId] of [
      [material, 1],
      [legsOfA(), 1],
      [legsOfB(), 2],
    ] as const) {
      const replayed = await propose(at.admin, legs, 'k-1', { exchangeId });
      expect(replayed).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' }, body: first.body });
    }
    expect(await counts(at)).toEqual({ stored: 1, repeated: 0, dropped: 0, refused: { keyReused: 0, rateLimited: 0 } });
  });

  test.each<[string, (caller: Caller) => Promise<Answered>, number]>([
    ['a leg is missing', (caller) => propose(caller, { key: 'k', secret: 's' }), 400],
    ['the venue has no connector', (caller) => propose(caller, legsOfA(), 'k-1', { exchangeId: 99 }), 422],
    ['the credential is unknown', (caller) => caller.post('/credentials/77/rotate', { material: legsOfA() }), 404],
  ])('nowhere if %s', async (_, send, status) => {
    const at = await deskOf();
    const head = at.sandbox.platform.head();
    expect((await send(at.admin)).status).toBe(status);
    expect(await counts(at)).toMatchObject({ stored: 0 });
    expect(at.sandbox.platform.head()).toBe(head);
  });

  test('and removed if the owner refuses the write', async () => {
    const at = await deskOf();
    for (const replay of [undefined, 'true']) {
      const refused = await propose(at.viewer, legsOfA(), 'k-1');
      expect([codeOf(refused), refused.headers['idempotent-replay']]).toEqual([[403, 'CAPABILITY_DENIED'], replay]);
      expect(await counts(at)).toMatchObject({ stored: 1, dropped: 1 });
    }
  });

  test('for a command that was not accepted: a retry with the same material is served, with other material refused', async () => {
    const at = await deskOf();
    const material = legsOfB();
    const send = (legs: Legs) => propose(at.admin, legs, 'k-1', { exchangeId: 2 });
    at.sandbox.faults.add({ on: { edge: 'inbox', command: 'create' }, refuse: 'INBOX_FULL', times: 1 });
    expect(codeOf(await send(material))).toEqual([429, 'INBOX_FULL']);
    const reused = await send(legsOfB());
    expect(codeOf(reused)).toEqual([409, 'INTAKE_KEY_REUSED']);
    expect(reused.headers).not.toHaveProperty('x-service-global-sequence');
    expect(codeOf(await send(material))).toEqual(TAKEN);
    expect(await counts(at)).toMatchObject({ stored: 1, repeated: 1, refused: { keyReused: 1 } });
  });

  test('at a limited rate for each organisation, and again at the stated time', async () => {
    const at = await deskOf();
    for (let n = 0; n < PER_MINUTE; n += 1) expect(codeOf(await propose(at.admin))).toEqual(TAKEN);
    const send = () => propose(at.admin, legsOfA(), 'k-1');
    const error = { code: 'RATE_LIMITED', retryable: true };
    expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': '60' }, body: { error } });
    expect(codeOf(await propose(at.outsider))).toEqual(TAKEN);
    await at.sandbox.clock.advance(59_000);
    expect((await send()).headers['retry-after']).toBe('1');
    await at.sandbox.clock.advance(1_000);
    expect(codeOf(await send())).toEqual(TAKEN);
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
    const at = await deskOf();
    at.sandbox.faults.add({ on, ...effect, times: 1 });
    const refused = await propose(at.admin, legsOfA(), 'k-1');
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual([[status, code], retryAfter]);
    expect(await counts(at)).toMatchObject({ stored: 0 });
    expect(codeOf(await propose(at.admin, legsOfA(), 'k-1'))).toEqual(TAKEN);
  });

  test('does not affect another organisation, key or member', async () => {
    const at = await deskOf({ members: [{ version: NEWEST }, { version: NEWEST, weight: 0 }], route: 'weighted' });
    for (const place of [{ org: 2 }, { key: 'k-2' }, { member: 'm2' }])
      at.sandbox.faults.add({ on: { edge: 'intake', ...place }, refuse: 'INTAKE_UNAVAILABLE' });
    expect(codeOf(await propose(at.admin, legsOfA(), 'k-1'))).toEqual(TAKEN);
  });

  test('delays it within the write deadline', async () => {
    const at = await deskOf();
    at.sandbox.faults.add({ on, delay: 900 });
    const answer = propose(at.admin);
    await held(at);
    await at.sandbox.clock.advance(900);
    expect(codeOf(await answer)).toEqual(TAKEN);
  });

  /** Material that is held past the deadline, and released after another request under its key. */
  async function late(material: Legs, between: (at: Desk) => Promise<unknown>): Promise<Desk> {
    const at = await deskOf();
    at.sandbox.faults.add({ on, hold: 'intake', times: 1 });
    const answer = propose(at.admin, material, 'k-1');
    await held(at);
    await at.sandbox.clock.advance(1_000);
    expect(codeOf(await answer)).toEqual([503, 'INTAKE_UNAVAILABLE']);
    await between(at);
    at.sandbox.faults.release('intake');
    await at.sandbox.clock.advance(0);
    return at;
  }

  test('holds it past the deadline: nothing is sent, and late material is stored for the retry', async () => {
    const material = legsOfA();
    const at = await late(material, async () => undefined);
    expect(codeOf(await propose(at.admin, legsOfA(), 'k-1'))).toEqual([409, 'INTAKE_KEY_REUSED']);
    expect(codeOf(await propose(at.admin, material, 'k-1'))).toEqual(TAKEN);
    expect(await counts(at)).toMatchObject({ stored: 1, repeated: 1 });
  });

  test('holds it until its key has another answer: then nothing is stored', async () => {
    const other = ({ admin }: Desk) => admin.post('/portfolios', { displayName: 'meanwhile' }, { key: 'k-1' });
    const at = await late(legsOfA(), async (desk) => expect(codeOf(await other(desk))).toEqual(TAKEN));
    expect(await counts(at)).toMatchObject({ stored: 0 });
  });
});

async function held({ sandbox }: Desk): Promise<void> {
  while (sandbox.faults.list()[0]?.held !== 1) await new Promise((resolve) => setImmediate(resolve));
}

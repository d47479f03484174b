/**
 * Credentials through a real member: their material's way into the vault. The suite judges the routes
 * (`conformance/checks/cred`), `credentials.test.ts` the owner.
 */
import { describe, expect, test } from 'vitest';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import { type Legs, legsOfA } from '../../../gateway/testing/sample-material.ts';
import { type Answered, type Caller, codeOf, control, type Desk, deskOf } from '../../testing/sample-caller.ts';

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

test('stored material is removed if the owner refuses the write', async () => {
  const at = await deskOf();
  for (const replay of [undefined, 'true']) {
    const refused = await propose(at.viewer, legsOfA(), 'k-1');
    expect([codeOf(refused), refused.headers['idempotent-replay']]).toEqual([[403, 'CAPABILITY_DENIED'], replay]);
    expect(await counts(at)).toMatchObject({ stored: 1, dropped: 1 });
  }
});

describe('a fault of the intake', () => {
  const on = { edge: 'intake', org: 1 } as const;

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

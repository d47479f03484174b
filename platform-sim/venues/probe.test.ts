import { describe, expect, test } from 'vitest';
import type { AccountRow, Arm, CredentialRow, CredentialTerms, RegisterCommand } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import { legsOfA } from '../../gateway/testing/sample-material.ts';
import { heldOf } from '../owners/directory.ts';
import type { RegisterState } from '../owners/register.ts';
import type { PrincipalName } from '../seed-data/world.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import { idOf } from '../testing/sample-register.ts';

const BOTH = { canReadBalances: true, canTrade: true } as const;
const REPORT = { owner: 'register', command: 'probe-report' } as const;
const CREDENTIALS = { family: 'credentials', ifMatch: null } as const;

/** A platform on which the admin proposes credentials, and the deputy approves them. */
class Proposing extends SamplePlatform {
  #keys = 0;

  /** Submits the material first, as a member does. */
  async bring(body: RegisterCommand, said: string, exchangeId: number): Promise<Submission> {
    this.#keys += 1;
    const key = `k${this.#keys}`;
    await this.port.storeMaterial({ orgId: 1, key, exchangeId, legs: legsOfA(said) });
    return this.write(body, 'admin', key);
  }

  async propose(said = '', exchangeId = 1, terms: CredentialTerms = BOTH): Promise<number> {
    const create = { kind: 'create', family: 'credentials', terms: { exchangeId, ...terms } } as const;
    return idOf('credentials', this.recordOf(await this.bring(create, said, exchangeId)).verdict);
  }

  rotate(id: number, said = ''): Promise<Submission> {
    return this.bring({ kind: 'rotate', id, ...CREDENTIALS }, said, 1);
  }

  move(kind: Arm, id: number, as: PrincipalName = 'deputy'): Promise<Submission> {
    return this.write({ kind, id, ...CREDENTIALS }, as);
  }

  amend(id: number, terms: CredentialTerms): Promise<Submission> {
    return this.write({ kind: 'restate', id, ...CREDENTIALS, terms }, 'admin');
  }

  credential(id: number): CredentialRow {
    const { directory } = this.platform.stateOf('register') as RegisterState;
    const row = heldOf(directory, 'credentials', id)?.row;
    if (row === undefined) throw new Error('no such credential');
    return row;
  }

  /** Accounts that were added after the beginning. */
  discovered(): readonly AccountRow[] {
    const facts = this.records().flatMap(({ verdict }) => verdict.facts ?? []);
    return facts.flatMap((fact) => (fact.kind === 'RegisterRecorded' && fact.family === 'accounts' ? [fact.row] : []));
  }

  kinds(): readonly string[] {
    return this.records().map(({ command }) => command.body.kind);
  }

  async write(body: RegisterCommand, as: PrincipalName, key: string | null = null): Promise<Submission> {
    const { orgId = 0, userId } = this.principal(as) ?? {};
    const principal = { orgId, userId: userId ?? 0 };
    return this.port.submit({ owner: 'register', principal, key, operation: body.kind, body });
  }
}

describe('for a key', () => {
  // biome-ignore format: an aligned table
  test.each<[said: string, exchangeId: number, CredentialTerms, probe: string, ...observed: string[]]>([
    ['',                          1, BOTH,                               'ANSWERED', 'READ', 'TRADE'],
    ['',                          1, { ...BOTH, canTrade: false },        'ANSWERED', 'READ'],
    ['',                          2, { ...BOTH, canReadBalances: false }, 'ANSWERED', 'TRADE'],
    ['perms:READ',                1, BOTH,                               'ANSWERED', 'READ'],
    ['perms:READ,TRADE,WITHDRAW', 2, BOTH,                               'ANSWERED', 'READ', 'TRADE', 'WITHDRAW'],
    ['perms:-',                   1, BOTH,                               'ANSWERED'],
    ['refused',                   1, BOTH,                               'REFUSED'],
    ['unreachable',               2, BOTH,                               'UNREACHABLE'],
    // This venue lets no key read its scope.
    ['',                          3, BOTH,                               'ANSWERED'],
    ['perms:READ',                3, BOTH,                               'ANSWERED'],
    ['refused',                   3, BOTH,                               'REFUSED'],
  ])('%j at venue %i for %j, it reports %s', async (said, exchangeId, terms, probe, ...observedPermissions) => {
    const sample = new Proposing();
    const id = await sample.propose(said, exchangeId, terms);
    const scopeUnobserved = exchangeId === 3 && probe === 'ANSWERED';
    expect(sample.credential(id)).toMatchObject({ probe, observedPermissions, scopeUnobserved, version: 2 });
    // Right after, without another command.
    expect(sample.kinds()).toEqual(['create', 'probe-report']);
    expect(sample.records()[1]?.command).toMatchObject({ principal: { orgId: 1, userId: 0 }, key: null });
  });

  test('for a rotation, it reports on the new key', async () => {
    const sample = new Proposing();
    const id = await sample.propose('');
    await sample.move('approve', id);
    await sample.rotate(id, 'perms:READ');
    expect(sample.credential(id)).toMatchObject({ pendingTransition: 'ROTATE', observedPermissions: ['READ'] });
    await sample.move('withdraw', id, 'admin');
    expect(sample.credential(id)).toMatchObject({ pendingTransition: null, observedPermissions: ['READ', 'TRADE'] });
    await sample.amend(id, { ...BOTH, displayName: 'x' });
    expect(sample.kinds().filter((kind) => kind === 'probe-report')).toHaveLength(2);
  });

  test('it reports nothing while a fault holds its answer, and is asked again whenever the row changes', async () => {
    const sample = new Proposing();
    const { id: fault } = sample.faults.add({ on: REPORT, hold: 'probe', times: 1 });
    const id = await sample.propose('perms:READ');
    expect(sample.credential(id).probe).toBe('PENDING');
    await sample.amend(id, { ...BOTH, canTrade: false });
    expect(sample.credential(id)).toMatchObject({ probe: 'ANSWERED', observedPermissions: ['READ'], version: 3 });

    sample.faults.release('probe');
    await sample.clock.advance(0);
    expect(sample.faults.get(fault)?.firings).toBe(1);
    expect(sample.records().at(-1)).toMatchObject({ command: { body: { version: 1 } }, verdict: { facts: [] } });
    expect(sample.credential(id).version).toBe(3);
  });

  test('it reports late under a fault that delays it', async () => {
    const sample = new Proposing();
    sample.faults.add({ on: REPORT, delay: '5s' });
    const id = await sample.propose();
    await sample.clock.advance(4_999);
    expect(sample.credential(id).probe).toBe('PENDING');
    await sample.clock.advance(1);
    expect(sample.credential(id).probe).toBe('ANSWERED');
  });

  test('it repeats a report until the platform accepts it', async () => {
    const sample = new Proposing();
    sample.faults.add({ on: { edge: 'inbox', ...REPORT }, refuse: 'INBOX_FULL', times: 2 });
    sample.faults.add({ on: { edge: 'inbox', ...REPORT }, fail: true, times: 1 });
    const id = await sample.propose();
    await sample.clock.advance(349);
    expect(sample.credential(id).probe).toBe('PENDING');
    await sample.clock.advance(1);
    expect(sample.credential(id).probe).toBe('ANSWERED');
    expect(sample.timers()).toBe(0);
  });

  test('it does not report on a withdrawn proposal, or on a closed platform', async () => {
    const sample = new Proposing();
    sample.faults.add({ on: { edge: 'inbox', ...REPORT }, refuse: 'INBOX_FULL' });
    const id = await sample.propose();
    await sample.move('withdraw', id, 'admin');
    await sample.clock.advance(0);
    // The repetition of the report that was not accepted before the withdrawal.
    expect(sample.timers()).toBe(1);
    sample.platform.close();
    sample.faults.clear();
    await sample.clock.advance(60_000);
    expect(sample.kinds()).toEqual(['create', 'withdraw']);
  });
});

describe('after the approval of a credential', () => {
  test('its venue shows one account, once', async () => {
    const sample = new Proposing();
    const id = await sample.propose('', 2);
    expect(sample.discovered()).toEqual([]);
    await sample.move('approve', id);
    expect(sample.discovered()).toMatchObject([
      { orgId: 1, exchangeId: 2, credentialId: id, status: 'DISCOVERED', displayName: null },
    ]);
    await sample.rotate(id);
    await sample.move('approve', id);
    await sample.amend(id, { ...BOTH, displayName: 'x' });
    await sample.move('approve', id);
    await sample.move('suspend', id);
    await sample.move('reactivate', id);
    expect(sample.credential(id)).toMatchObject({ status: 'ACTIVE', displayName: 'x', pendingTransition: null });
    expect(sample.discovered()).toHaveLength(1);
  });

  test('also for one that the world began with', async () => {
    const sample = new Proposing();
    await sample.move('approve', 1_001);
    expect(sample.discovered()).toMatchObject([{ credentialId: 1_001, status: 'DISCOVERED' }]);
  });

  test('and not after a refused approval or a withdrawn proposal', async () => {
    const sample = new Proposing();
    const id = await sample.propose('perms:READ');
    await sample.move('approve', id);
    await sample.move('withdraw', id, 'admin');
    expect(sample.credential(id).status).toBe('WITHDRAWN');
    expect(sample.discovered()).toEqual([]);
  });
});

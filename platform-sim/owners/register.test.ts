import { describe, expect, test } from 'vitest';
import type { Command, Fact, OrganisationStatus, RegisterCommand, UserRow, Verdict } from '../../gateway/facts.ts';
import { seat } from '../seat.ts';
import { register } from './register.ts';

const START_NS = 1_767_571_200_000_000_000n;

function organisation(orgId: number, externalId: string, status: OrganisationStatus): Fact {
  return {
    kind: 'RegisterRecorded',
    family: 'orgs',
    row: { orgId, externalId, displayName: externalId, status, sponsorOrgId: null, proposedByUserId: null, version: 1 },
  };
}

class SampleRegister {
  readonly #seat = seat(register);
  #position = 0;

  constructor() {
    this.send({
      kind: 'state',
      facts: [
        organisation(1, 'one', 'ACTIVE'),
        organisation(2, 'two', 'SUSPENDED'),
        organisation(3, 'three', 'PENDING_ACTIVATION'),
        organisation(4, 'four', 'RETIRED'),
        organisation(5, 'five', 'ACTIVE'),
        {
          kind: 'RegisterRecorded',
          family: 'users',
          row: {
            version: 1,
            userId: 1,
            orgId: 1,
            subject: 'known',
            displayName: 'K',
            status: 'DISABLED',
            capabilities: [],
          },
        },
      ],
    });
  }

  send(body: RegisterCommand, atNs = START_NS + BigInt(this.#position) * 1000n): Verdict {
    const command: Command = { owner: 'register', principal: { orgId: 0, userId: 0 }, key: null, operation: 'x', body };
    this.#position += 1;
    const verdict = this.#seat.judge(this.#position, atNs.toString(), command);
    this.#seat.apply({ position: this.#position, atNs: atNs.toString(), command, verdict });
    return verdict;
  }

  call(externalOrgId: string, subject: string, atNs?: bigint): Verdict {
    return this.send({ kind: 'register-caller', externalOrgId, subject }, atNs);
  }
}

function userOf({ facts }: Verdict): UserRow | undefined {
  const fact = facts?.find((candidate) => candidate.kind === 'RegisterRecorded' && candidate.family === 'users');
  return fact?.kind === 'RegisterRecorded' && fact.family === 'users' ? fact.row : undefined;
}

describe('a caller', () => {
  test('unknown to an active organisation is registered, to be admitted', () => {
    expect(userOf(new SampleRegister().call('one', 'new'))).toMatchObject({
      orgId: 1,
      subject: 'new',
      status: 'AWAITING_ADMISSION',
      capabilities: [],
    });
  });

  test('is registered once in each organisation', () => {
    const sample = new SampleRegister();
    expect(userOf(sample.call('one', 'new'))).toBeDefined();
    expect(sample.call('one', 'new')).toEqual({ facts: [] });
    expect(userOf(sample.call('five', 'new'))?.orgId).toBe(5);
  });

  test('known already changes nothing, whatever the status', () => {
    expect(new SampleRegister().call('one', 'known')).toEqual({ facts: [] });
  });

  test.each(['two', 'three', 'four', 'unknown'])(
    'of organisation %s, which is not active, is refused',
    (externalOrgId) => {
      expect(new SampleRegister().call(externalOrgId, 'new').refused?.code).toBe('ORG_NOT_ACTIVE');
    },
  );
});

test('ids are minted from the time: int32, growing, never consecutive', () => {
  const sample = new SampleRegister();
  const ids = Array.from({ length: 200 }, (_, index) => {
    const at = START_NS + (index < 100 ? BigInt(index) * 1000n : BigInt(index) * 10_000_000_000n);
    return userOf(sample.call('one', `user ${index}`, at))?.userId ?? 0;
  });
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
  expect(ids[0]).toBe(Number((START_NS - 1_577_836_800_000_000_000n) / 250_000_000n));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(2);
  expect(new Set(steps.slice(0, 99)).size).toBeGreaterThan(1);
  expect(Math.max(...ids)).toBeLessThan(2 ** 31);
});

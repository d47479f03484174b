import { describe, expect, test } from 'vitest';
import type { Arm, OrganisationRow, OrganisationStatus, RegisterTerms, Verdict } from '../../../gateway/facts.ts';
import { type As, organisation, rowOf, SampleRegister, USERS, user } from '../../testing/sample-register.ts';

function create(sample: SampleRegister, terms: Partial<RegisterTerms['orgs']> = {}): Verdict {
  return sample.send({ kind: 'create', family: 'orgs', terms: { externalId: 'new', displayName: 'New', ...terms } });
}

function move(sample: SampleRegister, arm: Arm, id = 6, as: As = 'admin'): Verdict {
  return sample.send({ kind: arm, family: 'orgs', id, ifMatch: null }, as);
}

function restate(sample: SampleRegister, id: number, as: As = 'admin'): Verdict {
  return sample.send({ kind: 'restate', family: 'orgs', id, ifMatch: null, terms: { displayName: 'Renamed' } }, as);
}

/** A register in which organisation 6, proposed by the deputy, has this status: an approved one has no proposer. */
function inStatus(status: OrganisationStatus): SampleRegister {
  return new SampleRegister(
    organisation(6, 'sponsored', {
      status,
      sponsorOrgId: 1,
      proposedByUserId: status === 'PENDING_ACTIVATION' ? USERS.deputy : null,
      version: 4,
    }),
  );
}

describe('a proposed organisation', () => {
  test('awaits its approval, under its sponsor', () => {
    const sample = new SampleRegister();
    expect(rowOf('orgs', create(sample))).toMatchObject({
      externalId: 'new',
      displayName: 'New',
      status: 'PENDING_ACTIVATION',
      sponsorOrgId: 1,
      proposedByUserId: USERS.admin,
      version: 1,
    });
  });

  test.each(['two', 'suspended', 'retired', 'sponsored'])(
    'is refused for an external id that the platform knows: %s',
    (externalId) => {
      expect(create(new SampleRegister(), { externalId }).refused?.code).toBe('INVALID_FIELD');
    },
  );

  test('is refused for a repeated external id', () => {
    const sample = new SampleRegister();
    create(sample);
    expect(create(sample).refused?.code).toBe('INVALID_FIELD');
    expect(create(sample, { externalId: 'newer' }).refused).toBeUndefined();
  });

  test('is approved by a user other than its proposer', () => {
    const sample = new SampleRegister();
    expect(move(sample, 'approve', 6, 'deputy').refused?.code).toBe('SELF_APPROVAL');
    expect(rowOf('orgs', move(sample, 'approve', 6, 'admin'))).toMatchObject({
      status: 'ACTIVE',
      proposedByUserId: null,
      version: 2,
    });
  });

  test('that another user restates has two proposers, and neither may approve it', () => {
    const third = user(17, 'third', { capabilities: ['orgs:approve'] });
    const sample = new SampleRegister(third);
    expect(rowOf('orgs', restate(sample, 6, 'admin'))).toMatchObject({
      displayName: 'Renamed',
      proposedByUserId: USERS.admin,
    });
    for (const proposer of ['admin', 'deputy'] as const)
      expect(move(sample, 'approve', 6, proposer).refused?.code).toBe('SELF_APPROVAL');
    const approved = sample.send({ kind: 'approve', family: 'orgs', id: 6, ifMatch: null }, { orgId: 1, userId: 17 });
    expect(rowOf('orgs', approved)).toMatchObject({ status: 'ACTIVE', proposedByUserId: null });
    expect(rowOf('orgs', approved)).not.toHaveProperty('coProposerUserIds');
  });
});

const MOVES: readonly [OrganisationStatus, Arm, OrganisationStatus | undefined][] = [
  ['PENDING_ACTIVATION', 'approve', 'ACTIVE'],
  ['PENDING_ACTIVATION', 'suspend', undefined],
  ['PENDING_ACTIVATION', 'reactivate', undefined],
  ['PENDING_ACTIVATION', 'retire', undefined],
  ['ACTIVE', 'approve', undefined],
  ['ACTIVE', 'suspend', 'SUSPENDED'],
  ['ACTIVE', 'reactivate', undefined],
  ['ACTIVE', 'retire', 'RETIRED'],
  ['SUSPENDED', 'approve', undefined],
  ['SUSPENDED', 'suspend', undefined],
  ['SUSPENDED', 'reactivate', 'ACTIVE'],
  ['SUSPENDED', 'retire', 'RETIRED'],
  ['RETIRED', 'approve', undefined],
  ['RETIRED', 'suspend', undefined],
  ['RETIRED', 'reactivate', undefined],
  ['RETIRED', 'retire', undefined],
];

test.each(MOVES)('a sponsored organisation that is %s: %s leads to %s', (from, arm, to) => {
  const sample = inStatus(from);
  const verdict = move(sample, arm);
  if (to === undefined) {
    expect(verdict.refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    expect(sample.held('orgs', 6)?.row).toMatchObject({ status: from, version: 4 });
  } else {
    expect(rowOf('orgs', verdict)).toMatchObject({ status: to, version: 5, displayName: 'sponsored' });
  }
});

test.each<Arm>(['suspend', 'retire'])('no user changes the status of their own organisation: %s', (arm) => {
  expect(move(new SampleRegister(), arm, 1).refused?.code).toBe('TRANSITION_NOT_ADMITTED');
});

test('an organisation may not change another’s status, also if a third sponsors it', () => {
  expect(move(new SampleRegister(), 'approve', 7).refused?.code).toBe('NOT_FOUND');
  expect(move(new SampleRegister(), 'suspend', 2).refused?.code).toBe('NOT_FOUND');
});

test.each<[string, number, Partial<OrganisationRow>]>([
  ['their own', 1, { externalId: 'one', status: 'ACTIVE', proposedByUserId: null }],
  ['one that they sponsor', 6, { externalId: 'sponsored', status: 'PENDING_ACTIVATION' }],
])('an organisation restates %s: only its name', (_, id, rest) => {
  expect(rowOf('orgs', restate(new SampleRegister(), id))).toMatchObject({
    ...rest,
    displayName: 'Renamed',
    version: 2,
  });
});

test.each<[OrganisationStatus, string | undefined]>([
  ['ACTIVE', undefined],
  ['SUSPENDED', undefined],
  ['RETIRED', 'TRANSITION_NOT_ADMITTED'],
])('restating an organisation that is %s is answered %s, and proposes nothing', (status, code) => {
  const sample = inStatus(status);
  expect(restate(sample, 6).refused?.code).toBe(code);
  expect(sample.held('orgs', 6)?.row.proposedByUserId).toBeNull();
});

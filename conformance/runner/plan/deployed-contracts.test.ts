import { describe, expect, test } from 'vitest';
import type { Profile } from '../../member/profile/profile.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { ANY_TARGET } from '../../member/profile/target-facts.ts';
import { stubControl } from '../../member/testing/stub-control.ts';
import { sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import { pass } from '../judgement.ts';
import { trial } from '../run/trial.ts';
import { deployedContracts, factsWith } from './deployed-contracts.ts';
import { plan } from './plan.ts';

const older = sampleCheck({ proves: ['VER-07'], until: '0.13.0', deploys: [{ rest: '0.12.0' }, { rest: '0.1.0' }] });
const ofASocket = sampleCheck({ socketContract: { until: '1.4.0' }, deploys: [{ socket: '1.1.0' }] });
const PRINCIPALS = { principals: { trader: { token: 't' } }, baseUrl: 'http://h', members: 'single' } as const;
const CONTROLLED = { ...PRINCIPALS, control: 'http://c' };

function contracts(of: Check, facts: Partial<TargetFacts>, profile: Pick<Profile, 'control' | 'members'> = CONTROLLED) {
  return deployedContracts(of, { profile, facts: { ...ANY_TARGET, ...facts } });
}

test.each([
  ['a newer target', older, {}, [{ rest: '0.12.0' }, { rest: '0.1.0' }]],
  ['a target that is old enough itself', older, { rest: '0.12.0' }, []],
  ['a newer socket', ofASocket, {}, [{ socket: '1.1.0' }]],
  ['an old socket', ofASocket, { socket: '1.1.0' }, []],
])('%s', (_, of, facts, expected) => expect(contracts(of, facts)).toEqual(expected));

test.each([
  ['several members', { members: 'several' }],
  ['an unknown number of members', {}],
] as const)('%s are deployed alike, though the profile names the oldest of their versions', (_, counted) => {
  const several = { control: CONTROLLED.control, ...counted };
  expect(contracts(older, { rest: '0.12.0' }, several)).toEqual([{ rest: '0.12.0' }, { rest: '0.1.0' }]);
  expect(contracts(ofASocket, { socket: '1.1.0' }, several)).toEqual([{ socket: '1.1.0' }]);
  expect(contracts(sampleCheck(), {}, several)).toEqual([]);
});

test('without a control plane the members stay unchanged', () => expect(contracts(older, {}, {})).toEqual([]));

test('the version of what is not deployed stays unchanged', () => {
  expect(factsWith(ANY_TARGET, { socket: '1.1.0' })).toEqual({ ...ANY_TARGET, socket: '1.1.0' });
  expect(factsWith(ANY_TARGET, undefined)).toEqual(ANY_TARGET);
});

describe('a check of older contracts', () => {
  const planned = (profile: Profile, over: object = {}, rest = '0.14.0') =>
    plan(
      [older],
      { select: [], requirements: [], readOnly: false, ...over },
      profile,
      { ...ANY_TARGET, rest },
      'virtual',
    );

  test('runs where members can be deployed, and where the target is a single member', () => {
    expect(planned(CONTROLLED).run).toEqual([older]);
    expect(planned(PRINCIPALS, {}, '0.12.0').run).toEqual([older]);
  });

  test('does not apply to a newer target without a control plane', () => {
    expect(planned(PRINCIPALS).left).toMatchObject([
      { verdict: 'not-applicable', reason: 'of contracts before 0.13.0; the target serves 0.14.0' },
    ]);
  });

  test.each(['several', undefined] as const)(
    'is not judged for members (%s) that cannot be deployed alike: one may be newer',
    (members) => {
      const { members: _, ...uncounted } = PRINCIPALS;
      const { run, left } = planned({ ...uncounted, ...(members && { members }) }, {}, '0.12.0');
      expect(run).toEqual([]);
      expect(left).toMatchObject([{ verdict: 'not-exercised', reason: expect.stringContaining('members: single') }]);
    },
  );

  test('deploys nothing where nothing has to change', () =>
    expect(planned(CONTROLLED, { readOnly: true }).left).toMatchObject([{ verdict: 'not-exercised' }]));

  test('sees a target with the contract that was deployed', async () => {
    const deployed: unknown[] = [];
    const control = stubControl({ deploy: async (deployment) => void deployed.push(deployment) });
    const seen: string[] = [];
    const looking = sampleCheck({
      needs: [],
      drive: async ({ target }) => void seen.push(`driven on ${target.rest}`),
      judge({ target }) {
        seen.push(`judged by ${target.rest}`);
        return pass;
      },
    });
    const session = {
      actors: new Map(),
      control,
      exchanges: () => [],
      recalled: () => [],
      conversations: () => [],
      controlActions: () => [],
      notes: () => [],
      disturbed: () => true,
      finish: async () => [],
    };
    const target = { profile: CONTROLLED, facts: ANY_TARGET, expiredTokens: () => [] };
    await trial(looking, target as never, session as never, () => 'key', undefined, { contract: { rest: '0.12.0' } });
    expect([deployed, seen]).toEqual([[{ version: '0.12.0' }], ['driven on 0.12.0', 'judged by 0.12.0']]);
  });
});

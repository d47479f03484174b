import { describe, expect, test } from 'vitest';
import type { Profile } from '../../member/profile/profile.ts';
import { ANY_TARGET } from '../../member/profile/target-facts.ts';
import type { ClockMode } from '../../member/target.ts';
import { sampleCheck } from '../../testing/stub-run.ts';
import type { Check, Need } from '../check.ts';
import type { Selection } from './plan.ts';
import { plan, SelectionProblem } from './plan.ts';

const sample = (id: string, over: Partial<Check> = {}) => sampleCheck({ id, needs: [], ...over });

const ALL: Selection = { select: [], requirements: [], readOnly: false };
const PROFILE: Profile = { baseUrl: 'http://h', principals: { trader: { token: 't' } } };
const CHECKS = [
  sample('idem/one', { proves: ['IDEM-01'] }),
  sample('idem/two', { proves: ['IDEM-02', 'POS-05'] }),
  sample('rid/one'),
  sample('tkt/one', { proves: ['TKT-01'] }),
];

function runs(over: Partial<Selection>): readonly string[] {
  return plan(CHECKS, { ...ALL, ...over }, PROFILE, ANY_TARGET, 'virtual').run.map(({ id }) => id);
}

describe('the selection', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Partial<Selection>, readonly string[]]>([
    ['everything',             {},                                              ['idem/one', 'idem/two', 'rid/one', 'tkt/one']],
    ['an area',                { select: ['idem'] },                            ['idem/one', 'idem/two']],
    ['a glob',                 { select: ['*/one'] },                           ['idem/one', 'rid/one', 'tkt/one']],
    ['several',                { select: ['rid/one', 'idem/t*'] },              ['idem/two', 'rid/one']],
    ['by requirement',         { requirements: ['POS-05', 'TKT-01'] },          ['idem/two', 'tkt/one']],
    ['all but an area',        { exclude: ['idem'] },                           ['rid/one', 'tkt/one']],
    ['an area but some of it', { select: ['idem'], exclude: ['*/two'] },        ['idem/one']],
    ['by both',                { select: ['idem'], requirements: ['IDEM-01'] }, ['idem/one']],
  ])('%s', (_, selection, ids) => expect(runs(selection)).toEqual(ids));

  test('shards partition the checks: each is in exactly one, the same every time', () => {
    const shards = [1, 2, 3].map((index) => runs({ shard: { index, count: 3 } }));
    expect(shards.flat().sort()).toEqual(CHECKS.map(({ id }) => id));
    expect([1, 2, 3].map((index) => runs({ shard: { index, count: 3 } }))).toEqual(shards);
  });

  // biome-ignore format: an aligned table
  test.each<[string, Partial<Selection>, RegExp]>([
    ['a glob that names nothing',       { select: ['idme'] },          /^--select idme: .*did you mean idem\?$/],
    ['a glob far from all',             { select: ['zebra/*'] },       /`touchstone list` shows them$/],
    ['an exclusion that names nothing', { exclude: ['idme'] },         /^--exclude idme: .*did you mean idem\?$/],
    ['an unknown id',                   { requirements: ['IDEM-99'] }, /^--requirement IDEM-99: there is none/],
  ])('%s is refused', (_, selection, message) => {
    expect(() => runs(selection)).toThrow(SelectionProblem);
    expect(() => runs(selection)).toThrow(message);
  });
});

describe('what is left out, and why', () => {
  const row = (
    value: Partial<Check>,
    profile: Partial<Profile> = {},
    facts = {},
    selection = {},
    clock: ClockMode = 'real',
  ) => {
    const { run, left } = plan(
      [sample('test/it', value)],
      { ...ALL, ...selection },
      { ...PROFILE, ...profile },
      { ...ANY_TARGET, ...facts },
      clock,
    );
    return left[0] === undefined ? run.map(() => 'run')[0] : `${left[0].verdict}: ${left[0].reason}`;
  };
  const WRITES = { limits: { writes: true } };
  const SANDBOX_ONLY = 'not-exercised: only a sandbox shows it: a deployed member has no control plane';
  const OFF = 'not-exercised: writes are off: limits.writes of the profile is false';
  const REAL = "not-exercised: the target's clock is real, and this advances it far";
  const NO_ALGOS = 'not-applicable: the target has no algos surface';
  const since = (first: string, served: string) => `not-applicable: since ${first}; the target serves ${served}`;
  const opening = (opens: number) => row({ needs: ['writes'], opens }, { limits: { writes: true, openOrders: 4 } });
  const HOOKED = { hooks: { slowOwner: { run: 'a', undo: 'b' } } };
  const DESTRUCTIVE = { limits: { writes: true, destructive: true } };
  const needing = (...needs: readonly Need[]) => ({ needs });

  // biome-ignore format: an aligned table
  test.each<[string, ReturnType<typeof row>, string | RegExp]>([
    ['nothing is missing',                          row(needing('trader', 'writes'), WRITES), 'run'],
    ['writes that were not allowed',                row(needing('writes')), /does not say limits\.writes: true$/],
    ['writes to a sandbox',                         row(needing('writes', 'destructive'), { control: 'http://127.0.0.1:1' }), 'run'],
    ['writes in production',                        row(needing('writes'), { ...WRITES, production: true }), /production: true$/],
    ['writes to a guarded host',                    row(needing('writes'), { ...WRITES, guard: ['h*'] }), /matches h\*/],
    ['writes to another host than the guarded',     row(needing('writes'), { ...WRITES, guard: ['*.com'] }), 'run'],
    ['a principal',                                 row(needing('viewer')), 'not-exercised: the profile names no principal viewer'],
    ['a fixture',                                   row(needing('instrument')), 'not-exercised: the profile names no fixture instrument'],
    ['a control plane',                             row(needing('control')), SANDBOX_ONLY],
    ['a control plane, once',                       row(needing('control', 'mint')), SANDBOX_ONLY],
    ['two things',                                  row(needing('viewer', 'account')), /principal viewer; .*fixture account$/],
    ['writes, by the profile',                      row(needing('writes'), { limits: { writes: false } }), OFF],
    ['writes, by the option',                       row(needing('writes'), {}, {}, { readOnly: true }), /^not-exercised: writes .*--read-only/],
    ['lasting changes',                             row(needing('destructive'), WRITES), /lasting changes are off/],
    ['lasting changes, read only',                  row(needing('destructive'), {}, {}, { readOnly: true }), /writes are off/],
    ['a clock that the check moves',                row(needing('virtual-clock'), { control: 'http://127.0.0.1:1' }), REAL],
    ['a clock that nothing moves',                  row(needing('virtual-clock')), SANDBOX_ONLY],
    ['a clock that is moved',                       row(needing('virtual-clock'), {}, {}, {}, 'virtual'), 'run'],
    ['a hook',                                      row(needing('slowOwner')), /^not-exercised: only a hook .*hooks\.slowOwner, with limits\.destructive: true/],
    ['a hook that ends a fixed token',              row(needing('clock'), { ...DESTRUCTIVE, hooks: { clock: 'a' }, principals: { trader: { tokenEnv: 'T' } } }), 'not-exercised: the hook clock would end the fixed token of trader'],
    ['a hook that ends tokens of an issuer',        row(needing('clock'), { ...DESTRUCTIVE, hooks: { clock: 'a' }, principals: { trader: { clientId: 't' } } }), 'run'],
    ['a hook without lasting changes',              row(needing('slowOwner'), { ...WRITES, ...HOOKED }), /lasting changes are off/],
    ['a hook, read only',                           row(needing('slowOwner'), { ...DESTRUCTIVE, ...HOOKED }, {}, { readOnly: true }), /writes .*--read-only/],
    ['a hook in the only shard',                    row(needing('slowOwner'), { ...DESTRUCTIVE, ...HOOKED }, {}, { shard: { index: 1, count: 1 } }), 'run'],
    ['a hook beside other shards',                  row(needing('slowOwner'), { ...DESTRUCTIVE, ...HOOKED }, {}, { shard: { index: 1, count: 2 } }), /disturb the checks of the other shards/],
    ['a hook that the profile states',              row(needing('slowOwner'), { ...DESTRUCTIVE, ...HOOKED }), 'run'],
    ['what a control plane does, too',              row(needing('slowOwner'), { control: 'http://127.0.0.1:1' }), 'run'],
    ['a clock that a sandbox does not move',        row(needing('clock'), { control: 'http://127.0.0.1:1' }), REAL],
    ['one member',                                  row(needing('single-member')), /^not-exercised: .*members: single/],
    ['one member, declared',                        row(needing('single-member'), { members: 'single' }), 'run'],
    ['more open orders than allowed',               opening(5), /5 orders open.*is 4$/],
    ['as many open orders as allowed',              opening(4), 'run'],
    ['a surface denied',                            row(needing('algos'), { surfaces: { algos: false } }), NO_ALGOS],
    ['a surface that the profile does not mention', row(needing('algos')), 'run'],
    ['a newer contract',                            row({ proves: ['TKT-01'] }, {}, { rest: '0.13.0' }), since('0.14.0', '0.13.0')],
    ['routes of a newer contract',                  row({ proves: ['ORD-15'], since: '0.11.0' }, {}, { rest: '0.6.0' }), since('0.11.0', '0.6.0')],
    ['routes of a newer contract, on a new socket', row({ proves: ['WSS-02'], since: '0.14.0' }, {}, { rest: '0.13.0' }), since('0.14.0', '0.13.0')],
    ['only partly newer',                           row({ proves: ['TKT-01', 'RID-01'] }, {}, { rest: '0.13.0' }), 'run'],
    ['a newer socket',                              row({ proves: ['WSS-01'] }, {}, { socket: '1.1.0' }), /^not-applicable: .*socket contract 1\.1\.0$/],
    ['a socket of unknown version',                 row({ proves: ['WSS-01'] }, {}, { socket: undefined }), 'run'],
    ['newer, and something is missing',             row({ proves: ['TKT-01'], needs: ['viewer'] }, {}, { rest: '0.13.0' }), /^not-applicable/],
    ['not selected',                                row({}, {}, {}, { requirements: ['TKT-01'] }), 'not-exercised: not selected (--requirement)'],
  ])('%s', (_, seen, expected) => {
    if (typeof expected === 'string') expect(seen).toBe(expected);
    else expect(seen).toMatch(expected);
  });
});

describe('what is lacking is named as the profile or the command line would state it', () => {
  const lacksOf = (over: Partial<Check>, selection: Partial<Selection> = {}, clock: ClockMode = 'real') => {
    const { left } = plan([sample('rid/one', over)], { ...ALL, ...selection }, PROFILE, ANY_TARGET, clock, 30_000);
    return left.flatMap(({ lacks }) => lacks.map(({ key }) => key));
  };

  test.each<[Need, string | undefined]>([
    ['deputy', 'principals.deputy'],
    ['account', 'fixtures.account'],
    // No profile of a deployed member can state one.
    ['control', undefined],
    ['mint', undefined],
    ['virtual-clock', undefined],
    ['single-member', 'members: single'],
    ['trading-socket', 'sockets.trading'],
    ['market-data-socket', 'sockets.marketData'],
    ['other-audience', 'identity.otherAudience'],
    ['restart', 'hooks.restart'],
    ['writes', 'limits.writes: true'],
  ])('%s', (need, key) => expect(lacksOf({ needs: [need] })).toEqual([key]));

  test('options of the command line', () => {
    expect(lacksOf({ needs: ['writes'] }, { readOnly: true })).toEqual(['without --read-only']);
    expect(lacksOf({ waits: { ms: 61_000, for: 'a minute' } })).toEqual(['--patience 61s']);
  });

  test('nothing for a check that is not selected', () =>
    expect(lacksOf({ needs: ['deputy'] }, { requirements: ['RID-02'] })).toEqual([]));
});

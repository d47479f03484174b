import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { createSeed } from '../seed.ts';
import { createFaults } from './faults.ts';
import { edgeOf } from './rule.ts';
import { type FaultRule, faultRule } from './rule-shape.ts';

const GOOD: readonly [string, FaultRule][] = [
  ['a hold at the verdict', { on: { owner: 'orders', command: 'submit' }, hold: 'orders-verdict', times: 1 }],
  ['a delay of a look-up', { on: { edge: 'look-up', member: 'm1' }, delay: '2s' }],
  ['an inbox that is full', { on: { edge: 'inbox', org: 1 }, refuse: 'INBOX_FULL', times: { every: 3 } }],
  ['a ruling', { on: { key: 'k1' }, refuse: 'RATE_CEILING', times: { probability: 0.5 } }],
  [
    'a member that hears late of instruments and algo versions',
    { on: { edge: 'apply', member: 'm1' }, hold: 'reference' },
  ],
  ['an answer dropped, its edge being understood', { on: { command: 'submit' }, drop: 'answer' }],
  ['a failure', { on: { edge: 'inbox' }, fail: true }],
  ['an intake that is held', { on: { edge: 'intake', org: 1, key: 'k1', member: 'm1' }, hold: 'intake' }],
  ['an engine that takes its time', { on: { edge: 'engine', org: 1, key: 'k1' }, hold: 'engine' }],
  ['an engine that refuses', { on: { edge: 'engine' }, refuse: 'RISK_LIMIT', times: 1 }],
  ['an intake that is away', { on: { edge: 'intake' }, refuse: 'INTAKE_UNAVAILABLE', times: 2 }],
];

const BAD: readonly [string, unknown, string][] = [
  ['no effect', { on: {} }, 'exactly one of delay, hold, refuse, drop, fail'],
  ['two effects', { on: {}, hold: 'x', fail: true }, 'exactly one of'],
  ['an answer dropped elsewhere', { on: { edge: 'inbox' }, drop: 'answer' }, 'dropped at the edge answer'],
  ['an inbox that judges', { on: { edge: 'inbox' }, refuse: 'INVALID_FIELD' }, 'INBOX_FULL, OWNER_ABSENT, INTERRUPTED'],
  [
    'a look-up that judges',
    { on: { edge: 'look-up' }, refuse: 'INVALID_FIELD' },
    'nothing is judged at the edge look-up',
  ],
  [
    'an answer that judges',
    { on: { edge: 'answer' }, refuse: 'INVALID_FIELD' },
    'nothing is judged at the edge answer',
  ],
  [
    'a look-up that knows the owner',
    { on: { edge: 'look-up', owner: 'orders' }, fail: true },
    'the edge look-up knows',
  ],
  ['a look-up that knows the command', { on: { edge: 'look-up', command: 'submit' }, fail: true }, 'look-up knows'],
  [
    'an intake that judges',
    { on: { edge: 'intake' }, refuse: 'INVALID_FIELD' },
    'INTAKE_UNAVAILABLE, INTAKE_KEY_REUSED',
  ],
  [
    'an intake that knows the owner',
    { on: { edge: 'intake', owner: 'register' }, fail: true },
    'the edge intake knows',
  ],
  ['an intake that knows the command', { on: { edge: 'intake', command: 'create' }, fail: true }, 'intake knows'],
  ['an answer that knows the owner', { on: { owner: 'orders' }, drop: 'answer' }, 'an answer is of no owner'],
  ['reference data that is refused', { on: { edge: 'apply' }, refuse: 'INVALID_FIELD' }, 'held or delayed, no more'],
  ['reference data that fails', { on: { edge: 'apply' }, fail: true }, 'held or delayed, no more'],
  ['reference data of an owner', { on: { edge: 'apply', owner: 'register' }, hold: 'x' }, 'knows the member alone'],
  ['reference data of an organisation', { on: { edge: 'apply', org: 1 }, hold: 'x' }, 'knows the member alone'],
  ['an engine that fails', { on: { edge: 'engine' }, fail: true }, 'always says something'],
  ['an engine of a member', { on: { edge: 'engine', member: 'm1' }, hold: 'x' }, 'the engine is of no member'],
  [
    "an engine's word that is lost",
    { on: { command: 'engine-verdict' }, refuse: 'INVALID_FIELD' },
    'state on.edge engine',
  ],
  [
    "a venue's word that is lost",
    { on: { command: 'probe-report' }, refuse: 'INVALID_FIELD' },
    "the platform's own word",
  ],
  ['an owner that interrupts', { on: {}, refuse: 'INTERRUPTED' }, 'state the edge inbox'],
  ['a delay of no duration', { on: {}, delay: 'soon' }, 'must be a duration'],
  ['a delay back in time', { on: {}, delay: '-2s' }, 'delay: time does not go back'],
  ['a delay of an age', { on: {}, delay: '99999d' }, 'delay: ten years'],
  ['a code that no member answers', { on: {}, refuse: 'NO_SUCH_CODE' }, 'no member answers NO_SUCH_CODE'],
  ['an answer that fails', { on: { edge: 'answer' }, fail: true }, 'drop it'],
  ['a code that is none', { on: {}, refuse: 'no' }, 'must be a refusal code'],
  ['an unknown property', { on: { where: 'there' }, fail: true }, 'where'],
];

describe('a rule', () => {
  test.each(GOOD)('%s is one', (_, rule) => {
    expect(faultRule.parse(rule)).toEqual(rule);
  });

  test.each(BAD)('%s is refused, and says why', (_, rule, why) => {
    const { success, error } = faultRule.safeParse(rule);
    expect(success).toBe(false);
    expect(error?.message).toContain(why);
  });

  test.each(BAD.slice(0, 12))('%s is refused where it is added, too', (_, rule, why) => {
    const clock = createClock({ mode: 'virtual' });
    const faults = createFaults({ clock, random: createSeed(1).stream('faults') });
    expect(() => faults.add(rule as FaultRule)).toThrow(RangeError);
    expect(() => faults.add(rule as FaultRule)).toThrow(why);
    expect(faults.list()).toEqual([]);
  });

  test('strikes at the verdict unless it says otherwise', () => {
    expect(GOOD.map(([, rule]) => edgeOf(rule))).toEqual([
      'verdict',
      'look-up',
      'inbox',
      'verdict',
      'apply',
      'answer',
      'inbox',
      'intake',
      'engine',
      'engine',
      'intake',
    ]);
  });
});

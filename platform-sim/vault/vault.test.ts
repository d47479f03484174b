import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, SequencedRecord, Verdict } from '../../gateway/facts.ts';
import type { Material } from '../../gateway/platform-port.ts';
import { leakOf, legsOfA, legsOfB } from '../../gateway/testing/sample-material.ts';
import { createClock } from '../clock.ts';
import { traitsOf } from './traits.ts';
import { createVault } from './vault.ts';

const PER_MINUTE = 3;
const DAY_MS = 86_400_000;
const STORED = { stored: true };
const REUSED = { stored: false, why: 'KEY_REUSED' };

function sample(intakePerMinute = PER_MINUTE) {
  const clock = createClock({ mode: 'virtual' });
  const vault = createVault({ clock, salt: Buffer.from('salt'), limits: { intakePerMinute, keyRetentionMs: DAY_MS } });
  return { clock, vault };
}

const A = legsOfA();
const material = (of: Partial<Material> = {}): Material => ({ orgId: 1, key: 'k1', exchangeId: 1, legs: A, ...of });
const reversed = Object.fromEntries(Object.entries(A).toReversed());

describe('under one key', () => {
  test.each<[string, Partial<Material>, object]>([
    ['the same material', {}, STORED],
    ['the same legs in another order', { legs: reversed }, STORED],
    ['another leg', { legs: { ...A, passphrase: 'another' } }, REUSED],
    ['two legs exchanged', { legs: { ...A, key: A['secret'] ?? '', secret: A['key'] ?? '' } }, REUSED],
    ['a leg less', { legs: { key: A['key'] ?? '', secret: A['secret'] ?? '' } }, REUSED],
    ['other legs', { legs: legsOfB() }, REUSED],
    ['the same legs for another venue', { exchangeId: 2 }, REUSED],
    ['other legs under another key', { legs: legsOfA(), key: 'k2' }, STORED],
    ["other legs under another organisation's key", { legs: legsOfA(), orgId: 2 }, STORED],
  ])('%s: %j', (_, of, expected) => {
    const { vault } = sample();
    expect(vault.store(material())).toEqual(STORED);
    expect(vault.store(material(of))).toEqual(expected);
    expect(vault.counts()).toMatchObject({ stored: 'key' in of || 'orgId' in of ? 2 : 1 });
    // Stored material stays stored.
    expect(vault.store(material())).toEqual(STORED);
  });

  test('other material is accepted exactly a day later', async () => {
    const { vault, clock } = sample();
    vault.store(material());
    await clock.advance(DAY_MS - 1);
    expect(vault.store(material({ legs: legsOfA() }))).toEqual(REUSED);
    await clock.advance(1);
    expect(vault.traits(1, 'k1')).toBeUndefined();
    expect(vault.store(material({ legs: legsOfA() }))).toEqual(STORED);
  });

  const REFUSED = { refused: { code: 'CAPABILITY_DENIED', message: '', observedValue: null, limitValue: null } };
  const record = (body: object, verdict: Verdict, key: string | null = 'k1', orgId = 1): SequencedRecord => {
    const command = { owner: 'register', principal: { orgId, userId: 1 }, key, operation: 'x', body } as Command;
    return { position: 1, atNs: '1', command, verdict };
  };
  const CREATE = { kind: 'create', family: 'credentials' };

  test.each<[string, SequencedRecord, boolean]>([
    ['its write was recorded', record(CREATE, { facts: [] }), false],
    ['its rotation was recorded', record({ kind: 'rotate', family: 'credentials' }, { facts: [] }), false],
    ['its write was refused', record(CREATE, REFUSED), true],
    ['the key went to a write of another collection', record({ kind: 'create', family: 'users' }, { facts: [] }), true],
    ['the key went to an order', record({ kind: 'submit' }, { facts: [] }), true],
    ['another key was refused', record(CREATE, REFUSED, 'k2'), false],
    ["another organisation's key was refused", record(CREATE, REFUSED, 'k1', 2), false],
    ['the platform itself was refused', record({ kind: 'state' }, REFUSED, null), false],
  ])('%s: other material is accepted: %s', (_, settled, goes) => {
    const { vault } = sample();
    vault.store(material());
    vault.settle(settled);
    vault.settle(settled);
    expect(vault.traits(1, 'k1') === undefined).toBe(goes);
    expect(vault.store(material({ legs: legsOfA() }))).toEqual(goes ? STORED : REUSED);
    expect(vault.counts()).toMatchObject({ stored: goes ? 2 : 1, dropped: goes ? 1 : 0 });
  });
});

describe('the rate', () => {
  const fill = (vault: ReturnType<typeof sample>['vault'], count: number) => {
    for (let n = 0; n < count; n += 1) expect(vault.store(material({ key: `f${n}` }))).toEqual(STORED);
  };

  test('is limited per minute: one more waits until the oldest is a minute old', async () => {
    const { vault, clock } = sample();
    fill(vault, 1);
    await clock.advance(20_500);
    for (const key of ['a', 'b']) vault.store(material({ key }));
    const limited = (retryAfterS: number) => ({ stored: false, why: 'RATE_LIMITED', retryAfterS });
    expect(vault.store(material())).toEqual(limited(40));
    await clock.advance(39_499);
    expect(vault.store(material())).toEqual(limited(1));
    await clock.advance(1);
    expect(vault.store(material())).toEqual(STORED);
    expect(vault.store(material({ key: 'k2' }))).toEqual(limited(21));
    expect(vault.counts().refused).toEqual({ keyReused: 0, rateLimited: 3 });
  });

  test('is separate for each organisation', () => {
    const { vault } = sample();
    fill(vault, PER_MINUTE);
    expect(vault.store(material())).toMatchObject({ stored: false });
    expect(vault.store(material({ orgId: 2 }))).toEqual(STORED);
  });

  test('counts neither material that was already stored nor refused material', () => {
    const { vault } = sample();
    vault.store(material());
    for (let n = 0; n < 10; n += 1) {
      expect(vault.store(material())).toEqual(STORED);
      expect(vault.store(material({ legs: legsOfB() }))).toEqual(REUSED);
    }
    fill(vault, PER_MINUTE - 1);
    for (let n = 0; n < 10; n += 1) vault.store(material({ key: 'k2' }));
    expect(vault.store(material())).toEqual(STORED);
  });

  test('holds in every minute, and a client that waits for Retry-After is served', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30_000), { minLength: 1, maxLength: 30 }), async (pauses) => {
        const { vault, clock } = sample();
        const storedAtNs: bigint[] = [];
        const store = () => vault.store(material({ key: `k${storedAtNs.length}` }));
        for (const pause of pauses) {
          await clock.advance(pause);
          let answer = store();
          if (!answer.stored && answer.why === 'RATE_LIMITED') {
            await clock.advance(answer.retryAfterS * 1_000);
            answer = store();
          }
          expect(answer).toEqual(STORED);
          storedAtNs.push(clock.nowNs());
        }
        const within = storedAtNs.map((at) =>
          storedAtNs.filter((other) => other <= at && at - other < 60_000_000_000n),
        );
        expect(Math.max(...within.map(({ length }) => length))).toBeLessThanOrEqual(PER_MINUTE);
      }),
      { numRuns: 30 },
    );
  });
});

describe('of the text of a key', () => {
  test('the vault keeps nothing', () => {
    const { vault } = sample();
    const legs = legsOfB();
    vault.store(material({ legs }));
    expect(leakOf(legs)(JSON.stringify([vault.counts(), vault.traits(1, 'k1')]))).toBeUndefined();
  });

  test.each([
    ['any-key', { answer: 'KNOWN', permissions: null }],
    ['a-refused-key', { answer: 'REFUSED', permissions: null }],
    ['an unreachable venue', { answer: 'UNREACHABLE', permissions: null }],
    ['perms:READ,TRADE', { answer: 'KNOWN', permissions: ['READ', 'TRADE'] }],
    ['x perms:WITHDRAW,READ y', { answer: 'KNOWN', permissions: ['READ', 'WITHDRAW'] }],
    ['perms:', { answer: 'KNOWN', permissions: [] }],
    ['perms:EVERYTHING', { answer: 'KNOWN', permissions: [] }],
    ['perms:READ,TRADEABC', { answer: 'KNOWN', permissions: ['READ', 'TRADE'] }],
    ['perms:READ-abc', { answer: 'KNOWN', permissions: ['READ'] }],
  ])('%j gives the probe %j', (key, traits) => {
    expect(traitsOf(key)).toEqual(traits);
    const { vault } = sample();
    vault.store(material({ legs: { ...A, key } }));
    expect(vault.traits(1, 'k1')).toEqual(traits);
  });
});

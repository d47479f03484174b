import { expect, test } from 'vitest';
import type { RegisterCommand } from '../../gateway/facts.ts';
import { idOf, PLATFORM, SampleRegister, START_NS } from '../testing/sample-register.ts';

/** Creations, each of another collection. */
const CREATIONS: readonly ((index: number) => RegisterCommand)[] = [
  (index) => ({ kind: 'create', family: 'orgs', terms: { externalId: `org ${index}`, displayName: 'O' } }),
  (index) => ({ kind: 'create', family: 'users', terms: { subject: `user ${index}`, capabilities: [] } }),
  (index) => ({ kind: 'register-caller', externalOrgId: 'one', subject: `caller ${index}` }),
  () => ({ kind: 'create', family: 'portfolios', terms: { displayName: 'P' } }),
  (index) => ({ kind: 'create', family: 'accounts', terms: { exchangeId: 1, displayName: `account ${index}` } }),
  () => ({ kind: 'discover-account', credentialId: 1 }),
];
const FAMILIES = ['orgs', 'users', 'users', 'portfolios', 'accounts', 'accounts'] as const;

/** The ids of creations at these times, of each collection in turn or of one. */
function idsAt(times: readonly bigint[], one?: number): readonly number[] {
  const sample = new SampleRegister();
  return times.map((atNs, index) => {
    const which = one ?? index % CREATIONS.length;
    const command = CREATIONS[which]?.(index) as RegisterCommand;
    const by = command.kind === 'create' ? 'admin' : PLATFORM;
    return idOf(FAMILIES[which] ?? 'users', sample.send(command, by, atNs));
  });
}

const QUARTER_SECOND_NS = 250_000_000n;
const many = (everyNs: bigint, count = 120) =>
  Array.from({ length: count }, (_, index) => START_NS + BigInt(index + 1) * everyNs);

test.each([
  ['a microsecond, all within one quarter second', 1_000n],
  ['a quarter second', QUARTER_SECOND_NS],
  ['just under a quarter second', QUARTER_SECOND_NS - 1n],
  ['ten seconds', 10_000_000_000n],
])('ids minted every %s are int32, grow and are never consecutive', (_, everyNs) => {
  for (const one of [undefined, 0, 1, 2, 3, 4, 5]) {
    const ids = idsAt(many(everyNs), one);
    const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...ids)).toBeLessThan(2 ** 31);
  }
});

test('ids of one quarter second are not evenly spaced, so they show no count', () => {
  const ids = idsAt(many(1_000n), 1);
  expect(new Set(ids.slice(1).map((id, index) => id - (ids[index] ?? 0))).size).toBeGreaterThan(2);
});

test('an id is minted from the time', () => {
  expect(idsAt([START_NS], 1)[0]).toBe(Number((START_NS - 1_577_836_800_000_000_000n) / QUARTER_SECOND_NS));
});

import { describe, expect, test } from 'vitest';
import type { RegisterTerms, Verdict } from '../../../gateway/facts.ts';
import { PLATFORM, rowOf, SampleRegister } from '../../testing/sample-register.ts';
import { within } from '../directory.ts';

/**
 * In the sample: main (1), DISCOVERED (3), RETIRED (4) and second (5); 2 belongs to another organisation, as its main.
 */
const MAIN = 1;
const DISCOVERED = 3;
const RETIRED = 4;
const SECOND = 5;

type Terms = Partial<RegisterTerms['accounts']>;

function create(sample: SampleRegister, terms: Terms = {}): Verdict {
  return sample.send({
    kind: 'create',
    family: 'accounts',
    terms: { exchangeId: 1, displayName: 'new', ...terms },
  });
}

function restate(sample: SampleRegister, id: number, terms: Terms = {}): Verdict {
  const all = { displayName: 'renamed', ...terms };
  return sample.send({ kind: 'restate', family: 'accounts', id, ifMatch: null, terms: all });
}

function named(sample: SampleRegister, displayName: string): number | undefined {
  return sample.state.directory.accountIds.get(within(1, displayName));
}

test('a created account is active, with the stated bindings', () => {
  const sample = new SampleRegister();
  expect(rowOf('accounts', create(sample, { portfolioId: 1, credentialId: 1 }))).toMatchObject({
    orgId: 1,
    exchangeId: 1,
    displayName: 'new',
    portfolioId: 1,
    credentialId: 1,
    status: 'ACTIVE',
    version: 1,
  });
  expect(rowOf('accounts', create(sample, { displayName: 'bare' }))).toMatchObject({
    portfolioId: null,
    credentialId: null,
  });
});

/** One defect each: without it both writes succeed. */
const DEFECTS: readonly [string, Terms, string][] = [
  ["another account's name", { displayName: 'second' }, 'INVALID_FIELD'],
  ["a retired account's name", { displayName: 'retired' }, 'INVALID_FIELD'],
  ["another organisation's portfolio", { portfolioId: 2 }, 'INVALID_FIELD'],
  ['a portfolio that nobody holds', { portfolioId: 77 }, 'INVALID_FIELD'],
  ["another organisation's credential", { credentialId: 2 }, 'WRONG_CREDENTIAL'],
  ['a credential that nobody holds', { credentialId: 77 }, 'WRONG_CREDENTIAL'],
  ['a credential of another venue', { credentialId: 3 }, 'WRONG_CREDENTIAL'],
];

describe.each(DEFECTS)('%s', (_, defect, code) => {
  test('is refused for a new account', () => {
    expect(create(new SampleRegister(), { portfolioId: 1, credentialId: 1, ...defect }).refused?.code).toBe(code);
    expect(create(new SampleRegister(), { portfolioId: 1, credentialId: 1 }).refused).toBeUndefined();
  });

  test('is refused for an existing one, and changes nothing', () => {
    const sample = new SampleRegister();
    const before = sample.state;
    expect(restate(sample, MAIN, defect).refused?.code).toBe(code);
    expect(sample.state).toBe(before);
  });
});

test.each([
  ['portfolioId', 2, 77],
  ['credentialId', 2, 77],
] as const)('a %s of another organisation is refused like a missing one', (member, foreign, absent) => {
  const [of, another] = [foreign, absent].map((id) => create(new SampleRegister(), { [member]: id }).refused?.message);
  expect(of?.replace(String(foreign), String(absent))).toBe(another);
});

test('a rename binds the new name and frees the old', () => {
  const sample = new SampleRegister();
  expect(named(sample, 'main')).toBe(MAIN);
  expect(rowOf('accounts', restate(sample, MAIN)).displayName).toBe('renamed');
  expect([named(sample, 'main'), named(sample, 'renamed')]).toEqual([undefined, MAIN]);
  expect(rowOf('accounts', restate(sample, SECOND, { displayName: 'main' })).version).toBe(2);
  expect([named(sample, 'main'), named(sample, 'second')]).toEqual([SECOND, undefined]);
  expect(restate(sample, MAIN, { displayName: 'main' }).refused?.code).toBe('INVALID_FIELD');
  expect(named(sample, 'main')).toBe(SECOND);
});

test('an account keeps its own name', () => {
  const sample = new SampleRegister();
  expect(rowOf('accounts', restate(sample, MAIN, { displayName: 'main' }))).toMatchObject({ displayName: 'main' });
  expect(named(sample, 'main')).toBe(MAIN);
});

test('a reference that is not stated stays, and null unbinds', () => {
  const sample = new SampleRegister();
  expect(rowOf('accounts', restate(sample, MAIN))).toMatchObject({ portfolioId: 1, credentialId: 1 });
  expect(rowOf('accounts', restate(sample, MAIN, { credentialId: null }))).toMatchObject({
    portfolioId: 1,
    credentialId: null,
  });
  expect(rowOf('accounts', restate(sample, MAIN, { portfolioId: null, credentialId: 1 }))).toMatchObject({
    portfolioId: null,
    credentialId: 1,
  });
});

describe('a DISCOVERED account', () => {
  test('is classified by its name: it is active, and its name is bound', () => {
    const sample = new SampleRegister();
    expect(sample.held('accounts', DISCOVERED)?.row.displayName).toBeNull();
    expect(rowOf('accounts', restate(sample, DISCOVERED))).toMatchObject({
      status: 'ACTIVE',
      displayName: 'renamed',
      credentialId: 1,
    });
    expect(named(sample, 'renamed')).toBe(DISCOVERED);
  });

  test('may be classified and retired at once', () => {
    expect(rowOf('accounts', restate(new SampleRegister(), DISCOVERED, { status: 'SUSPENDED' })).status).toBe(
      'SUSPENDED',
    );
  });

  test('is recorded under its credential, without name or portfolio', () => {
    const sample = new SampleRegister();
    const { accountId, ...row } = rowOf(
      'accounts',
      sample.send({ kind: 'discover-account', credentialId: 3 }, PLATFORM),
    );
    expect(accountId).toBeGreaterThan(1_000);
    expect(row).toEqual({
      orgId: 1,
      exchangeId: 2,
      credentialId: 3,
      displayName: null,
      portfolioId: null,
      status: 'DISCOVERED',
      version: 1,
    });
  });

  test('is not recorded for an unknown credential', () => {
    expect(new SampleRegister().send({ kind: 'discover-account', credentialId: 77 }, PLATFORM)).toEqual({ facts: [] });
  });
});

test.each([
  ['SUSPENDED', 'SUSPENDED'],
  ['RETIRED', 'RETIRED'],
  ['ACTIVE', 'ACTIVE'],
  [undefined, 'ACTIVE'],
] as const)('an active account restated with status %s is %s', (status, after) => {
  const terms = status === undefined ? {} : { status };
  expect(rowOf('accounts', restate(new SampleRegister(), MAIN, terms)).status).toBe(after);
});

test('a suspended account stays suspended until another status is stated', () => {
  const sample = new SampleRegister();
  restate(sample, MAIN, { status: 'SUSPENDED' });
  expect(rowOf('accounts', restate(sample, MAIN)).status).toBe('SUSPENDED');
  expect(rowOf('accounts', restate(sample, MAIN, { status: 'ACTIVE' })).status).toBe('ACTIVE');
});

test('a retired account is not changed', () => {
  const { refused } = restate(new SampleRegister(), RETIRED, { status: 'ACTIVE' });
  expect(refused?.code).toBe('TRANSITION_NOT_ADMITTED');
});

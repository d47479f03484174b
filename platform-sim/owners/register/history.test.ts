/** Properties of any history of the register: statements of properties.md, over random commands. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDeclaredOrder } from '../../../gateway/contract/capabilities.ts';
import { REGISTER_FAMILIES, registerKeyOf } from '../../../gateway/contract/register.ts';
import type { RegisterFact, RegisterFamily, Verdict } from '../../../gateway/facts.ts';
import { ARMS, history, type Lived, lived, type Step } from '../../testing/sample-history.ts';
import { type Directory, type Held, within } from '../directory.ts';

type AnyRow = RegisterFact['row'];

function factOf({ facts = [] }: Verdict): RegisterFact | undefined {
  expect(facts.length).toBeLessThanOrEqual(1);
  const [fact] = facts;
  return fact?.kind === 'RegisterRecorded' ? fact : undefined;
}

function everyHistory(holds: (steps: readonly Step[]) => void): void {
  fc.assert(fc.property(history, holds), { numRuns: 100 });
}

/** Every step of any history that recorded a fact. */
function everyFact(holds: (fact: RegisterFact, step: Lived) => void): void {
  everyHistory((steps) => {
    for (const step of lived(steps)) {
      const fact = factOf(step.verdict);
      if (fact !== undefined) holds(fact, step);
    }
  });
}

function heldIn(directory: Directory, { family, row }: RegisterFact): Held<AnyRow> | undefined {
  return directory.register[family].get(registerKeyOf(family, row)) as Held<AnyRow> | undefined;
}

test('a row begins at version 1 and every change adds one; a refusal changes nothing', () => {
  everyHistory((steps) => {
    for (const { before, verdict, after } of lived(steps)) {
      const fact = factOf(verdict);
      if (fact === undefined) expect(after).toBe(before);
      else expect(fact.row.version).toBe((heldIn(before, fact)?.row.version ?? 0) + 1);
    }
  });
});

test('an id is minted once for all collections: it grows, is never the next number, and no write changes it', () => {
  everyHistory((steps) => {
    let last = 0;
    for (const { command, before, verdict } of lived(steps)) {
      const fact = factOf(verdict);
      if (fact === undefined) continue;
      const id = registerKeyOf(fact.family, fact.row);
      if ('id' in command) {
        expect(id).toBe(command.id);
      } else {
        expect(heldIn(before, fact)).toBeUndefined();
        expect(id).toBeGreaterThanOrEqual(last + 2);
        expect(id).toBeLessThan(2 ** 31);
        last = id;
      }
    }
  });
});

test('a name is bound to one account of an organisation, a subject to one user, an external id to one organisation', () => {
  everyHistory((steps) => {
    for (const { after } of lived(steps)) {
      const rows = <Family extends RegisterFamily>(family: Family) =>
        [...after.register[family].values()].map(({ row }) => row);
      const named = rows('accounts').flatMap(({ orgId, displayName, accountId, status }) => {
        expect(status === 'DISCOVERED').toBe(displayName === null);
        return displayName === null ? [] : [[within(orgId, displayName), accountId] as const];
      });
      expect(Object.fromEntries(named)).toEqual(after.accountIds.toJSON());
      expect(named.length).toBe(after.accountIds.size);
      expect(rows('users').length).toBe(after.userIds.size);
      expect(rows('orgs').length).toBe(after.orgIds.size);
    }
  });
});

test('capabilities are in declared order, each once', () => {
  everyFact((fact) => {
    if (fact.family === 'users') expect(fact.row.capabilities).toEqual(inDeclaredOrder(fact.row.capabilities));
  });
});

test('an organisation records its own rows, and organisations that it sponsors', () => {
  everyFact((fact, { orgId }) => {
    if (orgId === 0) return;
    if (fact.family === 'orgs') expect([fact.row.orgId, fact.row.sponsorOrgId]).toContain(orgId);
    else expect(fact.row.orgId).toBe(orgId);
  });
});

test('no user approves their own proposal, or withdraws another user’s (T40)', () => {
  everyFact((fact, { command, userId, before }) => {
    const proposed = heldIn(before, fact)?.row;
    if (proposed === undefined || !('proposedByUserId' in proposed)) return;
    if (command.kind === 'approve') expect(userId).not.toBe(proposed.proposedByUserId);
    if (command.kind === 'withdraw') expect(userId).toBe(proposed.proposedByUserId);
  });
});

const STANDING = ['status', 'pendingTransition', 'proposedByUserId', 'approvedByUserId', 'version'] as const;
const POLICIES = ['asset-policies', 'chain-policies', 'trading-policies'] as const;
const REVIEWED: ReadonlySet<RegisterFamily> = new Set(['credentials', ...POLICIES]);

/** The approved members of a row, without its state. */
function approvedTerms(held: Held<AnyRow> | undefined): object | null {
  if (held?.approved == null) return null;
  const terms: Record<string, unknown> = { ...held.approved };
  for (const member of STANDING) delete terms[member];
  return terms;
}

test('only an approval changes the approved terms, transitions change their status, and a proposal changes neither', () => {
  everyFact((fact, { command, before, after }) => {
    if (!REVIEWED.has(fact.family)) return;
    const [was, is] = [heldIn(before, fact), heldIn(after, fact)];
    if (command.kind !== 'approve') expect(approvedTerms(is)).toEqual(approvedTerms(was));
    if (['create', 'restate', 'rotate'].includes(command.kind))
      expect(is?.approved ?? null).toEqual(was?.approved ?? null);
    else if (command.kind === 'approve') expect(is?.approved).toEqual(fact.row);
  });
});

test('such histories cover what they test: every write of every collection succeeds at least once', () => {
  const reached = new Set<string>();
  for (const steps of fc.sample(history, { seed: 1, numRuns: 800 })) {
    for (const { command, verdict } of lived(steps)) {
      if (factOf(verdict) !== undefined)
        reached.add('family' in command ? `${command.family} ${command.kind}` : command.kind);
    }
  }
  const written = REGISTER_FAMILIES.flatMap((family) =>
    ['create', 'restate', ...(ARMS[family] ?? [])].map((kind) => `${family} ${kind}`),
  );
  expect([...reached].sort()).toEqual(['discover-account', 'register-caller', ...written].sort());
});

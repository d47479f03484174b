/** The standard rules of sessions: tokens are verified, callers are admitted by the records. */
import { inDeclaredOrder, type Scope } from '../contract/capabilities.ts';
import type { UserRow } from '../facts.ts';
import { callerOf, requireAdmitted } from '../stages/admit.ts';
import { tokenOf } from '../stages/authenticate.ts';
import type { SessionRules } from './session-rules.ts';

const NS_PER_S = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;

/** One list for all sessions of a user. */
const scopes: WeakMap<UserRow, readonly Scope[]> = new WeakMap();

function scopesOf(user: UserRow): readonly Scope[] {
  const known = scopes.get(user) ?? inDeclaredOrder(user.capabilities);
  scopes.set(user, known);
  return known;
}

/** The rules that every conforming session follows. */
export const SESSION_RULES: SessionRules = {
  verify: async (services, bearer) => tokenOf(services, bearer),
  async admit(services, token) {
    const caller = await callerOf(services, token);
    requireAdmitted(caller);
    return caller;
  },
  stillAdmitted({ state }, { externalOrgId, subject }) {
    const organisation = state.register.organisationNamed(externalOrgId);
    const user = organisation && state.register.userNamed(organisation.orgId, subject);
    return organisation?.status === 'ACTIVE' && user?.status === 'ACTIVE' ? { organisation, user } : null;
  },
  isSameGrantee: (held, fresh) => held.externalOrgId === fresh.externalOrgId && held.subject === fresh.subject,
  isKept: () => true,
  // One token is one object (`stages/authenticate.ts`); a ticket is a separate credential.
  isSameCredential: (held, fresh) => held === fresh,
  leaseEndNs: ({ expiresAtS }) => (expiresAtS === null ? null : BigInt(expiresAtS) * NS_PER_S),
  expiringAtNs: (leaseEndNs, leadMs) => leaseEndNs - BigInt(leadMs) * NS_PER_MS,
  grantOf: ({ user }, leaseEndNs) => ({
    capabilities: scopesOf(user),
    expiresAtNs: String(leaseEndNs ?? 0n),
  }),
  mayTrade: ({ capabilities }) => capabilities.includes('orders:trade'),
};

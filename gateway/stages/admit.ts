import type { Caller, Token } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import type { UserRow } from '../facts.ts';
import type { Services } from '../services.ts';
import { stage } from '../stage.ts';
import { within } from '../within.ts';

/**
 * The organisation and user of the token in this member's current state, never by the token's own claims (AUTH-10,
 * AUTH-11). A user that the platform does not know yet is registered by this request (AUTH-04, decision A6).
 */
export const admit = stage({
  name: 'admit',
  refuses: ['NOT_PRIMED', 'ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL', 'NOT_SERVING'],
  needs: ['services', 'token'],
  gives: ['caller'],
  async run({ services, token }) {
    return { caller: await callerOf(services, token) };
  },
});

/** @throws Refusal NOT_PRIMED, ORG_NOT_ACTIVE, FORBIDDEN_PRINCIPAL or NOT_SERVING */
export async function callerOf(services: Services, token: Token): Promise<Caller> {
  const { state } = services;
  if (state.position === 0)
    throw new Refusal('NOT_PRIMED', 'this member is catching up with the platform: retry shortly');
  const organisation = state.register.organisationNamed(token.externalOrgId);
  if (organisation?.status !== 'ACTIVE') {
    throw new Refusal('ORG_NOT_ACTIVE', "the token's organisation is not active on this platform");
  }
  const known = state.register.userNamed(organisation.orgId, token.subject);
  const user = known ?? (await register(services, token, organisation));
  if (user.status === 'DISABLED') throw new Refusal('FORBIDDEN_PRINCIPAL', 'the user is disabled');
  return { user, organisation };
}

/** A caller who awaits admission may read only GET /me (AUTH-03). */
export const requireAdmission = stage({
  name: 'require-admission',
  refuses: ['AWAITING_ADMISSION'],
  needs: ['caller'],
  gives: [],
  run({ caller }) {
    requireAdmitted(caller);
  },
});

/** @throws Refusal AWAITING_ADMISSION */
export function requireAdmitted(caller: Caller): void {
  if (caller.user.status !== 'AWAITING_ADMISSION') return;
  throw new Refusal(
    'AWAITING_ADMISSION',
    'an administrator of the organisation has to admit the user by granting capabilities; until then only GET /me is served',
  );
}

async function register(services: Services, token: Token, { orgId }: Caller['organisation']): Promise<UserRow> {
  const { port, state, clock, limits } = services;
  const submitted = port.submit({
    owner: 'register',
    principal: { orgId, userId: 0 },
    key: null,
    operation: 'registerCaller',
    body: { kind: 'register-caller', externalOrgId: token.externalOrgId, subject: token.subject },
  });
  const applied = async (): Promise<void> => {
    const submission = await submitted;
    if (submission.taken) await state.reached(submission.position);
  };
  await within(clock, limits.syncDeadlineMs, 'caller registered', applied());
  const user = state.register.userNamed(orgId, token.subject);
  if (user === undefined) throw new Refusal('NOT_SERVING', 'the caller is being registered: retry shortly');
  return user;
}

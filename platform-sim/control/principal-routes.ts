import type { z } from 'zod';
import type { World } from '../hosting/world.ts';
import { rowOf, within } from '../owners/directory.ts';
import type { RegisterState } from '../owners/register.ts';
import type { WorldPrincipal } from '../seed-data/world.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { type principal, principals } from './principal-shapes.ts';
import { noQuery } from './shapes.ts';

function principalView({ directory }: RegisterState, { name, clientId, externalOrgId, subject }: WorldPrincipal) {
  const org = directory.orgIds.get(externalOrgId);
  const organisation = org === undefined ? undefined : rowOf(directory, 'orgs', org);
  const userId = org === undefined ? undefined : directory.userIds.get(within(org, subject));
  const user = userId === undefined ? undefined : rowOf(directory, 'users', userId);
  return {
    name,
    clientId,
    org: org ?? 0,
    orgName: organisation?.displayName ?? null,
    orgStatus: organisation?.status ?? null,
    user: user?.userId ?? null,
    userStatus: user?.status ?? null,
    capabilities: [...(user?.capabilities ?? [])],
  };
}

/** The control plane's view of the principals. */
export function principalViews({ platform }: World): readonly z.infer<typeof principal>[] {
  const state = platform.stateOf('register') as RegisterState;
  return platform.world.principals.map((one) => principalView(state, one));
}

/** Lists the principals. */
export const PRINCIPAL_ROUTES = [
  controlRoute({
    operationId: 'readPrincipals',
    method: 'GET',
    path: '/principals',
    tag: 'Identity',
    summary: 'The principals that the issuer knows, with their capabilities in the current records',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: principals },
    run: (world) => json({ items: principalViews(world) }),
  }),
] as const;

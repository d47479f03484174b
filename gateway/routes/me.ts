import { inDeclaredOrder, knownScopes } from '../contract/capabilities.ts';
import { readAnswer } from '../http/answers.ts';
import type { ReadHandler } from './handler.ts';

/** The caller as the platform's records hold them; served while they await admission too (AUTH-04, AUTH-12). */
export const getMe: ReadHandler = ({ services, caller: { user, organisation } }) =>
  readAnswer(
    services,
    JSON.stringify({
      user: { userId: user.userId, orgId: user.orgId, displayName: user.displayName, status: user.status },
      organisation: { orgId: organisation.orgId, displayName: organisation.displayName, status: organisation.status },
      capabilities: knownScopes(services.gates, inDeclaredOrder(user.capabilities)),
    }),
  );

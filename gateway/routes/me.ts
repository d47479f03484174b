import { inDeclaredOrder, knownScopes } from '../contract/capabilities.ts';
import { readAnswer } from '../http/answers.ts';
import type { ReadHandler } from './handler.ts';

/** The caller by the platform's records; also served while the caller awaits admission (AUTH-04, AUTH-12). */
export const getMe: ReadHandler = ({ services, caller: { user, organisation } }) =>
  readAnswer(
    services,
    JSON.stringify({
      user: { userId: user.userId, orgId: user.orgId, displayName: user.displayName, status: user.status },
      organisation: { orgId: organisation.orgId, displayName: organisation.displayName, status: organisation.status },
      capabilities: knownScopes(services.gates, inDeclaredOrder(user.capabilities)),
    }),
  );

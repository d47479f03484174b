import { inDeclaredOrder, knownScopes } from '../contract/capabilities.ts';
import type { OrganisationRow, UserRow } from '../facts.ts';
import { readAnswer } from '../http/answers.ts';
import type { ReadHandler } from './handler.ts';
import { rowJson } from './row-json.ts';

const userJson = rowJson<UserRow>(({ userId, orgId, displayName, status }) => ({ userId, orgId, displayName, status }));
const organisationJson = rowJson<OrganisationRow>(({ orgId, displayName, status }) => ({ orgId, displayName, status }));
const capabilitiesJson = rowJson<UserRow>(({ capabilities }, { gates }) =>
  knownScopes(gates, inDeclaredOrder(capabilities)),
);

/** The caller by the platform's records; also served while the caller awaits admission (AUTH-04, AUTH-12). */
export const getMe: ReadHandler = ({ services, caller: { user, organisation } }) => {
  const stated = `"user":${userJson(user, services)},"organisation":${organisationJson(organisation, services)}`;
  return readAnswer(services, `{${stated},"capabilities":${capabilitiesJson(user, services)}}`);
};

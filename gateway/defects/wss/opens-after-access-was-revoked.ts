import type { Defect } from '../defect.ts';

export const opensAfterAccessWasRevoked: Defect = {
  name: 'opens-after-access-was-revoked',
  breaks: ['WSS-14'],
  story: 'looks at the caller at the handshake alone: who is disabled before the first frame gets sessionOpened',
  session: (good) => ({
    ...good,
    stillAdmitted({ state }, { externalOrgId, subject }) {
      const organisation = state.register.organisationNamed(externalOrgId);
      const user = organisation && state.register.userNamed(organisation.orgId, subject);
      return organisation && user ? { organisation, user } : null;
    },
  }),
};

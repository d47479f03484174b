import type { Defect } from '../defect.ts';

export const tellsOfExpiryOnceASession: Defect = {
  name: 'tells-of-expiry-once-a-session',
  breaks: ['WSS-08'],
  story: 'sends sessionExpiring once, and not again for the credential that a session was renewed with',
  session: (good) => ({ ...good, isSameCredential: () => true }),
};

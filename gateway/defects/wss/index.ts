import type { Defect } from '../defect.ts';
import { grantFollowsTheRecords } from './grant-follows-the-records.ts';
import { OTHER_GRANTS } from './grants.ts';
import { OTHER_GREETINGS } from './greetings.ts';
import { LAX_HANDSHAKES } from './handshakes.ts';
import { LAX_BEARERS } from './lax-bearers.ts';
import { OTHER_LEASES } from './leases.ts';
import { OLDER_SESSIONS } from './older-sessions.ts';
import { opensAfterAccessWasRevoked } from './opens-after-access-was-revoked.ts';
import { OTHER_PRINCIPALS } from './principals.ts';
import { OTHER_RENEWALS } from './renewals.ts';
import { renewsForAnybody } from './renews-for-anybody.ts';
import { OTHER_REQ_IDS } from './req-ids.ts';
import { sessionsOutliveTheirLease } from './sessions-outlive-their-lease.ts';
import { SPOILT_EVENTS } from './spoilt-events.ts';
import { SPOILT_REFUSALS } from './spoilt-refusals.ts';
import { SPOILT_SESSIONS } from './spoilt-sessions.ts';
import { tellsOfExpiryOnceASession } from './tells-of-expiry-once-a-session.ts';
import { OTHER_TOKENS } from './tokens-of-auth.ts';

export const WSS_DEFECTS: readonly Defect[] = [
  ...LAX_HANDSHAKES,
  ...LAX_BEARERS,
  ...OTHER_GREETINGS,
  ...OTHER_GRANTS,
  ...OTHER_LEASES,
  ...OTHER_RENEWALS,
  ...OTHER_PRINCIPALS,
  ...OTHER_TOKENS,
  ...OTHER_REQ_IDS,
  sessionsOutliveTheirLease,
  tellsOfExpiryOnceASession,
  renewsForAnybody,
  opensAfterAccessWasRevoked,
  grantFollowsTheRecords,
  ...SPOILT_REFUSALS,
  ...SPOILT_EVENTS,
  ...SPOILT_SESSIONS,
  ...OLDER_SESSIONS,
];

import type { Defect } from '../defect.ts';
import { grantFollowsTheRecords } from './grant-follows-the-records.ts';
import { OLDER_SESSIONS } from './older-sessions.ts';
import { opensAfterAccessWasRevoked } from './opens-after-access-was-revoked.ts';
import { renewsForAnybody } from './renews-for-anybody.ts';
import { sessionsOutliveTheirLease } from './sessions-outlive-their-lease.ts';
import { SPOILT_EVENTS } from './spoilt-events.ts';
import { SPOILT_REFUSALS } from './spoilt-refusals.ts';
import { SPOILT_SESSIONS } from './spoilt-sessions.ts';
import { tellsOfExpiryOnceASession } from './tells-of-expiry-once-a-session.ts';

export const WSS_DEFECTS: readonly Defect[] = [
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

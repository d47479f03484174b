import type { Defect } from '../defect.ts';
import { grantFollowsTheRecords } from './grant-follows-the-records.ts';
import { opensAfterAccessWasRevoked } from './opens-after-access-was-revoked.ts';
import { renewsForAnybody } from './renews-for-anybody.ts';
import { sessionsOutliveTheirLease } from './sessions-outlive-their-lease.ts';
import { tellsOfExpiryOnceASession } from './tells-of-expiry-once-a-session.ts';

export const WSS_DEFECTS: readonly Defect[] = [
  sessionsOutliveTheirLease,
  tellsOfExpiryOnceASession,
  renewsForAnybody,
  opensAfterAccessWasRevoked,
  grantFollowsTheRecords,
];

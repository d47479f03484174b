import type { Defect } from '../defect.ts';

const HOUR_NS = 3_600_000_000_000n;

export const sessionsOutliveTheirLease: Defect = {
  name: 'sessions-outlive-their-lease',
  breaks: ['WSS-07'],
  story: 'says when a session lapses, and closes it an hour later',
  session: (good) => ({
    ...good,
    leaseEndNs(token) {
      const endNs = good.leaseEndNs(token);
      return endNs === null ? null : endNs + HOUR_NS;
    },
    expiringAtNs: (endNs, leadMs) => good.expiringAtNs(endNs - HOUR_NS, leadMs),
    grantOf: (caller, endNs) => good.grantOf(caller, endNs === null ? null : endNs - HOUR_NS),
  }),
};

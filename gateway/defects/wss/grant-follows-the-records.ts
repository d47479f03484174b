import type { Services } from '../../services.ts';
import type { Grant } from '../../sockets/session-rules.ts';
import type { Caller } from '../../stage.ts';
import type { Defect } from '../defect.ts';

export const grantFollowsTheRecords: Defect = {
  name: 'grant-follows-the-records',
  breaks: ['WSS-15'],
  story: 'asks what the user holds by now, not what the session was granted, before it takes an order',
  session: (good) => {
    const holders = new WeakMap<Grant, Caller>();
    let member: Services | undefined;
    return {
      ...good,
      stillAdmitted(services, token) {
        member = services;
        return good.stillAdmitted(services, token);
      },
      grantOf(caller, leaseEndNs) {
        const grant = good.grantOf(caller, leaseEndNs);
        holders.set(grant, caller);
        return grant;
      },
      mayTrade(grant) {
        const holder = holders.get(grant)?.user;
        const now = holder && member?.state.register.userNamed(holder.orgId, holder.subject);
        return now?.capabilities.includes('orders:trade') ?? good.mayTrade(grant);
      },
    };
  },
};

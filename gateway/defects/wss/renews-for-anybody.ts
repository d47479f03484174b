import type { Defect } from '../defect.ts';

export const renewsForAnybody: Defect = {
  name: 'renews-for-anybody',
  breaks: ['WSS-09'],
  story: "takes another principal's token for op auth, and hands that one the session",
  session: (good) => ({ ...good, isSameGrantee: () => true }),
};

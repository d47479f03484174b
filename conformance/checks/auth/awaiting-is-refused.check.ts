import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { requestEveryRouteButMe } from '../../scenes/every-route.ts';
import { meOnceRegistered } from './awaiting-admission.ts';

export const awaitingIsRefused = check({
  id: 'auth/awaiting-is-refused',
  proves: ['AUTH-03'],
  title: 'until the user is admitted every route but GET /me answers 403 AWAITING_ADMISSION',
  needs: ['awaiting'],

  async drive({ awaiting, target, freshKey, elapse }) {
    await meOnceRegistered(awaiting, elapse);
    await requestEveryRouteButMe(awaiting, { target, freshKey }, { label: 'refused' });
  },

  judge: (history) =>
    eachOf(history.labelled('refused'), (e) => expects(e, { status: 403, code: 'AWAITING_ADMISSION' })),
});

import { check } from '../../runner/check.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { refusedButForMe } from './refused-but-for-me.ts';

export const disabledUser = check({
  id: 'auth/disabled-user',
  proves: ['AUTH-06'],
  title: 'a disabled user answers 403 FORBIDDEN_PRINCIPAL',
  needs: ['disabled'],
  drive: ({ disabled, target, freshKey }) => requestEveryRoute(disabled, { target, freshKey }),
  judge: (history) => refusedButForMe(history, 'FORBIDDEN_PRINCIPAL'),
});

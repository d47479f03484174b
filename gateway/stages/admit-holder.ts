import { stage } from '../stage.ts';
import { callerOf, requireAdmitted } from './admit.ts';

/** Admits whoever a handshake's credential names, as any request's caller; one that names nobody has nobody to admit. */
export const admitHolder = stage({
  name: 'admit-holder',
  refuses: ['NOT_PRIMED', 'ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL', 'AWAITING_ADMISSION', 'NOT_SERVING'],
  needs: ['services', 'identity'],
  gives: ['holder'],
  async run({ services, identity: { token } }, proceed) {
    if (token === null) return proceed({ holder: null });
    const holder = await callerOf(services, token);
    requireAdmitted(holder);
    return proceed({ holder });
  },
});

import { stage } from '../stage.ts';
import { callerOf, requireAdmitted } from './admit.ts';

/** Admits the caller of a handshake like that of any request; a handshake without a credential has no caller. */
export const admitHolder = stage({
  name: 'admit-holder',
  refuses: ['NOT_PRIMED', 'ORG_NOT_ACTIVE', 'FORBIDDEN_PRINCIPAL', 'AWAITING_ADMISSION', 'NOT_SERVING'],
  needs: ['services', 'identity'],
  gives: ['holder'],
  async run({ services, identity: { token } }) {
    if (token === null) return { holder: null };
    const holder = await callerOf(services, token);
    requireAdmitted(holder);
    return { holder };
  },
});

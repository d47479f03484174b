import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

const LACKING = {
  algos: ['ALGOS_UNAVAILABLE', 'this member is deployed without the algos surface'],
  balances: ['BALANCES_UNAVAILABLE', 'this member is deployed without the balances surface'],
  tickets: [
    'TICKETS_UNAVAILABLE',
    'this member has no ticket key: ask another, or send the bearer token on the handshake itself',
  ],
} as const;

/**
 * Refuses, after admission, every request to a surface that this member is deployed without (ERR-19, ERR-20, TKT-07).
 */
export const requireSurface = stage({
  name: 'require-surface',
  refuses: ['ALGOS_UNAVAILABLE', 'BALANCES_UNAVAILABLE', 'TICKETS_UNAVAILABLE'],
  needs: ['services', 'route'],
  gives: [],
  run({ services, route: { surface } }) {
    if (surface !== undefined && !services.surfaces[surface]) {
      const [code, message] = LACKING[surface];
      throw new Refusal(code, message);
    }
  },
});

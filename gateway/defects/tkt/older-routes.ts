/** Members of a contract before 0.14.0 that have something where the ticket route was to come. */
import { Refusal } from '../../contract/refusals.ts';
import type { Known } from '../../stage.ts';
import { bearerOf, unauthenticated } from '../../stages/authenticate.ts';
import type { Defect } from '../defect.ts';

const OLDER = { rest: '0.13.0' } as const;
const ROUTE = '/v1/ws-tickets';

/** What is answered on the path of the route that such a member does not have. */
function answering(given: (known: Known) => Promise<object>): NonNullable<Defect['stages']> {
  return {
    'refuse-unknown': (good) => ({
      ...good,
      async run(known, proceed) {
        if (known.path !== ROUTE) return good.run(known, proceed);
        const body = JSON.stringify(await given(known));
        return { status: 200, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body };
      },
    }),
  };
}

export const OLDER_ROUTES: readonly Defect[] = [
  {
    name: 'mints-tickets-too-early',
    breaks: ['TKT-13', 'VER-02', 'VER-04'],
    contract: OLDER,
    story: 'a member of contract 0.13.0 mints tickets already',
    stages: answering(async ({ services, request }) => {
      const token = await bearerOf(services, request);
      if (token === undefined) throw unauthenticated('send the header Authorization: Bearer <access token>');
      const { ticket, expiresAtNs } = services.tickets.mint({ ...token, expiresAtS: Number(token.expiresAtS) });
      return { ticket, stream: 'trading', expiresAtNs: String(expiresAtNs) };
    }),
  },
  {
    name: 'knows-the-ticket-route-too-early',
    breaks: ['TKT-13', 'VER-02'],
    contract: OLDER,
    story: 'a member of contract 0.13.0 has the ticket route, and no method of it',
    stages: answering(async () => {
      throw new Refusal('METHOD_NOT_ALLOWED', 'no method is taken here', { headers: { Allow: 'OPTIONS' } });
    }),
  },
];

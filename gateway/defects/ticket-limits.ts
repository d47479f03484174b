/** Defects of the ticket limit: how many a minute, for which user, and its refusal. */
import { bearerOf, holderOf, isMint } from '../variations/handshakes.ts';
import { claimsOf, type HttpRequest, type HttpResponse, type Layer, refusal, withHeader } from '../variations/layer.ts';
import { both, changeWhere, coded, droppingHeader, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { dateS, MINT, minted } from './handshake-changes.ts';

const limited = (request: HttpRequest): HttpResponse => withHeader(refusal(request, 429, 'RATE_LIMITED', true), 'Retry-After', '30');

/** Counts this many tickets a user in a minute, and refuses more. */
function counting(most: number, counts: (response: HttpResponse) => boolean, who: (request: HttpRequest) => string): Layer {
  const taken = new Map<string, number[]>();
  return async (request, next) => {
    const response = await next(request);
    if (!isMint(request)) return response;
    const name = who(request);
    const recent = (taken.get(name) ?? []).filter((atS) => atS > dateS(response) - 60);
    taken.set(name, counts(response) ? [...recent, dateS(response)] : recent);
    return response.status === 200 && recent.length >= most ? limited(request) : response;
  };
}

export const TICKET_LIMITS_DEFECTS = defects([
  [
    'TKT-06',
    'tickets without end',
    () => {
      let n = 0;
      return changeWhere(both(MINT, coded('RATE_LIMITED')), () => minted(`without-end-${++n}`))();
    },
  ],
  ['TKT-06', 'no Retry-After with the limit of tickets', droppingHeader('Retry-After', both(MINT, statusOf(429)))],
  ['TKT-06', 'the limit of tickets answers 503', withStatus(503, both(MINT, statusOf(429)))],
  [
    'TKT-06',
    'a body that is refused costs a ticket',
    () =>
      counting(
        60,
        ({ status }) => status === 200 || status === 400,
        (request) => holderOf(bearerOf(request) ?? ''),
      ),
  ],
  [
    'TKT-06',
    'the users of an organisation have sixty tickets together',
    () =>
      counting(
        60,
        ({ status }) => status === 200,
        (request) => String(claimsOf(request)['org_id']),
      ),
  ],
]);

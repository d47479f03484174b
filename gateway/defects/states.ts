/** Defects on responses, across several responses: the state that a read is of. */
import { type HttpResponse, headerOf, type Layer, withHeader } from '../variations/layer.ts';
import { AS_OF, both, inJson, of, POSITION, statusOf } from './changes.ts';
import { defects } from './defect.ts';

const ME = of(/^GET \/me$/);

/** The response with the state headers of another response. */
const stateOf = (response: HttpResponse, other: HttpResponse): HttpResponse =>
  withHeader(withHeader(response, POSITION, headerOf(other, POSITION) ?? ''), AS_OF, headerOf(other, AS_OF) ?? '');

export const STATES_DEFECTS = defects([
  [
    'POS-07 | VER-04',
    'GET /me names the position of its first answer',
    (): Layer => {
      let first: HttpResponse | undefined;
      return async (request, next) => {
        const response = await next(request);
        if (!ME(response, request) || response.status !== 200) return response;
        first ??= response;
        return stateOf(response, first);
      };
    },
  ],
  [
    'POS-07',
    'an operation names the position before the newest',
    (): Layer => {
      let [former, newest]: readonly (HttpResponse | undefined)[] = [];
      return async (request, next) => {
        const response = await next(request);
        if (headerOf(response, AS_OF) === undefined) return response;
        if (headerOf(response, POSITION) !== (newest && headerOf(newest, POSITION))) [former, newest] = [newest, response];
        return former !== undefined && of(/^GET \/operations\//)(response, request) ? stateOf(response, former) : response;
      };
    },
  ],
  [
    'POS-08',
    'an order names another credential than its page',
    inJson((json) => ({ ...json, credentialId: Number(json['credentialId']) + 1 }), both(of(/^GET \/orders\/[0-9]+$/), statusOf(200))),
  ],
  [
    'POS-10',
    'GET /me names the time of its request',
    (): Layer => {
      let requests = 0n;
      return async (request, next) => {
        const response = await next(request);
        const time = headerOf(response, AS_OF);
        if (!ME(response, request) || time === undefined) return response;
        requests += 1n;
        return withHeader(response, AS_OF, `${BigInt(time) + requests}`);
      };
    },
  ],
]);

/** Defects on responses, across several responses: the state that a read is of. */
import { type HttpResponse, headerOf, jsonOf, type Layer, withHeader, withJson } from '../variations/layer.ts';
import { AS_OF, both, changeWhere, has, inJson, of, PAGE, POSITION, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { ofReceived } from './platform-changes.ts';
import { isPaged } from './read-changes.ts';

const ME = of(/^GET \/me$/);

/** The response with the state headers of another response. */
const stateOf = (response: HttpResponse, other: HttpResponse): HttpResponse =>
  withHeader(withHeader(response, POSITION, headerOf(other, POSITION) ?? ''), AS_OF, headerOf(other, AS_OF) ?? '');

/** The response with this position in the header and on the page. */
const atPosition = (response: HttpResponse, globalSequence: string): HttpResponse => {
  const json = jsonOf(response);
  const moved = withHeader(response, POSITION, globalSequence);
  return json !== undefined && 'globalSequence' in json ? withJson(moved, { ...json, globalSequence }) : moved;
};

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
    'POS-08',
    'a member that was restarted names the position before its last',
    ofReceived(() => {
      let [head, genesis] = [0, Number.POSITIVE_INFINITY];
      return {
        started(at) {
          head = at;
          genesis = Math.min(genesis, at);
        },
        layer: changeWhere(
          (response, request) => request.method === 'GET' && head > genesis && headerOf(response, POSITION) === `${head}` && has(AS_OF)(response, request),
          (response) => atPosition(response, `${head - 1}`),
        ),
      };
    }),
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
  [
    'POS-10 | VER-04 VER-07',
    'a page with a limit names a time a nanosecond later',
    changeWhere(both(PAGE, isPaged), (response) => {
      const asOfSeqTsNs = `${BigInt(headerOf(response, AS_OF) ?? 0) + 1n}`;
      return withJson(withHeader(response, AS_OF, asOfSeqTsNs), { ...jsonOf(response), asOfSeqTsNs });
    }),
  ],
]);

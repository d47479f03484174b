/** Defects on requests and responses: capabilities, and the two persons of an approval. */
import { claimsOf, everyObject, headerOf, jsonOf, keyOf, type Layer, refusal, routeOf, withBody, withHeader } from '../variations/layer.ts';
import { both, coded, codeOf, droppingHeader, inJson, of, POSITION, recoded, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { lending, to, USER, written } from './register-changes.ts';

const granted = (change: (scopes: readonly string[]) => readonly string[]) =>
  written(USER, (body) => (Array.isArray(body['capabilities']) ? { ...body, capabilities: change(body['capabilities'] as string[]) } : body));

const inUsers = (change: (capabilities: readonly string[]) => readonly string[], where: RegExp) =>
  inJson(
    (json) =>
      everyObject(json, (object) => (Array.isArray(object['capabilities']) ? { ...object, capabilities: change(object['capabilities'] as string[]) } : object)),
    of(where),
  );

/** Adds a grant to the grants before it. */
function adding(when: (scopes: readonly string[]) => boolean = () => true): Layer {
  const before = new Map<string, readonly string[]>();
  return (request, next) => {
    const body = to(USER)(request) ? jsonOf(request) : undefined;
    if (body === undefined || !Array.isArray(body['capabilities'])) return next(request);
    const stated = body['capabilities'] as string[];
    const capabilities = when(stated) ? [...new Set([...(before.get(request.path) ?? []), ...stated])] : stated;
    before.set(request.path, capabilities);
    return next(withBody(request, { ...body, capabilities }));
  };
}

/** Lets a user who was allowed to trade once trade for ever, under another user's token. */
function oneGrantForEver(): Layer {
  const good = new Set<unknown>();
  let trader: string | undefined;
  let again = 0;
  return async (request, next) => {
    const response = await next(request);
    if (routeOf(request) !== 'POST /orders') return response;
    const { sub } = claimsOf(request);
    if (response.status < 300) {
      good.add(sub);
      if (sub !== 'viewer') trader = headerOf(request, 'authorization');
    }
    if (response.status !== 403 || !good.has(sub) || trader === undefined) return response;
    again += 1;
    const key = `${keyOf(request)}-${again}`;
    const order = { ...jsonOf(request), clientOrderId: key };
    return next(withBody(withHeader(withHeader(request, 'Authorization', trader), 'Idempotency-Key', key), order));
  };
}

const ME = both(of(/^GET \/me$/), statusOf(200));

export const GRANTS_DEFECTS = defects([
  ['CAP-01', 'algos:manage is the first', inUsers((scopes) => scopes.toReversed(), /^(GET|PUT) \/users\/[0-9]+$/)],
  [
    'CAP-03',
    'a scope beside a preset is granted',
    granted((scopes) => (scopes.length > 1 ? scopes.map((scope) => (scope === 'TRADER' ? 'orders:trade' : scope)) : scopes)),
  ],
  ['CAP-04', 'a grant adds', () => adding()],
  ['AUTH-10', 'a cleared capability counts', oneGrantForEver],
  ['AUTH-15', 'a proposer approves', withStatus(200, coded('SELF_APPROVAL'))],
  ['AUTH-15', 'another withdraws', lending('admin', /\/withdraw$/, 'NOT_PROPOSER')],
  ['AUTH-15', 'another withdraws in vain under another code', recoded('FORBIDDEN', coded('NOT_PROPOSER'))],
  ['AUTH-15', 'the refusal is not said to be a replay', droppingHeader('Idempotent-Replay', coded('SELF_APPROVAL'))],
  [
    'AUTH-10',
    'a token that was denied once is denied after the grant',
    (): Layer => {
      const denied = new Map<string | undefined, string>();
      return async (request, next) => {
        const bearer = headerOf(request, 'authorization');
        const position = routeOf(request) === 'POST /orders' ? denied.get(bearer) : undefined;
        if (position !== undefined) return withHeader(refusal(request, 403, 'CAPABILITY_DENIED'), POSITION, position);
        const response = await next(request);
        if (codeOf(response) === 'CAPABILITY_DENIED') denied.set(bearer, headerOf(response, POSITION) ?? '');
        return response;
      };
    },
  ],
  [
    'AUTH-11',
    'GET /me serves the capabilities that the token claims',
    inJson((json, request) => ({ ...json, capabilities: claimsOf(request)['capabilities'] ?? json['capabilities'] }), ME),
  ],
  ['AUTH-15', 'the proposer of an asset policy approves it', lending('deputy', /^POST \/asset-policies\/[0-9]+\/approve$/, 'SELF_APPROVAL')],
  ['CAP-04', 'a grant that is not empty adds', () => adding((scopes) => scopes.length > 0)],
  [
    'CAP-02 | CAP-03 REG-03',
    'a user with the preset TRADER has more once it is read',
    inUsers((scopes) => (String(scopes) === 'orders:trade' ? [...scopes, 'credentials:propose'] : scopes), /^GET \/users/),
  ],
]);

/** Broken on both ways: capabilities, and the two persons of an approval. */
import {
  claimsOf,
  everyObject,
  headerOf,
  isObject,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withBody,
  withHeader,
} from '../variations/layer.ts';
import { coded, droppingHeader, inJson, of, recoded, withStatus } from './changes.ts';
import { defect } from './defect.ts';
import { lending, to, USER, unwritten, written } from './register-changes.ts';

const granted = (change: (scopes: readonly string[]) => readonly string[]) =>
  written(USER, (body) =>
    Array.isArray(body['capabilities']) ? { ...body, capabilities: change(body['capabilities'] as string[]) } : body,
  );

const inUsers = (change: (capabilities: readonly string[]) => readonly string[], where: RegExp) =>
  inJson(
    (json) =>
      everyObject(json, (object) =>
        Array.isArray(object['capabilities'])
          ? { ...object, capabilities: change(object['capabilities'] as string[]) }
          : object,
      ),
    of(where),
  );

/** A grant adds to the ones before. */
function adding(): Layer {
  const before = new Map<string, readonly string[]>();
  return (request, next) => {
    const body = to(USER)(request) ? jsonOf(request) : undefined;
    if (body === undefined || !Array.isArray(body['capabilities'])) return next(request);
    const capabilities = [...new Set([...(before.get(request.path) ?? []), ...(body['capabilities'] as string[])])];
    before.set(request.path, capabilities);
    return next(withBody(request, { ...body, capabilities }));
  };
}

/** Who was let trade once is let trade for good, in another's name. */
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

export const GRANTS_DEFECTS = [
  defect(
    'CAP-01',
    'a scope is not served by GET /me',
    inUsers((scopes) => scopes.filter((scope) => scope !== 'orgs:approve'), /^GET \/me$/),
  ),
  defect(
    'CAP-01',
    'a scope is not granted',
    granted((scopes) => scopes.filter((scope) => scope !== 'credentials:propose')),
  ),
  defect(
    'CAP-01',
    'algos:manage is the first',
    inUsers((scopes) => scopes.toReversed(), /^(GET|PUT) \/users\/[0-9]+$/),
  ),
  defect(
    'CAP-02',
    'TRADER does more',
    granted((scopes) => (String(scopes) === 'TRADER' ? ['orders:trade', 'users:manage'] : scopes)),
  ),
  defect(
    'CAP-02',
    'TRADER does nothing',
    granted((scopes) => (String(scopes) === 'TRADER' ? [] : scopes)),
  ),
  defect(
    'CAP-02',
    'a preset runs algos',
    granted((scopes) => (String(scopes) === 'APPROVER' ? ['algos:manage'] : scopes)),
  ),
  defect(
    'CAP-03',
    'a scope beside a preset is granted',
    granted((scopes) =>
      scopes.length > 1 ? scopes.map((scope) => (scope === 'TRADER' ? 'orders:trade' : scope)) : scopes,
    ),
  ),
  defect(
    'CAP-03',
    'a scope beside a preset is passed over',
    granted((scopes) => (scopes.length > 1 && scopes.includes('TRADER') ? ['TRADER'] : scopes)),
  ),
  defect('CAP-04', 'a grant adds', () => adding()),
  defect('CAP-04', 'a grant changes nothing', unwritten(USER)),
  defect('AUTH-10', 'a cleared capability counts', oneGrantForEver),
  defect('AUTH-10', 'a grant does not count', unwritten(USER)),
  defect('AUTH-15', 'a proposer approves', withStatus(200, coded('SELF_APPROVAL'))),
  defect('AUTH-15', 'a proposer is refused with 409', withStatus(409, coded('SELF_APPROVAL'))),
  defect('AUTH-15', 'another withdraws', lending('admin', /\/withdraw$/, 'NOT_PROPOSER')),
  defect('AUTH-15', 'another withdraws in vain under another code', recoded('FORBIDDEN', coded('NOT_PROPOSER'))),
  defect(
    'AUTH-15',
    'the refusal is not said to be a replay',
    droppingHeader('Idempotent-Replay', coded('SELF_APPROVAL')),
  ),
  defect('AUTH-16 ERR-09', 'a foreign account address is forbidden', (): Layer => {
    const served = new Map<string, unknown>();
    return async (request, next) => {
      const response = await next(request);
      const { org_id: org } = claimsOf(request);
      const listed = to(/^GET \/account-addresses$/)(request) ? jsonOf(response)?.['items'] : undefined;
      for (const row of Array.isArray(listed) ? listed.filter(isObject) : [])
        served.set(`/account-addresses/${String(row['accountAddressId'])}`, org);
      const owner = served.get(request.path.split('?', 1)[0] ?? '');
      return response.status === 404 && owner !== undefined && owner !== org ? { ...response, status: 403 } : response;
    };
  }),
] as const;

/** Broken on both ways: capabilities, and the two persons of an approval. */
import type { Layer } from '../proxy/telling.ts';
import { asking, claimsOf, having, headerOf, isObject, jsonOf, keyOf, routeOf } from '../proxy/telling.ts';
import { breakage, coded, dropping, everyObject, inJson, of, recoded, stated } from './breakage.ts';
import { lending, to, USER, unwritten, written } from './on-the-register.ts';

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
  return (one, next) => {
    const body = to(USER)(one) ? jsonOf(one) : undefined;
    if (body === undefined || !Array.isArray(body['capabilities'])) return next(one);
    const capabilities = [...new Set([...(before.get(one.path) ?? []), ...(body['capabilities'] as string[])])];
    before.set(one.path, capabilities);
    return next(asking(one, { ...body, capabilities }));
  };
}

/** Who was let trade once is let trade for good, in another's name. */
function oneGrantForEver(): Layer {
  const good = new Set<unknown>();
  let trader: string | undefined;
  let again = 0;
  return async (one, next) => {
    const told = await next(one);
    if (routeOf(one) !== 'POST /orders') return told;
    const { sub } = claimsOf(one);
    if (told.status < 300) {
      good.add(sub);
      if (sub !== 'viewer') trader = headerOf(one, 'authorization');
    }
    if (told.status !== 403 || !good.has(sub) || trader === undefined) return told;
    again += 1;
    const key = `${keyOf(one)}-${again}`;
    const order = { ...jsonOf(one), clientOrderId: key };
    return next(asking(having(having(one, 'Authorization', trader), 'Idempotency-Key', key), order));
  };
}

export const OF_GRANTS = [
  breakage(
    'CAP-01',
    'a scope is not served by GET /me',
    inUsers((scopes) => scopes.filter((scope) => scope !== 'orgs:approve'), /^GET \/me$/),
  ),
  breakage(
    'CAP-01',
    'a scope is not granted',
    granted((scopes) => scopes.filter((scope) => scope !== 'credentials:propose')),
  ),
  breakage(
    'CAP-01',
    'algos:manage is the first',
    inUsers((scopes) => scopes.toReversed(), /^(GET|PUT) \/users\/[0-9]+$/),
  ),
  breakage(
    'CAP-02',
    'TRADER does more',
    granted((scopes) => (String(scopes) === 'TRADER' ? ['orders:trade', 'users:manage'] : scopes)),
  ),
  breakage(
    'CAP-02',
    'TRADER does nothing',
    granted((scopes) => (String(scopes) === 'TRADER' ? [] : scopes)),
  ),
  breakage(
    'CAP-02',
    'a preset runs algos',
    granted((scopes) => (String(scopes) === 'APPROVER' ? ['algos:manage'] : scopes)),
  ),
  breakage(
    'CAP-03',
    'a scope beside a preset is granted',
    granted((scopes) =>
      scopes.length > 1 ? scopes.map((scope) => (scope === 'TRADER' ? 'orders:trade' : scope)) : scopes,
    ),
  ),
  breakage(
    'CAP-03',
    'a scope beside a preset is passed over',
    granted((scopes) => (scopes.length > 1 && scopes.includes('TRADER') ? ['TRADER'] : scopes)),
  ),
  breakage('CAP-04', 'a grant adds', () => adding()),
  breakage('CAP-04', 'a grant changes nothing', unwritten(USER)),
  breakage('AUTH-10', 'a cleared capability counts', oneGrantForEver),
  breakage('AUTH-10', 'a grant does not count', unwritten(USER)),
  breakage('AUTH-15', 'a proposer approves', stated(200, coded('SELF_APPROVAL'))),
  breakage('AUTH-15', 'a proposer is refused with 409', stated(409, coded('SELF_APPROVAL'))),
  breakage('AUTH-15', 'another withdraws', lending('admin', /\/withdraw$/, 'NOT_PROPOSER')),
  breakage('AUTH-15', 'another withdraws in vain under another code', recoded('FORBIDDEN', coded('NOT_PROPOSER'))),
  breakage('AUTH-15', 'the refusal is not said to be a replay', dropping('Idempotent-Replay', coded('SELF_APPROVAL'))),
  breakage('AUTH-16 ERR-09', 'a foreign account address is forbidden', (): Layer => {
    const served = new Map<string, unknown>();
    return async (one, next) => {
      const told = await next(one);
      const { org_id: org } = claimsOf(one);
      const listed = to(/^GET \/account-addresses$/)(one) ? jsonOf(told)?.['items'] : undefined;
      for (const row of Array.isArray(listed) ? listed.filter(isObject) : [])
        served.set(`/account-addresses/${String(row['accountAddressId'])}`, org);
      const owner = served.get(one.path.split('?', 1)[0] ?? '');
      return told.status === 404 && owner !== undefined && owner !== org ? { ...told, status: 403 } : told;
    };
  }),
] as const;

import type { Exchange } from '../../client/exchange.ts';
import { headers, isOf, isOk } from '../../client/exchange.ts';
import { harmless, REST_ROUTES, type RestRoute } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { judgedBy, OF_A_REFUSAL, OF_EVERY_ANSWER, OF_THE_DOOR } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { lacksItsSurface } from '../../rules/lacking.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { absentPath } from '../../scenes/sample-write.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const PUBLISHED = ['/openapi.json', '/docs'].map(
  (path) => ({ method: 'GET', path, kind: 'row', since: '0.1.0' }) as const,
);

/** Each path that the interface names, and the methods that it takes there. */
const TAKEN: ReadonlyMap<string, readonly RestRoute[]> = Map.groupBy(
  [...REST_ROUTES, ...PUBLISHED],
  ({ path }) => path,
);

/** HEAD may be served (decision A12), and OPTIONS where a proxy answers it: neither is held for or against a member. */
const EITHER = new Set(['HEAD', 'OPTIONS']);

/** Of organisations the interface says that they are written, and does not show where: what is taken there is a member's own. */
const MAY_BE_TAKEN = /^\/orgs(\/|$)/;
const OWN_WRITES: Readonly<Record<string, string>> = { '/orgs': 'POST', '/orgs/{id}': 'PUT' };

function allows(history: History, e: Exchange, path: string): Judgement {
  const listed = headers(e, 'allow')
    .join()
    .split(',')
    .map((method) => method.trim().toUpperCase());
  const { strict } = history.target;
  const own = OWN_WRITES[path];
  const owed = [...(TAKEN.get(path) ?? []).map(({ method }) => method), ...(own !== undefined && strict ? [own] : [])];
  const isFree = (method: string) => EITHER.has(method) || (!strict && MAY_BE_TAKEN.test(path) && method !== 'GET');
  const counted = listed.filter((method) => method !== '' && !isFree(method)).sort();
  return counted.join() === [...owed].sort().join() ? pass : violated(`Allow: ${owed.join(', ')}`, e);
}

function judged(history: History, e: Exchange): readonly Blamed[] {
  if (lacksItsSurface(e)) return [];
  const path = [...TAKEN.keys()].find((template) => isOf(e, `${e.request.method} ${template}`)) ?? '';
  const refused = allOf(expects(e, { status: 405, code: 'METHOD_NOT_ALLOWED' }), allows(history, e, path));
  return [['ERR-05', refused], ...(isOk(e) ? [] : judgedBy(e, OF_EVERY_ANSWER, OF_A_REFUSAL, OF_THE_DOOR))];
}

export const methodNotAllowed = check({
  id: 'err/method-not-allowed',
  proves: ['ERR-05', 'RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'POS-04'],
  title: 'a known path answers a method it does not take 405 METHOD_NOT_ALLOWED, Allow listing exactly those it takes',
  needs: ['trader'],

  // With a token always: without one it may be 401 as well (decision A1).
  async drive({ trader, target, freshKey }) {
    for (const [path, routes] of TAKEN) {
      const served = harmless(routes, target).filter(({ since }) => isAtLeast(target.rest, since));
      const [route] = served;
      if (route === undefined) continue;
      const others = METHODS.filter((method) => !served.some((taken) => taken.method === method));
      // One that other paths take, and one that none does.
      const methods = MAY_BE_TAKEN.test(path) ? ['PATCH', 'DELETE'] : [others[0] ?? 'PATCH', 'DELETE'];
      for (const method of methods)
        await trader.request({ method, path: absentPath(route).replace('{key}', freshKey()) });
    }
  },

  judge: (history) =>
    allBlamed(
      history,
      history.answered.flatMap((e) => judged(history, e)),
    ),
});

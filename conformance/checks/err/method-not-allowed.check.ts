import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { headers, isOf } from '../../target/exchange.ts';

/** The methods that each path takes, and one that it does not. */
const PATHS = [
  ['/orders', ['GET', 'POST'], 'PUT'],
  ['/orders/{id}', ['GET'], 'POST'],
  ['/orders/{id}/cancel', ['POST'], 'GET'],
  ['/executions', ['GET'], 'POST'],
  ['/executions/{id}', ['GET'], 'DELETE'],
  ['/operations/{key}', ['GET'], 'PATCH'],
  ['/me', ['GET'], 'PUT'],
  ['/openapi.json', ['GET'], 'POST'],
  ['/docs', ['GET'], 'DELETE'],
] as const;

/** HEAD may be served (decision A12), and OPTIONS where a proxy answers it: neither is held for or against a member. */
const EITHER = new Set(['HEAD', 'OPTIONS']);

function allows(e: Exchange, methods: readonly string[]): Judgement {
  const listed = headers(e, 'allow')
    .join()
    .split(',')
    .map((method) => method.trim().toUpperCase());
  const counted = listed.filter((method) => method !== '' && !EITHER.has(method)).sort();
  return counted.join() === [...methods].sort().join() ? pass : violated(`Allow: ${methods.join(', ')}`, e);
}

function refusesTheMethod(e: Exchange): Judgement {
  const row = PATHS.find(([path, , method]) => isOf(e, `${method} ${path}`));
  return allOf(expects(e, { status: 405, code: 'METHOD_NOT_ALLOWED' }), allows(e, row?.[1] ?? []));
}

export const methodNotAllowed = check({
  id: 'err/method-not-allowed',
  proves: ['ERR-05'],
  title: 'a known path answers a method it does not take 405 METHOD_NOT_ALLOWED, Allow listing exactly those it takes',
  needs: ['trader'],

  // With a token always: without one it may be 401 as well (decision A1).
  async drive({ trader, freshKey }) {
    for (const [path, , method] of PATHS) {
      await trader.request({ method, path: path.replace('{id}', '1').replace('{key}', freshKey()) });
    }
  },

  judge: (history) => eachOf(history.answered, refusesTheMethod),
});

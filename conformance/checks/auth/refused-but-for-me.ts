import { isOf, status } from '../../client/exchange.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass } from '../../runner/judgement.ts';

/** Every route answers 403 with this code; GET /me may be served by a deployed member (decision A5). */
export function refusedButForMe(history: History, code: 'FORBIDDEN_PRINCIPAL' | 'ORG_NOT_ACTIVE'): Judgement {
  return eachOf(history.answered, (e) => {
    const served = isOf(e, 'GET /me') && status(e) === 200 && !history.target.strict;
    return served ? pass : expects(e, { status: 403, code });
  });
}

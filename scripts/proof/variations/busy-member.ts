/** A busy member that promises every write, and whose register differs. */
import type { Check } from '../../../conformance/runner/check.ts';
import { jsonOf, refusal, withBody } from '../../../gateway/variations/layer.ts';
import { GROUPS, variationsNamed } from '../../../gateway/variations/named.ts';
import { oneOff } from '../judged-against.ts';
import { combination } from './combination.ts';

/** Refuses every 61st request as a member that is not primed. */
const busy = oneOff('busy', () => {
  let n = 0;
  return async (request, next) => {
    n += 1;
    return n % 61 === 0 ? refusal(request, 503, 'NOT_PRIMED', true) : next(request);
  };
});

/** The register accepts other bodies. The interface does not define them, unlike those of orders, algos and credentials. */
const shaped = oneOff('shaped', () => (request, next) => {
  const isAssumed = /^\/(orgs|users|accounts|account-addresses|portfolios|[a-z]+-policies)/.test(request.path);
  const body = isAssumed && request.method !== 'GET' ? jsonOf(request) : undefined;
  return next(body === undefined || Object.keys(body).length === 0 ? request : withBody(request, { data: body }));
});

const promising = variationsNamed(['every-write-202', 'pending-without-outcome']);
export const BUSY = [...new Set([busy, shaped, ...promising, ...combination(GROUPS['decisions'] ?? [], 1)])];

/** variations.test.ts and socket-variations.test.ts cover reads, older members and sockets. */
export const isWriting = ({ id, needs }: Check): boolean =>
  needs.includes('writes') && !/^(history|ver|wss|mkt|tkt)\//.test(id);

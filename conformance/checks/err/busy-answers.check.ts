/** The busy answers of the whole run, whatever request met them: the suite waits them out, and judges their form here. */

import type { RequirementId } from '../../contract/requirements.ts';
import { routeOf } from '../../contract/route-requirements.ts';
import { type Exchange, errorCode, isFactual, pathOf, retryable } from '../../member/exchange/exchange.ts';
import { metLabel } from '../../member/exchange/met-answers.ts';
import {
  hasItsPublishedStatus,
  isRetryableByTheRules,
  keepsTheRules,
  statesWhenToRetry,
} from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachPart,
  evenIfBusy,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';

/** The requirement that states of each code when it is answered, where one does. */
const OF_CODES: Readonly<Record<string, RequirementId>> = {
  INBOX_FULL: 'ERR-16',
  IN_FLIGHT_FULL: 'ERR-16',
  NOT_SERVING: 'ERR-14',
  OWNER_ABSENT: 'ERR-21',
  NOT_PRIMED: 'AUTH-08',
  INTAKE_UNAVAILABLE: 'ERR-13',
  BALANCES_UNAVAILABLE: 'ERR-12',
  ALGOS_UNAVAILABLE: 'ERR-12',
  TICKETS_UNAVAILABLE: 'ERR-12',
  RATE_CEILING: 'POL-04',
};

function requirementOf(e: Exchange): RequirementId {
  const code = errorCode(e) ?? '';
  if (code === 'RATE_LIMITED') return pathOf(e) === '/v1/ws-tickets' ? 'TKT-06' : 'CRED-11';
  return OF_CODES[code] ?? routeOf(e.request.method, e.request.path)?.requirement ?? 'ERR-11';
}

/** The interface lets only a read replica refuse for good; whether the target is one is for the profile to say. */
function isRetryableNoReplica({ target }: History, e: Exchange): Judgement {
  if (errorCode(e) !== 'NOT_SERVING' || isFactual(e) || target.replica !== false) return unseen;
  return blaming(retryable(e) === true ? pass : violated('retryable true: the member is no read replica', e), 'ERR-14');
}

/** A violation of a rule for all refusals also breaks the requirement of the code. */
function ofItsCode(e: Exchange, judged: Judgement): Judgement {
  return judged.verdict === 'violated' ? blaming(judged, requirementOf(e)) : unseen;
}

function judgedForm(history: History, e: Exchange): Judgement {
  const judged = allOf(
    blaming(statesWhenToRetry(e), 'ERR-10'),
    keepsTheRules(e),
    ofItsCode(e, isRetryableByTheRules(e)),
    ofItsCode(e, hasItsPublishedStatus(e)),
    isRetryableNoReplica(history, e),
  );
  return eachPart(judged, (part) => (part.verdict === 'violated' ? evenIfBusy(part) : part));
}

export const busyAnswersKeepTheRules = check({
  id: 'err/busy-answers-keep-the-rules',
  proves: ['ERR-10', 'ERR-11', 'ERR-14', 'ERR-16'],
  title:
    'every 429 and 503 that the run met, whatever it asked for, carries Retry-After, the right retryable and its own code',
  needs: [],
  since: '0.12.0',
  closes: true,
  busy: 'judged',

  async drive({ recall }) {
    recall('busy');
  },

  judge(history) {
    const met = history.labelled(metLabel('busy'));
    if (met.length === 0) return notExercised('the member was never busy: no request was answered 429 or 503');
    return allOf(met.map((e) => judgedForm(history, e)));
  },
});

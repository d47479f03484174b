import type { Exchange } from '../../../member/exchange/exchange.ts';
import { errorCode, isOk } from '../../../member/exchange/exchange.ts';
import type { History } from '../../../runner/history.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import { callerOf } from '../../attempt.ts';
import { wasRestarted } from '../../session-story.ts';
import type { Statement } from '../../statement.ts';
import { clockReadings, momentOf } from '../../target-clock.ts';

const MOST = 60;
const WINDOW_NS = 60_000_000_000n;

interface Asked {
  readonly exchange: Exchange;
  readonly atNs: bigint;
}

/** The clock did not move between the request and the answer. */
function askedAt(history: History, exchange: Exchange): Asked[] {
  const moment = momentOf(history, exchange.n);
  return moment === undefined || moment.notBeforeNs !== moment.notAfterNs
    ? []
    : [{ exchange, atNs: moment.notBeforeNs }];
}

function judgeUser(asked: readonly Asked[], history: History): Judgement {
  const restNs = clockReadings(history)[0]?.nowNs ?? 0n;
  const minted: Asked[] = [];
  for (const one of asked) {
    const within = minted.filter(
      ({ exchange, atNs }) => atNs > one.atNs - WINDOW_NS && !wasRestarted(history, exchange.n, one.exchange.n),
    );
    if (isOk(one.exchange)) {
      if (within.length >= MOST)
        return violated(`429 RATE_LIMITED: ${within.length} were minted within a minute`, one.exchange);
      minted.push(one);
    } else if (errorCode(one.exchange) === 'RATE_LIMITED' && within.length < MOST && one.atNs - restNs >= WINDOW_NS) {
      // Tickets minted before the history began count for a minute.
      const early = violated(`a ticket: only ${within.length} were minted within a minute`, one.exchange);
      return { ...early, thoughBusy: true };
    }
  }
  return pass;
}

/** A deployed member chooses its own window (decision A87): only the simulator is judged. */
export const sixtyTicketsAMinute: Statement = {
  id: 'T46',
  says: 'in the simulator a user is minted sixty tickets in any minute, and no fewer before one is refused',
  shows: ['TKT-06'],
  judge(chronicle) {
    const { history, target } = chronicle;
    if (!target.strict || !target.singleMember) return pass;
    const asked = answersOf(chronicle).mints.flatMap((e) => askedAt(history, e));
    const users = Map.groupBy(asked, ({ exchange }) => callerOf(exchange));
    return allOf([...users.values()].map((of) => judgeUser(of, history)));
  },
};

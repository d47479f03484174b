import type { Exchange } from '../../client/exchange.ts';
import { at, header, isOk, keyOf, status } from '../../client/exchange.ts';
import { recordState } from '../../client/operation-record.ts';
import { sameBody } from '../../client/same-answer.ts';
import { together } from '../../client/together.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';

/** Sent at once, so that a platform that is slow under load answers one of them 202. */
const ORDERS = 5;

const NO_202 = 'no write was answered 202: the platform judged each in time';

/** What went over the wire for a write that was answered 202: the 202, the polls, the same request again. */
interface Followed {
  readonly accepted: Exchange;
  readonly polls: readonly Exchange[];
  readonly again: Exchange | undefined;
}

function followedOf(write: Exchange): Followed | undefined {
  const wire = write.settling ?? [write];
  const accepted = wire.find((e) => status(e) === 202 && e.request.method === 'POST');
  if (accepted === undefined) return undefined;
  const polls = wire.filter(({ request }) => request.method === 'GET');
  return { accepted, polls, again: wire.findLast((e) => e !== accepted && e.request.method === 'POST') };
}

function namesItsOperation({ accepted }: Followed): Judgement {
  const location = header(accepted, 'location') ?? '';
  return location.endsWith(`/operations/${keyOf(accepted)}`)
    ? pass
    : violated('202 with Location: /operations/{key}', accepted);
}

/** Pending until it is final, then the same for good; never unknown. */
function reachesOneOutcome({ accepted, polls }: Followed, after: readonly Exchange[]): Judgement {
  const looks = [...polls, ...after];
  const unknown = looks.find((e) => status(e) === 404);
  if (unknown !== undefined) return violated('an operation that is known from its 202 on', accepted, unknown);
  const served = looks.filter(isOk);
  const first = served.findIndex((e) => recordState(e) === 'final');
  const final = served[first];
  if (final === undefined) return unseen;
  const left = served
    .slice(first + 1)
    .find((e) => recordState(e) === 'pending' || !sameBody(at(e, 'outcome'), at(final, 'outcome')));
  if (left !== undefined) return violated('the final outcome, for good', final, left);
  return served.length > first + 1 ? pass : unseen;
}

/** The client sends a key again once its operation is final; a 202 that is replayed is all that some keys say (decision A23). */
function replaysItsOutcome({ accepted, again }: Followed, write: Exchange): Judgement {
  if (again === undefined || again.response === null || status(again) === 202) return unseen;
  const isAnAnswer = isOk(again) || (status(again) ?? 500) < 500;
  return isAnAnswer && status(write) === status(again)
    ? pass
    : violated('the settled answer to the retried key', accepted, again);
}

export const acceptedWritesReachTheirOutcome = check({
  id: 'idem/accepted-writes-reach-their-outcome',
  proves: ['IDEM-11', 'IDEM-12', 'IDEM-13'],
  title: 'a write answered 202 names its operation, which reaches one outcome for good, and the key replays it',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: ORDERS,

  async drive({ trader, order, freshKey }) {
    const departure = together(ORDERS);
    const sent = await Promise.all(
      Array.from({ length: ORDERS }, () => trader.submit(order(), { key: freshKey(), label: 'sent', departure })),
    );
    for (const write of sent.filter((e) => followedOf(e) !== undefined)) {
      for (let looks = 0; looks < 2; looks += 1)
        await trader.get(`/operations/${keyOf(write)}`, { label: `after ${keyOf(write)}` });
    }
  },

  judge(history) {
    const judged = history.labelled('sent').flatMap((write) => {
      const followed = followedOf(write);
      if (followed === undefined) return [];
      return [
        blaming(namesItsOperation(followed), 'IDEM-11'),
        blaming(reachesOneOutcome(followed, history.labelled(`after ${keyOf(write)}`)), 'IDEM-12'),
        blaming(replaysItsOutcome(followed, write), 'IDEM-13'),
      ];
    });
    return judged.length === 0 ? notExercised(NO_202) : allOf(...judged);
  },
});

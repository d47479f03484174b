/** Rules of a 202: the operation is followed, and its outcome is what counts. */
import type { Call, Start } from '../history.ts';
import { brokenBy, isEndedByUs, isWrite, nameOf, operationStatus, pollsOf, receivedText } from '../reading.ts';
import type { ClientRule, Moment } from '../rule.ts';

const accepted = ({ calls }: Start): readonly Call[] =>
  calls.filter((call) => isWrite(call) && call.received?.status === 202);

/** Whether the client learned the outcome of a key: by its operation, or by sending the key again. */
function isFollowed(start: Start, { key, n }: Call): boolean {
  const polls = pollsOf(start, key ?? '');
  if (polls.some((poll) => (operationStatus(poll) ?? 'PENDING') !== 'PENDING')) return true;
  return start.calls.some((call) => call.n > n && call.key === key && isWrite(call) && call.received?.status !== 202);
}

/** More polls a second than this help no one. */
const MOST_POLLS_A_SECOND = 20;
const LEAST_POLLS = 5;
/** A pause from here on need not grow. */
const SLOW_MS = 1_000;

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

export const ACCEPTED_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-07',
    area: '202',
    severity: 'must',
    from: 'IDEM-11',
    says: 'After a 202 the client follows Location, or sends the key again, until the outcome is final.',
    after: ['CLI-02'],
    by: ['slow-owner'],
    judge(start) {
      const all = accepted(start);
      const broken = all.filter((call) => !isFollowed(start, call) && !isEndedByUs(start));
      const texts = broken.map((call): Moment => {
        const polls = pollsOf(start, call.key ?? '').length;
        const did = polls === 0 ? 'never read its operation' : `stopped after ${polls} reads of its operation`;
        return { text: `${receivedText(call)}; the client ${did}, while the outcome was open`, at: [call.n] };
      });
      return { cases: all.length, broken: texts };
    },
  },
  {
    id: 'CLI-08',
    area: '202',
    severity: 'should',
    from: 'polling with a pause that grows',
    says: 'Reads of an open operation have a pause between them that grows.',
    by: ['very-slow-owner'],
    judge(start) {
      const walks = accepted(start)
        .map(({ key }) => pollsOf(start, key ?? ''))
        .filter(({ length }) => length >= LEAST_POLLS);
      const broken = walks.flatMap((polls) => {
        const pauses = polls.slice(1).map((poll, i) => poll.atMs - (polls[i] as Call).endMs);
        // With full jitter, or on a busy machine, a single pause says little.
        const half = Math.ceil(pauses.length / 2);
        const [first, last] = [meanOf(pauses.slice(0, half)), meanOf(pauses.slice(-half))];
        const spanMs = (polls.at(-1) as Call).atMs - (polls[0] as Call).atMs;
        const isStorm = polls.length / Math.max(spanMs, 250) > MOST_POLLS_A_SECOND / 1_000;
        if (!isStorm && (last >= first * 1.2 || first >= SLOW_MS)) return [];
        const text = `the client read ${(polls[0] as Call).path} ${polls.length} times in ${Math.round(spanMs)} ms, with pauses of ${Math.round(first)} ms at first and ${Math.round(last)} ms later`;
        return [{ text, at: polls.slice(0, LEAST_POLLS).map(({ n }) => n) }];
      });
      return { cases: walks.length, broken };
    },
  },
  {
    id: 'CLI-09',
    area: '202',
    severity: 'must',
    from: 'IDEM-12',
    says: 'The outcome of the operation counts, not the 202: an order that is refused later is not taken for placed.',
    by: ['refused-after-202'],
    judge(start) {
      const ended = accepted(start).flatMap((call) => {
        const last = pollsOf(start, call.key ?? '').at(-1);
        const said = start.calls.find(
          ({ n, key, received }) => n > call.n && key === call.key && received?.status !== 202,
        );
        const final =
          last !== undefined && operationStatus(last) === 'REFUSED'
            ? last
            : (said?.received?.status ?? 0) >= 400
              ? said
              : undefined;
        return final === undefined ? [] : [[call, final] as const];
      });
      const claims = start.intents.filter(({ done }) => done === 'placed').length;
      const placed = start.orders.length;
      const isWrong = ended.length > 0 && claims > placed;
      return brokenBy(
        start.intents.some(({ done }) => done !== undefined) ? ended.length : 0,
        isWrong ? ended.slice(0, claims - placed) : [],
        (final) => `learned from ${nameOf(final)} that it was refused, and still declared it placed`,
      );
    },
  },
];

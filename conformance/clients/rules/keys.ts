/** Rules of Idempotency-Keys: one intent, one key, until its outcome is known. */
import type { Answer, Call, Start } from '../history.ts';
import {
  brokenBy,
  isBodyKnown,
  isOneProcess,
  isOutcome,
  isWrite,
  knownAtMs,
  laterText,
  mayRepeat,
  nameOf,
  receivedText,
  type Write,
  wantOf,
  writesOf,
} from '../reading.ts';
import type { ClientRule, Finding, Moment } from '../rule.ts';
import { wantedTimes } from '../wanted.ts';

/** Writes that want the same, under different keys. */
function rivalsOf(start: Start): ReadonlyMap<string, readonly Write[]> {
  return Map.groupBy(writesOf(start), ({ attempts: [first] }) => (first === undefined ? '' : wantOf(first)));
}

/**
 * A new key for an intent whose first key is still unknown, after an attempt that ended in this way. Without the client's
 * own word it may be another intent, so it is suspected.
 */
function newKeyAfter(start: Start, met: (received: Answer | null, call: Call) => boolean): Finding {
  let cases = 0;
  const found: Moment[] = [];
  const suspected: Moment[] = [];
  for (const rivals of rivalsOf(start).values()) {
    for (const { key, attempts } of rivals) {
      const unclear = attempts.find((call) => met(call.received, call));
      if (unclear === undefined) continue;
      cases += 1;
      const next = rivals
        .filter((other) => other.key !== key)
        .flatMap(({ attempts: [first] }) => first ?? [])
        .find(({ atMs }) => atMs >= unclear.endMs && atMs < knownAtMs(start, key));
      if (next === undefined) continue;
      const text = `${receivedText(unclear)}; ${laterText(unclear, next)} the client sent the same with key ${next.key}`;
      const wanted = wantedTimes(start, unclear);
      if (wanted === undefined) suspected.push({ text, at: [unclear.n, next.n] });
      else if (rivals.length > wanted) found.push({ text, at: [unclear.n, next.n] });
    }
  }
  return { cases, broken: found, suspected };
}

/** Attempts after the first, each with the one before it. */
function repeats(start: Start): readonly (readonly [before: Call, again: Call])[] {
  return writesOf(start).flatMap(({ attempts }) =>
    attempts.slice(1).map((again, i) => [attempts[i] as Call, again] as const),
  );
}

/** A door refusal is not recorded: a corrected request may take its key (Retry rules for a key). */
function isDoorRefusal({ received }: Call): boolean {
  return received !== null && received.status >= 400 && received.headers['x-service-global-sequence'] === undefined;
}

export const KEY_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-01',
    area: 'keys',
    severity: 'must',
    from: 'IDEM-16',
    says: 'After no answer, a cut answer or a broken connection the same write goes again under the same key.',
    after: ['CLI-51'],
    by: ['answer-lost', 'answer-cut', 'connection-reset', 'member-crash'],
    judge: (start) => newKeyAfter(start, (received) => received === null),
  },
  {
    id: 'CLI-02',
    area: 'keys',
    severity: 'must',
    from: 'IDEM-12',
    says: 'While a 202 is open, the intent gets no new key.',
    by: ['slow-owner'],
    judge: (start) => newKeyAfter(start, (received) => received?.status === 202),
  },
  {
    id: 'CLI-03',
    area: 'keys',
    severity: 'should',
    from: 'ERR-11',
    since: '0.12.0',
    says: 'After a refusal that may be repeated (429, 503) the same write goes again under the same key.',
    by: ['owner-absent', 'inbox-full', 'not-serving'],
    judge: (start) =>
      newKeyAfter(start, (received) => received !== null && received.status >= 400 && mayRepeat(received)),
  },
  {
    id: 'CLI-04',
    area: 'keys',
    severity: 'must',
    from: 'IDEM-02',
    says: 'A repeated key has the same route and the same body.',
    after: ['CLI-52'],
    by: ['answer-lost', 'slow-owner', 'owner-absent'],
    judge(start) {
      const pairs = repeats(start).filter(
        ([before, again]) => !isOutcome(before.received) && isBodyKnown(before) && isBodyKnown(again),
      );
      const broken = pairs.filter(([before, again]) => wantOf(before) !== wantOf(again));
      return brokenBy(pairs.length, broken, (again) => `sent ${nameOf(again)} with another body`);
    },
  },
  {
    id: 'CLI-05',
    area: 'keys',
    severity: 'must',
    from: 'IDEM-06',
    says: 'A key whose write has its outcome is not used for another intent.',
    after: ['CLI-52'],
    by: [],
    judge(start) {
      const writes = writesOf(start);
      const broken = repeats(start).filter(
        ([before, again]) =>
          isOutcome(before.received) &&
          !isDoorRefusal(before) &&
          isBodyKnown(again) &&
          wantOf(before) !== wantOf(again),
      );
      // The first write has no other key to take.
      return brokenBy(
        Math.max(0, writes.length - 1),
        broken,
        (again) => `used its key for ${nameOf(again)} with another body`,
      );
    },
  },
  {
    id: 'CLI-06',
    area: 'keys',
    severity: 'must',
    from: 'IDEM-04',
    says: 'A refusal that a retry replays is the outcome of the key: the client does not send the key once more.',
    by: ['refused-and-lost'],
    judge(start) {
      const replayed = start.calls.filter(
        ({ received, ...call }) =>
          isWrite({ received, ...call }) &&
          received !== null &&
          received.status >= 400 &&
          received.headers['idempotent-replay'] === 'true',
      );
      const broken = replayed.flatMap((call) => {
        const again = start.calls.find(
          (one) => one.n > call.n && isWrite(one) && one.key === call.key && isOneProcess(start, call, one),
        );
        return again === undefined ? [] : [[call, again] as const];
      });
      return brokenBy(replayed.length, broken, () => 'sent the key again, although this was its outcome');
    },
  },
];

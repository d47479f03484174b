/** Rules of refusals: what is repeated, when, how often, and what is not. */
import type { Call, Start } from '../history.ts';
import {
  brokenBy,
  isEndedByUs,
  isOneProcess,
  isWrite,
  mayRepeat,
  nameOf,
  receivedText,
  refusalOf,
  retryAfterMs,
  wantOf,
} from '../reading.ts';
import type { ClientRule, Finding, Moment } from '../rule.ts';
import { keysFor, wantedTimes } from '../wanted.ts';

type Pair = readonly [met: Call, then: Call];

/** A client's timer may fire a little early, and our own clock has steps of a millisecond. */
const EARLY_MS = 15;
/** Retries of one request from here on show how the client paces and bounds them. */
const MOST_REPEATS = 3;
/** One request with more tokens than this is a loop: it may be sent some times, with one renewal each. */
const MOST_TOKENS = 5;
/** Reads of one address that are refused more often than this are a loop: a row may take some reads to be there. */
const MOST_REFUSED_READS = 12;
/** Attempts past this many do not give up. */
const MOST_ATTEMPTS = 20;
const OF_LOAD = ['NOT_SERVING', 'OWNER_ABSENT', 'INBOX_FULL', 'IN_FLIGHT_FULL', 'NOT_PRIMED'];

/** Requests to the gateway that are no handshake and no op. */
const requests = ({ calls }: Start): readonly Call[] => calls.filter(({ kind }) => kind === 'http');

/** Whether two calls are attempts at one thing: the same key, or the same read. */
function isSame(a: Call, b: Call): boolean {
  if (isWrite(a) || isWrite(b)) return isWrite(a) && isWrite(b) && a.key === b.key;
  return a.kind === b.kind && a.method === b.method && a.path === b.path && a.query === b.query && a.op === b.op;
}

function nextOf(start: Start, met: Call): Call | undefined {
  return start.calls.find((call) => call.n > met.n && call.atMs >= met.endMs - EARLY_MS && isSame(met, call));
}

function pairsAfter(
  start: Start,
  isMet: (call: Call) => boolean,
): { readonly met: readonly Call[]; readonly pairs: readonly Pair[] } {
  const met = start.calls.filter((call) => call.kind !== 'token' && isMet(call));
  const pairs = met.flatMap((call): readonly Pair[] => {
    const then = nextOf(start, call);
    return then === undefined ? [] : [[call, then]];
  });
  return { met, pairs };
}

/** Runs of attempts at one thing that all ended without an answer or may be repeated, with the pauses between them. */
function retriesOf(
  start: Start,
): readonly { readonly attempts: readonly Call[]; readonly pausesMs: readonly number[] }[] {
  const isOpen = ({ received }: Call): boolean =>
    received === null || (received.status !== 202 && received.status >= 400 && mayRepeat(received));
  const seen = new Set<Call>();
  return start.calls.flatMap((call) => {
    if (seen.has(call) || call.kind === 'token' || !isOpen(call)) return [];
    const attempts = [call];
    for (let next = nextOf(start, call); next !== undefined; next = isOpen(next) ? nextOf(start, next) : undefined)
      attempts.push(next);
    for (const one of attempts) seen.add(one);
    if (attempts.length < 2) return [];
    return [{ attempts, pausesMs: attempts.slice(1).map((one, i) => one.atMs - (attempts[i] as Call).endMs) }];
  });
}

/** Pauses that only the client chose: no Retry-After asked for them. */
function ownPauses(start: Start): readonly (readonly number[])[] {
  return retriesOf(start)
    .filter(({ attempts }) => attempts.every(({ received }) => retryAfterMs(received) === undefined))
    .map(({ pausesMs }) => pausesMs);
}

const grantAfter = ({ calls }: Start, { n }: Call): Call | undefined =>
  calls.find((call) => call.n > n && call.kind === 'token');

const isRefused = ({ received }: Call, status: number): boolean => received?.status === status;

export const REFUSAL_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-10',
    area: 'refusals',
    severity: 'must',
    from: 'ERR-11',
    since: '0.12.0',
    says: 'A write that is refused with retryable false is not sent again unchanged.',
    after: ['CLI-06'],
    by: ['owner-refuses', 'capability-denied'],
    judge(start) {
      const refused = start.calls.filter(
        (call) =>
          isWrite(call) &&
          call.received !== null &&
          call.received.status >= 400 &&
          call.received.status < 500 &&
          refusalOf(call.received)?.retryable === false &&
          ![401, 412].includes(call.received.status),
      );
      const repeated = refused.flatMap((met): readonly Pair[] => {
        const again = start.calls.find(
          (call) =>
            call.n > met.n &&
            isWrite(call) &&
            call.path === met.path &&
            wantOf(call) === wantOf(met) &&
            isOneProcess(start, met, call),
        );
        return again === undefined || refusalOf(met.received)?.code === 'RATE_CEILING' ? [] : [[met, again]];
      });
      const did = (again: Call): string => `sent it again unchanged, with key ${again.key}`;
      // Under another key it may be another order that is wanted, too: the client's own word tells.
      const isOpen = ([met, again]: Pair): boolean => met.key !== again.key && wantedTimes(start, met) === undefined;
      const isWanted = ([met, again]: Pair): boolean =>
        met.key !== again.key && keysFor(start, met) <= (wantedTimes(start, met) ?? 0);
      const broken = repeated.filter((pair) => !isOpen(pair) && !isWanted(pair));
      return {
        ...brokenBy(refused.length, broken, did),
        suspected: brokenBy(0, repeated.filter(isOpen), did).broken,
      };
    },
  },
  {
    id: 'CLI-11',
    area: 'refusals',
    severity: 'must',
    from: 'ERR-10',
    since: '0.12.0',
    says: 'Retry-After is kept: the request is not repeated before it.',
    by: ['owner-absent', 'inbox-full'],
    judge(start) {
      // A layer in front of the member turns the seconds into a date, which has no parts of a second.
      if (start.kinds.includes('retry-after-date')) return { cases: 0, broken: [] };
      // A page cannot read the headers of a handshake.
      const { pairs } = pairsAfter(
        start,
        ({ kind, received }) => kind !== 'handshake' && retryAfterMs(received) !== undefined,
      );
      const early = pairs.filter(([met, then]) => then.atMs - met.endMs < (retryAfterMs(met.received) ?? 0) - EARLY_MS);
      return brokenBy(
        pairs.length,
        early,
        (_, met) => `repeated it, although Retry-After was ${met.received?.headers['retry-after']} s`,
      );
    },
  },
  {
    id: 'CLI-12',
    area: 'refusals',
    severity: 'should',
    from: 'exponential backoff',
    says: 'Without a Retry-After, the pauses between attempts grow.',
    by: ['answers-lost', 'never-answered'],
    judge: () => ({ cases: 0, broken: [] }),
    // Over several runs: with full jitter a single late pause may be short.
    judgeAll(starts): Finding {
      const runs = starts.flatMap(ownPauses).filter(({ length }) => length >= 3);
      if (runs.length < LEAST_RUNS) return { cases: 0, broken: [] };
      const sum = (at: number): number => runs.reduce((all, pauses) => all + (pauses.at(at) ?? 0), 0);
      const [pauses = []] = runs;
      const text = `in ${runs.length} runs of retries the pauses did not grow; the first had ${pauses.map((ms) => Math.round(ms)).join(', ')} ms`;
      return { cases: runs.length, broken: sum(-1) < sum(0) * 1.3 ? [{ text, at: [] }] : [] };
    },
  },
  {
    id: 'CLI-13',
    area: 'refusals',
    severity: 'should',
    from: 'jitter',
    says: 'The pause before a repeat differs between starts, so that many clients do not come back at once.',
    by: ['answer-lost', 'answers-lost'],
    judge: () => ({ cases: 0, broken: [] }),
    judgeAll(starts): Finding {
      const first = starts.flatMap(ownPauses).flatMap(([ms]) => ms ?? []);
      if (first.length < LEAST_OF_JITTER) return { cases: 0, broken: [] };
      // A busy machine makes some pauses longer: the shorter ones show what the client chose.
      const kept = first.toSorted((a, b) => a - b).slice(0, Math.ceil(first.length * 0.75));
      const mean = kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
      const spread = Math.sqrt(kept.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / kept.length);
      if (mean < LEAST_PAUSE_MS || spread > mean * LEAST_SPREAD) return { cases: first.length, broken: [] };
      const text = `over ${first.length} retries the first pause was always about ${Math.round(mean)} ms, give or take ${Math.round(spread)} ms`;
      return { cases: first.length, broken: [{ text, at: [] }] };
    },
  },
  {
    id: 'CLI-14',
    area: 'refusals',
    severity: 'must',
    from: 'Errors: 4xx',
    says: 'A read that is refused with 4xx is not repeated in a loop.',
    by: ['read-refused'],
    judge(start) {
      const refused = requests(start).filter(
        ({ method, received }) =>
          method === 'GET' &&
          received !== null &&
          received.status >= 400 &&
          received.status < 500 &&
          ![401, 429].includes(received.status),
      );
      // An operation is read until it is there.
      const groups = [
        ...Map.groupBy(
          refused.filter(({ path }) => !path.startsWith('/operations/')),
          ({ path, query }) => `${path}?${query}`,
        ).values(),
      ];
      const loops = groups.filter(({ length }) => length > MOST_REFUSED_READS);
      return {
        cases: groups.length,
        broken: loops.map((calls): Moment => {
          const [call] = calls as [Call, ...Call[]];
          return {
            text: `${receivedText(call)}, and the client sent it ${calls.length} times`,
            at: calls.map(({ n }) => n),
          };
        }),
      };
    },
  },
  {
    id: 'CLI-15',
    area: 'refusals',
    severity: 'should',
    from: 'Errors: 429 and 503',
    says: 'A write that is refused for load (NOT_SERVING, OWNER_ABSENT, INBOX_FULL, IN_FLIGHT_FULL) is tried again.',
    after: ['CLI-03'],
    by: ['owner-absent', 'inbox-full', 'not-serving'],
    judge(start) {
      const { met, pairs } = pairsAfter(
        start,
        (call) =>
          isWrite(call) &&
          OF_LOAD.includes(refusalOf(call.received)?.code ?? '') &&
          refusalOf(call.received)?.retryable !== false,
      );
      // Under another key it was tried again, too: that is the matter of CLI-03.
      const isTriedAgain = (call: Call): boolean =>
        pairs.some(([one]) => one === call) ||
        start.calls.some((one) => one.n > call.n && isWrite(one) && wantOf(one) === wantOf(call));
      const gaveUp = isEndedByUs(start)
        ? []
        : met.filter((call) => !isTriedAgain(call) && attemptsBefore(start, call) === 0);
      return {
        cases: met.length,
        broken: gaveUp.map((call) => ({
          text: `${receivedText(call)}; the client did not try it again`,
          at: [call.n],
        })),
      };
    },
  },
  {
    id: 'CLI-16',
    area: 'refusals',
    severity: 'should',
    from: 'giving up within a bound',
    says: 'What is refused or unanswered again and again is given up, or tried ever more rarely.',
    by: ['never-answered'],
    judge(start) {
      const runs = retriesOf(start).filter(({ attempts }) => attempts.length > MOST_REPEATS);
      const endless = runs.filter(({ attempts }) => attempts.length > MOST_ATTEMPTS);
      return {
        cases: runs.length,
        broken: endless.map(({ attempts }) => ({
          text: `the client sent ${nameOf(attempts[0] as Call)} ${attempts.length} times in ${Math.round(((attempts.at(-1) as Call).atMs - (attempts[0] as Call).atMs) / 1_000)} s`,
          at: attempts.slice(0, MOST_REPEATS).map(({ n }) => n),
        })),
      };
    },
  },
  {
    id: 'CLI-17',
    area: 'refusals',
    severity: 'must',
    from: 'AUTH-02',
    says: 'A 401 leads to a new token, and the request is sent again with it.',
    by: ['token-expired'],
    judge(start) {
      const refused = start.calls.filter(
        (call) => call.kind !== 'token' && isRefused(call, 401) && call.credential?.kind === 'token',
      );
      const first = refused[0];
      if (first === undefined) return { cases: 0, broken: [] };
      const renewed =
        isEndedByUs(start) ||
        start.calls.some(
          (call) => call.n > first.n && call.kind !== 'token' && (call.credential?.n ?? 0) > (first.credential?.n ?? 0),
        );
      const text = `${receivedText(first)}; the client sent no request with a new token afterwards`;
      return { cases: 1, broken: renewed ? [] : [{ text, at: [first.n] }] };
    },
  },
  {
    id: 'CLI-18',
    area: 'refusals',
    severity: 'must',
    from: 'AUTH-02',
    says: 'A 401 for a token that was just fetched is no reason for another one: the client stops.',
    by: ['tokens-unverifiable'],
    judge(start) {
      const refused = start.calls.filter(
        (call) => call.kind !== 'token' && isRefused(call, 401) && call.credential?.kind === 'token',
      );
      const tries = [...Map.groupBy(refused, (call) => `${nameOf(call)}?${call.query}`).values()].map((calls) => ({
        calls,
        tokens: new Set(calls.map(({ credential }) => credential?.n)).size,
      }));
      const loops = tries.filter(({ tokens }) => tokens > MOST_TOKENS);
      return {
        cases: tries.filter(({ tokens }) => tokens > 1).length,
        broken: loops.map(({ calls, tokens }) => ({
          text: `the client sent ${nameOf(calls[0] as Call)} with ${tokens} tokens, one after another, and each was answered 401`,
          at: calls.slice(0, MOST_REPEATS).map(({ n }) => n),
        })),
      };
    },
  },
  {
    id: 'CLI-19',
    area: 'refusals',
    severity: 'must',
    from: 'AUTH-10',
    says: 'A 403 is no reason for a new token.',
    by: ['capability-denied'],
    judge(start) {
      const refused = start.calls.filter((call) => call.kind === 'http' && isRefused(call, 403));
      const broken = refused.flatMap((met): readonly Pair[] => {
        const grant = grantAfter(start, met);
        const between = start.calls.find((call) => call.n > met.n && call.n < (grant?.n ?? 0));
        return grant === undefined || between !== undefined ? [] : [[met, grant]];
      });
      return brokenBy(refused.length, broken, () => 'fetched a new token');
    },
  },
];

const LEAST_OF_JITTER = 10;
/** The standard deviation of a pause that has jitter, as a part of it; a quarter more or less gives 0.12. */
const LEAST_SPREAD = 0.07;
const LEAST_RUNS = 2;
const LEAST_PAUSE_MS = 20;

function attemptsBefore({ calls }: Start, { n, key }: Call): number {
  return calls.filter((call) => call.n < n && isWrite(call) && call.key === key).length;
}

/** A member that answers every write 202 first: its outcome comes later, by its operation or to whoever sends it again. */
import {
  type Asked,
  claimsOf,
  having,
  headerOf,
  isObject,
  isReplay,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  type Told,
  telling,
  without,
} from '../proxy/telling.ts';

/** So many polls of an operation show it pending. */
const PENDING_POLLS = 2;

interface Promised {
  readonly asked: Asked;
  readonly answer: Told;
  polls: number;
  isPending: boolean;
}

const slot = (asked: Asked, key: string | undefined): string => `${String(claimsOf(asked)['org_id'])} ${key}`;
const isSame = (a: Asked, b: Asked): boolean => routeOf(a) === routeOf(b) && a.body.equals(b.body);

/** Judged by an owner, so that a record of its key exists: a refusal of the door is never promised an outcome. */
const isRecorded = (answer: Told): boolean =>
  headerOf(answer, 'x-service-global-sequence') !== undefined &&
  headerOf(answer, 'x-service-as-of-seq-ts') === undefined &&
  answer.status !== 202 &&
  !isReplay(answer);

function promiseOf(asked: Asked, answer: Told): Told {
  const operation = `/operations/${keyOf(asked)}`;
  const bare = without(answer, 'X-Service-Global-Sequence', 'ETag', 'Location', 'Retry-After');
  return telling({ ...having(bare, 'Location', operation), status: 202 }, { key: keyOf(asked), operation });
}

/** The answer of the attempt in flight, under the id of the request that attached to it. */
function attached(asked: Asked, { answer }: Promised, n: number): Told {
  const sent = headerOf(asked, 'x-request-id') ?? '';
  const requestId = /^[A-Za-z0-9._-]{8,128}$/.test(sent) ? sent : `attached-${n}-0000`;
  const named = having(answer, 'X-Request-Id', requestId);
  const error = jsonOf(answer)?.['error'];
  return isObject(error) ? telling(named, { error: { ...error, requestId } }) : named;
}

/** `pending`: the outcome of a record while the write is in flight, made of the one that the gateway serves. */
export function accepting(pending: (outcome: unknown) => unknown): Layer {
  const promises = new Map<string, Promised>();
  let attachments = 0;
  return async (asked, next) => {
    const polled = /^GET \/operations\/([^/]+)$/.exec(routeOf(asked))?.[1];
    if (polled !== undefined) {
      const answer = await next(asked);
      const promise = promises.get(slot(asked, decodeURIComponent(polled)));
      const json = jsonOf(answer);
      if (promise === undefined || !promise.isPending || answer.status !== 200 || json === undefined) return answer;
      promise.polls += 1;
      promise.isPending = promise.polls < PENDING_POLLS;
      const { outcome, ...rest } = json;
      const shown = pending(outcome);
      return telling(answer, shown === undefined ? rest : { ...rest, outcome: shown });
    }
    if (asked.method === 'GET' || keyOf(asked) === undefined) return next(asked);
    const name = slot(asked, keyOf(asked));
    const promise = promises.get(name);
    if (promise?.isPending === true && isSame(promise.asked, asked)) {
      promise.isPending = false;
      attachments += 1;
      return attached(asked, promise, attachments);
    }
    const answer = await next(asked);
    // Another attempt may have come back meanwhile.
    const known = promises.get(name);
    if (known !== undefined && isReplay(answer)) known.isPending = false;
    if (!isRecorded(answer)) return answer;
    if (known !== undefined && isSame(known.asked, asked)) return known.isPending ? promiseOf(asked, answer) : answer;
    promises.set(name, { asked, answer, polls: 0, isPending: true });
    return promiseOf(asked, answer);
  };
}

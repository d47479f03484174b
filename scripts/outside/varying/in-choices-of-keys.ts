/** What a member may decide otherwise about keys, creations and operations (decisions A15 to A38, A78). */
import {
  type Asked,
  claimsOf,
  everyObject,
  having,
  headerOf,
  isObject,
  isReplay,
  jsonOf,
  keyOf,
  type Layer,
  refusal,
  routeOf,
  type Told,
  telling,
  told,
  toldJson,
} from '../proxy/telling.ts';
import { variation } from './variation.ts';

const slot = (asked: Asked): string => `${String(claimsOf(asked)['org_id'])} ${keyOf(asked)}`;
const isCancel = (asked: Asked): boolean => /^POST \/orders\/[^/]+\/cancel$/.test(routeOf(asked));
const isSubmit = (asked: Asked): boolean => routeOf(asked) === 'POST /orders';
const isTheWrite = (asked: Asked): boolean => isSubmit(asked) || isCancel(asked);
const isRecorded = (answer: Told): boolean =>
  headerOf(answer, 'x-service-global-sequence') !== undefined &&
  headerOf(answer, 'x-service-as-of-seq-ts') === undefined;

interface Kept {
  readonly asked: Asked;
  readonly answer: Told;
}

/** Remembers the first recorded answer of each key. */
function keeping(otherwise: (kept: Kept | undefined, asked: Asked, answer: Told) => Told | Promise<Told>): Layer {
  const kept = new Map<string, Kept>();
  return async (asked, next) => {
    const answer = await next(asked);
    if (!isTheWrite(asked) || keyOf(asked) === undefined) return answer;
    const before = kept.get(slot(asked));
    if (before === undefined && isRecorded(answer) && !isReplay(answer)) kept.set(slot(asked), { asked, answer });
    return otherwise(before, asked, answer);
  };
}

/** The kept answer as a replay to this request: under its own request id. */
function replayed({ answer }: Kept, current: Told): Told {
  const id = headerOf(current, 'x-request-id') ?? '';
  const named = having(having(answer, 'X-Request-Id', id), 'Idempotent-Replay', 'true');
  const error = jsonOf(answer)?.['error'];
  return isObject(error) ? telling(named, { error: { ...error, requestId: id } }) : named;
}

/** A write under way is told of the others under the same key. */
function attached(): Layer {
  const underWay = new Map<string, number>();
  return async (asked, next) => {
    if (!isTheWrite(asked)) return next(asked);
    const name = slot(asked);
    const others = underWay.get(name) ?? 0;
    underWay.set(name, others + 1);
    try {
      const answer = await next(asked);
      return others > 0 && isRecorded(answer) ? having(answer, 'Idempotent-Replay', 'true') : answer;
    } finally {
      underWay.set(name, (underWay.get(name) ?? 1) - 1);
    }
  };
}

/** The operation of a key that no 202 was answered for is not there while it is under way. */
function unknownBeforeA202(): Layer {
  const promised = new Set<string>();
  return async (asked, next) => {
    const answer = await next(asked);
    if (answer.status === 202) promised.add(keyOf(asked) ?? '');
    const key = /^GET \/operations\/(.+)$/.exec(routeOf(asked))?.[1];
    const outcome = jsonOf(answer)?.['outcome'];
    if (key === undefined || promised.has(key) || !isObject(outcome) || outcome['status'] !== 'PENDING') return answer;
    const { status, body } = refusal(asked, 404, 'UNKNOWN_OPERATION');
    const id = headerOf(answer, 'x-request-id') ?? '';
    return { ...answer, status, body: body.replace('made-by-the-proxy-0001', id) };
  };
}

function staying202(): Layer {
  const promises = new Map<string, Told>();
  return async (asked, next) => {
    const answer = await next(asked);
    if (!isTheWrite(asked)) return answer;
    const promise = promises.get(slot(asked));
    if (answer.status === 202 && promise === undefined) promises.set(slot(asked), answer);
    if (promise === undefined || !isRecorded(answer)) return answer;
    return having(having(promise, 'X-Request-Id', headerOf(answer, 'x-request-id') ?? ''), 'Idempotent-Replay', 'true');
  };
}

/** An order that nothing is left of is cancelled no more; recorded under its key like any refusal. */
function cancelsOnce(): Layer {
  const over = new Set<string>();
  const refused = new Map<string, true>();
  return async (asked, next) => {
    const answer = await next(asked);
    const row = jsonOf(answer);
    if (!isCancel(asked) || answer.status !== 200 || row === undefined) return answer;
    const id = String(row['orderId']);
    const first = isReplay(answer) ? !refused.has(slot(asked)) : !over.has(id);
    over.add(id);
    if (first) return answer;
    refused.set(slot(asked), true);
    const requestId = headerOf(answer, 'x-request-id');
    const error = { code: 'ORDER_CLOSED', message: 'the order is closed', requestId, retryable: false };
    return telling({ ...answer, status: 409 }, { error });
  };
}

const stringBody = (asked: Asked): string => asked.body.toString();

export const IN_CHOICES_OF_KEYS = [
  variation('a creation answers 200', () =>
    told((answer, asked) => (isSubmit(asked) && answer.status === 201 ? { ...answer, status: 200 } : answer)),
  ),
  variation('Idempotent-Replay: false on first answers', () =>
    told((answer, asked) =>
      isTheWrite(asked) && headerOf(answer, 'idempotent-replay') === undefined
        ? having(answer, 'Idempotent-Replay', 'false')
        : answer,
    ),
  ),
  variation('a key held for another body answers 409', () =>
    keeping((kept, asked, answer) =>
      kept !== undefined && isReplay(answer) && stringBody(kept.asked) !== stringBody(asked)
        ? withIdOf(answer, refusal(asked, 409, 'IDEMPOTENCY_KEY_REUSED'))
        : answer,
    ),
  ),
  variation("another user's use of a key of the organisation answers the replay", () =>
    keeping((kept, asked, answer) =>
      kept !== undefined &&
      jsonOf(answer)?.['error'] !== undefined &&
      answer.status === 409 &&
      routeOf(kept.asked) === routeOf(asked) &&
      claimsOf(kept.asked)['sub'] !== claimsOf(asked)['sub']
        ? replayed(kept, answer)
        : answer,
    ),
  ),
  variation('a held key with a malformed body replays', () =>
    keeping((kept, asked, answer) =>
      kept !== undefined && answer.status === 400 && routeOf(kept.asked) === routeOf(asked)
        ? replayed(kept, answer)
        : answer,
    ),
  ),
  variation('an attached answer says that it is a replay', attached),
  variation('an operation is unknown until its 202', unknownBeforeA202),
  variation('a 202 is what its key replays', staying202),
  variation('a cancel of what is over is refused', cancelsOnce),
  variation('a cancelled order keeps what was left of it', () =>
    toldJson((json) =>
      everyObject(json, (row) =>
        row['status'] === 'CANCELLED' && row['cumQty'] === '0' ? { ...row, leavesQty: row['qty'] } : row,
      ),
    ),
  ),
  variation(
    'a write takes no notice of unknown parameters',
    () => (asked, next) => next(isTheWrite(asked) ? { ...asked, path: asked.path.split('?', 1)[0] ?? '' } : asked),
  ),
] as const;

/** The proxy's own refusal under the id that the gateway's answer had. */
function withIdOf(answer: Told, own: Told): Told {
  const id = headerOf(answer, 'x-request-id') ?? '';
  const error = jsonOf(own)?.['error'];
  return telling(having(own, 'X-Request-Id', id), { error: isObject(error) ? { ...error, requestId: id } : error });
}

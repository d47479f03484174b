/** What an answer may state otherwise or beside what is asked: additions of a newer member, free text, opaque values. */
import { inGrants } from '../breaking/in-a-talk.ts';
import { isMint } from '../breaking/on-a-handshake.ts';
import {
  type Asked,
  asking,
  everyObject,
  having,
  headerOf,
  isObject,
  isPublished,
  type Json,
  jsonOf,
  type Layer,
  routeOf,
  type Told,
  telling,
  told,
  toldJson,
  without,
} from '../proxy/telling.ts';
import { variation, variationOfBoth } from './variation.ts';

const inError = (change: (error: Json, answer: Told, asked: Asked) => Json): Layer =>
  toldJson((json, answer, asked) =>
    isObject(json['error']) ? { ...json, error: change(json['error'], answer, asked) } : json,
  );

const inRows = (change: (row: Json) => Json): Layer =>
  toldJson((json) =>
    everyObject(json, (object) => ('orderId' in object || 'executionId' in object ? change(object) : object)),
  );

const BALANCES = ['total', 'available', 'held'];
const MONEY = ['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee'];

/** Trailing zeros, another count of them each time: its value never changes. */
function morePlaces(): Layer {
  let n = 0;
  return toldJson((json) => {
    n += 1;
    return everyObject(json, (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => {
          if (
            typeof value !== 'string' ||
            !([...MONEY, ...BALANCES].includes(name) || /^(observed|limit)Value$/.test(name))
          )
            return [name, value];
          return [name, `${value}${value.includes('.') ? '' : '.0'}${'0'.repeat(n % 3)}`];
        }),
      ),
    );
  });
}

const ADDED = { addedLater: { since: '0.15.0', list: [1, null, 'x'] }, alsoAdded: null };

/** Positions need not be consecutive: each position is told as another, in one order. */
const elsewhere = (text: string): string => String(BigInt(text) * 7n + 1_000n);
function spacedPositions(): Layer {
  return async (asked, next) => {
    const answer = await next(asked);
    const position = headerOf(answer, 'x-service-global-sequence');
    const moved = position === undefined ? answer : having(answer, 'X-Service-Global-Sequence', elsewhere(position));
    const json = isPublished(asked) ? undefined : jsonOf(moved);
    if (json === undefined) return moved;
    const inside = everyObject(json, (object) => {
      const { globalSequence } = object;
      return typeof globalSequence === 'string' ? { ...object, globalSequence: elsewhere(globalSequence) } : object;
    });
    return telling(moved, inside);
  };
}

/** Ids that the server makes, of another form; one that was sent is echoed still. */
function ownRequestIds(make: (n: number) => string): Layer {
  let n = 0;
  return async (asked, next) => {
    const answer = await next(asked);
    const id = headerOf(answer, 'x-request-id');
    if (id === undefined || id === headerOf(asked, 'x-request-id')) return answer;
    n += 1;
    const made = make(n);
    const json = jsonOf(answer);
    const error = json?.['error'];
    const named = having(answer, 'X-Request-Id', made);
    return isObject(error) ? telling(named, { ...json, error: { ...error, requestId: made } }) : named;
  };
}

/** Where nothing is promised for then: of tickets there are more once it has passed. */
const restating = (change: (answer: Told) => string): Layer =>
  told((answer, asked) =>
    headerOf(answer, 'retry-after') === undefined || isMint(asked)
      ? answer
      : having(answer, 'Retry-After', change(answer)),
  );

const STATUSES: Readonly<Record<string, string>> = {
  OPEN: 'WORKING',
  FILLED: 'DONE_IN_FULL',
  CANCELLED: 'PULLED',
  REJECTED: 'TURNED_DOWN',
  PARTIALLY_FILLED: 'WORKING_IN_PART',
};

const NAMED_OF_A_ROW = [
  ...['orderId', 'clientOrderId', 'accountId', 'credentialId', 'userId', 'algoInstanceId'],
  ...['executionId', 'tradeId', 'feeAssetId', ...MONEY],
];

const only = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));

/** Only the fields that the interface names; the document then requires no others. */
function namedFieldsAlone(): Layer {
  return async (asked, next) => {
    const answer = await next(asked);
    const json = jsonOf(answer);
    if (json === undefined) return answer;
    if (isPublished(asked)) {
      const open = everyObject(json, (object) => {
        if (!Array.isArray(object['required'])) return object;
        const { required: _, ...rest } = object;
        return rest;
      });
      return telling(answer, open);
    }
    if (routeOf(asked).startsWith('GET /operations/') && isObject(json['outcome'])) {
      return telling(answer, { outcome: only(json['outcome'], ['family', 'instanceId', 'configSeq']) });
    }
    return telling(
      answer,
      everyObject(json, (object) => {
        if ('orderId' in object && 'qty' in object) return only(object, NAMED_OF_A_ROW);
        if (isObject(object['user']) && isObject(object['organisation'])) {
          const user = only(object['user'], ['userId', 'orgId']);
          return { ...object, user, organisation: only(object['organisation'], ['orgId']) };
        }
        return object;
      }),
    );
  };
}

const NEWER = 'desks:read';
const pastMonday = 'Mon, 05 Jan 2026 00:05:00 GMT';

const allowed = ({ headers }: Told): string[] =>
  headers.filter(([name]) => name.toLowerCase() === 'allow').flatMap(([, methods]) => methods.split(/, */));

export const IN_ANSWERS = [
  variation('another message', () => inError((error) => ({ ...error, message: 'Nein: "так" 不行 \\ </script>' }))),
  variation('a very long message', () => inError((error) => ({ ...error, message: 'x'.repeat(5_000) }))),
  variation('a message that holds a 64-bit number and a path', () =>
    inError((error) => ({ ...error, message: `see /docs#${'9'.repeat(19)} of instrument 1` })),
  ),
  variation('a fifth member of an error', () => inError((error) => ({ ...error, details: [{ field: 'price' }] }))),
  variation('a second member of an envelope', () =>
    toldJson((json) => (isObject(json['error']) ? { ...json, docs: 'https://docs.test/errors' } : json)),
  ),
  variation('codes of a 401 that nobody publishes', () =>
    inError((error, { status }, asked) =>
      status === 401 && !isMint(asked) ? { ...error, code: 'TOKEN_NOT_ACCEPTED' } : error,
    ),
  ),
  variation('a code for a missing key that nobody publishes', () => async (asked, next) => {
    const answer = await next(asked);
    const json = jsonOf(answer);
    const error = json?.['error'];
    if (answer.status !== 400 || !isObject(error) || headerOf(asked, 'idempotency-key') !== undefined) return answer;
    return asked.method === 'POST' && !isMint(asked)
      ? telling(answer, { error: { ...error, code: 'KEY_MISSING' } })
      : answer;
  }),
  variation('further properties of every object', () =>
    toldJson((json) => everyObject(json, (object) => ({ ...object, ...ADDED }))),
  ),
  variation('further properties that are named like others', () =>
    toldJson((json) => everyObject(json, (object) => ({ addedAtNs: '1', newCount: 3, venueName: '', ...object }))),
  ),
  variation('other names of order states', () =>
    inRows((row) => ({ ...row, status: STATUSES[String(row['status'])] ?? row['status'] })),
  ),
  variation('other names of an operation and its states', () =>
    toldJson((json) => {
      const { outcome } = json;
      if (!isObject(outcome)) return json;
      return { ...json, operation: 'orders.write', outcome: { ...outcome, status: `IS_${String(outcome['status'])}` } };
    }),
  ),
  variation('only the fields that the interface names', namedFieldsAlone),
  variationOfBoth('a scope of a newer member', () => ({
    async layer(asked, next) {
      const body = asked.method === 'PUT' ? jsonOf(asked) : undefined;
      const named = body?.['capabilities'];
      // It takes the scope that it serves; this one, which does not, is not told of it.
      const known = Array.isArray(named)
        ? asking(asked, { ...body, capabilities: named.filter((scope) => scope !== NEWER) })
        : asked;
      const answer = await next(known);
      const { capabilities } = (routeOf(asked) === 'GET /me' ? jsonOf(answer) : undefined) ?? {};
      return Array.isArray(capabilities)
        ? telling(answer, { ...jsonOf(answer), capabilities: [NEWER, ...(capabilities as unknown[])] })
        : answer;
    },
    socket: inGrants((grant) => ({ ...grant, capabilities: [NEWER, ...(grant['capabilities'] as unknown[])] }))(),
  })),
  variation('decimals with trailing zeros, now more now less', morePlaces),
  variation('positions with gaps', spacedPositions),
  variation('request ids of the server in another form', () =>
    ownRequestIds((n) => `6F9619FF-8B86-D011-B42D-${String(n).padStart(12, '0')}`),
  ),
  variation('short request ids of the server', () => ownRequestIds((n) => `r-${String(n).padStart(6, '0')}`)),
  variation('request ids of the server outside the grammar of a sent one', () =>
    ownRequestIds((n) => `Root=1-67891233-${String(n).padStart(24, '0')}`),
  ),
  variation('Retry-After of a minute', () => restating(() => '60')),
  variation('Retry-After of nought seconds', () => restating(() => '0')),
  variation('Retry-After as a date', () => restating(() => pastMonday)),
  variation('no WWW-Authenticate', () => told((answer) => without(answer, 'WWW-Authenticate'))),
  variation('several challenges in WWW-Authenticate', () =>
    told((answer) =>
      answer.status === 401
        ? having(answer, 'WWW-Authenticate', 'Bearer realm="t", error="invalid_token", DPoP')
        : answer,
    ),
  ),
  variation('Allow in another order and without spaces', () =>
    told((answer) => {
      const methods = allowed(answer);
      return methods.length === 0 ? answer : having(answer, 'Allow', methods.reverse().join(','));
    }),
  ),
  variation('Allow in several lines', () =>
    told((answer) => {
      const lines = allowed(answer).map((method) => ['Allow', method] as const);
      return { ...answer, headers: [...without(answer, 'Allow').headers, ...lines] };
    }),
  ),
  variation('a position on a 202', () => {
    let last = '1';
    return told((answer) => {
      last = headerOf(answer, 'x-service-global-sequence') ?? last;
      return answer.status === 202 ? having(answer, 'X-Service-Global-Sequence', last) : answer;
    });
  }),
  variation('no body on a 202', () =>
    told((answer) => (answer.status === 202 ? { ...without(answer, 'Content-Type'), body: '' } : answer)),
  ),
  variation('a position on the contract document', () =>
    told((answer, asked) =>
      isPublished(asked) && answer.status === 200 ? having(answer, 'X-Service-Global-Sequence', '1') : answer,
    ),
  ),
  variation('a document with other titles, names of operations and descriptions', () => async (asked, next) => {
    const answer = await next(asked);
    const json = jsonOf(answer);
    if (!isPublished(asked) || json === undefined) return answer;
    const renamed = everyObject(json, (object) => {
      const { operationId } = object;
      const { description: _, ...rest } = object;
      const described =
        typeof object['description'] === 'string' && !('parameters' in object) && !('content' in object)
          ? rest
          : object;
      return typeof operationId === 'string' ? { ...described, operationId: `svc_${operationId}` } : described;
    });
    return telling(answer, { ...(renamed as Json), 'x-build': '77', servers: [{ url: 'https://edge.test/' }] });
  }),
] as const;

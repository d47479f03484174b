/** Allowed differences and additions in responses: members of a newer version, free text, opaque values. */
import { inDocument } from '../document.ts';
import { inGrants } from '../frame-changes.ts';
import { isMint } from '../handshakes.ts';
import {
  changeJson,
  changeResponse,
  everyObject,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isObject,
  isPublished,
  type Json,
  jsonOf,
  type Layer,
  routeOf,
  withBody,
  withHeader,
  withJson,
  withoutHeaders,
} from '../layer.ts';
import { variation, variationOfBoth } from '../variation.ts';

const inError = (change: (error: Json, answer: HttpResponse, request: HttpRequest) => Json): Layer =>
  changeJson((json, answer, request) => (isObject(json['error']) ? { ...json, error: change(json['error'], answer, request) } : json));

const inRows = (change: (row: Json) => Json): Layer =>
  changeJson((json) => everyObject(json, (object) => ('orderId' in object || 'executionId' in object ? change(object) : object)));

const BALANCES = ['total', 'available', 'held'];
const MONEY = ['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee'];

/** Adds trailing zeros, another number each time; the value stays the same. */
function morePlaces(): Layer {
  let n = 0;
  return changeJson((json) => {
    n += 1;
    return everyObject(json, (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => {
          if (typeof value !== 'string' || !([...MONEY, ...BALANCES].includes(name) || /^(observed|limit)Value$/.test(name))) return [name, value];
          return [name, `${value}${value.includes('.') ? '' : '.0'}${'0'.repeat(n % 3)}`];
        }),
      ),
    );
  });
}

const ADDED = { addedLater: { since: '0.15.0', list: [1, null, 'x'] }, alsoAdded: null };

/** Positions need not be consecutive: maps each to another one in the same order. */
const elsewhere = (text: string): string => String(BigInt(text) * 7n + 1_000n);
function spacedPositions(): Layer {
  return async (request, next) => {
    const answer = await next(request);
    const position = headerOf(answer, 'x-service-global-sequence');
    const moved = position === undefined ? answer : withHeader(answer, 'X-Service-Global-Sequence', elsewhere(position));
    const json = isPublished(request) ? undefined : jsonOf(moved);
    if (json === undefined) return moved;
    const inside = everyObject(json, (object) => {
      const { globalSequence } = object;
      return typeof globalSequence === 'string' ? { ...object, globalSequence: elsewhere(globalSequence) } : object;
    });
    return withJson(moved, inside);
  };
}

/** Replaces the request ids that the server generates; an id that was sent is still echoed. */
function ownRequestIds(make: (n: number) => string): Layer {
  let n = 0;
  return async (request, next) => {
    const answer = await next(request);
    const id = headerOf(answer, 'x-request-id');
    if (id === undefined || id === headerOf(request, 'x-request-id')) return answer;
    n += 1;
    const made = make(n);
    const json = jsonOf(answer);
    const error = json?.['error'];
    const named = withHeader(answer, 'X-Request-Id', made);
    return isObject(error) ? withJson(named, { ...json, error: { ...error, requestId: made } }) : named;
  };
}

/** Restates the retry time of refusals other than the ticket limit, whose time is a promise. */
const restating = (change: (answer: HttpResponse) => string): Layer =>
  changeResponse((answer, request) =>
    headerOf(answer, 'retry-after') === undefined || isMint(request) ? answer : withHeader(answer, 'Retry-After', change(answer)),
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

const only = (object: Json, names: readonly string[]): Json => Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));

/** Serves only the members that the interface names; the document then requires no others. */
function namedFieldsAlone(): Layer {
  const published = inDocument(
    (document) =>
      everyObject(document, (object) => {
        if (!Array.isArray(object['required'])) return object;
        const { required: _, ...rest } = object;
        return rest;
      }) as Json,
  );
  return async (request, next) => {
    if (isPublished(request)) return published(request, next);
    const answer = await next(request);
    const json = jsonOf(answer);
    if (json === undefined) return answer;
    if (routeOf(request).startsWith('GET /operations/') && isObject(json['outcome'])) {
      return withJson(answer, { outcome: only(json['outcome'], ['family', 'instanceId', 'configSeq']) });
    }
    return withJson(
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
/** The same retry time as a date; a response without a Date keeps its seconds. */
function asDate(answer: HttpResponse): string {
  const [seconds, date] = [headerOf(answer, 'retry-after') ?? '', Date.parse(headerOf(answer, 'date') ?? '')];
  return Number.isNaN(date) ? seconds : new Date(date + Number(seconds) * 1_000).toUTCString();
}

const allowed = ({ headers }: HttpResponse): string[] =>
  headers.filter(([name]) => name.toLowerCase() === 'allow').flatMap(([, methods]) => methods.split(/, */));

/** Variations of the content of responses. */
export const ANSWERS_VARIATIONS = [
  variation('other-message', [], 'Error messages hold quotes, other scripts and markup.', () =>
    inError((error) => ({ ...error, message: 'Nein: "так" 不行 \\ </script>' })),
  ),
  variation('long-message', [], 'Error messages are 5,000 characters long.', () => inError((error) => ({ ...error, message: 'x'.repeat(5_000) }))),
  variation('message-with-number-and-path', [], 'Error messages hold a 64-bit number and a path.', () =>
    inError((error) => ({ ...error, message: `see /docs#${'9'.repeat(19)} of instrument 1` })),
  ),
  variation('fifth-error-member', ['A81'], 'Errors have a fifth member, `details`.', () => inError((error) => ({ ...error, details: [{ field: 'price' }] }))),
  variation('second-envelope-member', [], 'The error envelope has a second member, `docs`.', () =>
    changeJson((json) => (isObject(json['error']) ? { ...json, docs: 'https://docs.test/errors' } : json)),
  ),
  variation('own-code-of-401', ['A8'], 'A 401 has a code that the interface does not name.', () =>
    inError((error, { status }, request) => (status === 401 && !isMint(request) ? { ...error, code: 'TOKEN_NOT_ACCEPTED' } : error)),
  ),
  variation('own-code-of-missing-key', [], 'A missing key is refused with a code that the interface does not name.', () => async (request, next) => {
    const answer = await next(request);
    const json = jsonOf(answer);
    const error = json?.['error'];
    if (answer.status !== 400 || !isObject(error) || headerOf(request, 'idempotency-key') !== undefined) return answer;
    return request.method === 'POST' && !isMint(request) ? withJson(answer, { error: { ...error, code: 'KEY_MISSING' } }) : answer;
  }),
  variation('further-members', [], 'Every JSON object has members that a newer contract added.', () =>
    changeJson((json) => everyObject(json, (object) => ({ ...object, ...ADDED }))),
  ),
  variation('further-members-with-known-suffixes', [], 'Every JSON object has further members whose names end like known ones.', () =>
    changeJson((json) => everyObject(json, (object) => ({ addedAtNs: '1', newCount: 3, venueName: '', ...object }))),
  ),
  variation('other-order-states', [], 'Order rows have states of other names.', () =>
    inRows((row) => ({ ...row, status: STATUSES[String(row['status'])] ?? row['status'] })),
  ),
  variation('other-operation-states', ['A23'], 'Operation records have other operation names and states.', () =>
    changeJson((json) => {
      const { outcome } = json;
      if (!isObject(outcome)) return json;
      return { ...json, operation: 'orders.write', outcome: { ...outcome, status: `IS_${String(outcome['status'])}` } };
    }),
  ),
  variation('named-members-only', [], 'Rows hold only the members that the interface names.', namedFieldsAlone),
  variationOfBoth('further-capability', ['A101'], 'Every user holds a capability of a newer contract.', () => ({
    async layer(request, next) {
      const body = request.method === 'PUT' ? jsonOf(request) : undefined;
      const named = body?.['capabilities'];
      // This gateway does not know the scope that the layer serves, so it is removed from the request.
      const known = Array.isArray(named) ? withBody(request, { ...body, capabilities: named.filter((scope) => scope !== NEWER) }) : request;
      const answer = await next(known);
      const { capabilities } = (routeOf(request) === 'GET /me' ? jsonOf(answer) : undefined) ?? {};
      return Array.isArray(capabilities) ? withJson(answer, { ...jsonOf(answer), capabilities: [NEWER, ...(capabilities as unknown[])] }) : answer;
    },
    socket: inGrants((grant) => ({ ...grant, capabilities: [NEWER, ...(grant['capabilities'] as unknown[])] }))(),
  })),
  variation('decimals-with-trailing-zeros', ['A69'], 'Decimals have a varying count of trailing zeros.', morePlaces),
  variation('positions-with-gaps', [], 'Positions are not consecutive.', spacedPositions),
  variation('uuid-request-ids', ['A18'], 'The member makes request ids that are UUIDs.', () =>
    ownRequestIds((n) => `6F9619FF-8B86-D011-B42D-${String(n).padStart(12, '0')}`),
  ),
  variation('short-request-ids', ['A18'], 'The member makes request ids of eight characters.', () => ownRequestIds((n) => `r-${String(n).padStart(6, '0')}`)),
  variation('foreign-request-ids', ['A18'], 'The member makes request ids outside the grammar of a sent one.', () =>
    ownRequestIds((n) => `Root=1-67891233-${String(n).padStart(24, '0')}`),
  ),
  variation('retry-after-a-minute', ['A38'], 'Retry-After is 60.', () => restating(() => '60')),
  variation('retry-after-zero', ['A38'], 'Retry-After is 0.', () => restating(() => '0')),
  variation('retry-after-date', ['A38'], 'Retry-After is an HTTP date.', () => restating(asDate)),
  variation('no-www-authenticate', ['A8'], 'A 401 has no WWW-Authenticate header.', () =>
    changeResponse((answer) => withoutHeaders(answer, 'WWW-Authenticate')),
  ),
  variation('several-challenges', ['A8'], 'WWW-Authenticate holds several challenges.', () =>
    changeResponse((answer) => (answer.status === 401 ? withHeader(answer, 'WWW-Authenticate', 'Bearer realm="t", error="invalid_token", DPoP') : answer)),
  ),
  variation('allow-in-other-order', ['A1'], 'The methods of Allow have another order and no spaces.', () =>
    changeResponse((answer) => {
      const methods = allowed(answer);
      return methods.length === 0 ? answer : withHeader(answer, 'Allow', methods.reverse().join(','));
    }),
  ),
  variation('allow-in-several-lines', ['A1'], 'Allow has one header line for each method.', () =>
    changeResponse((answer) => {
      const lines = allowed(answer).map((method) => ['Allow', method] as const);
      return { ...answer, headers: [...withoutHeaders(answer, 'Allow').headers, ...lines] };
    }),
  ),
  variation('position-on-202', ['A35'], 'A 202 carries the position header.', () => {
    let last = '1';
    return changeResponse((answer) => {
      last = headerOf(answer, 'x-service-global-sequence') ?? last;
      return answer.status === 202 ? withHeader(answer, 'X-Service-Global-Sequence', last) : answer;
    });
  }),
  variation('no-body-on-202', [], 'A 202 has no body.', () =>
    changeResponse((answer) => (answer.status === 202 ? { ...withoutHeaders(answer, 'Content-Type'), body: '' } : answer)),
  ),
  variation('position-on-the-document', ['A45'], 'The contract document carries the position header.', () =>
    changeResponse((answer, request) => (isPublished(request) && answer.status === 200 ? withHeader(answer, 'X-Service-Global-Sequence', '1') : answer)),
  ),
  variation('other-document-texts', ['A4'], 'The contract document has other operation ids and no descriptions.', () =>
    inDocument((document) => {
      const renamed = everyObject(document, (object) => {
        const { operationId } = object;
        const { description: _, ...rest } = object;
        const described = typeof object['description'] === 'string' && !('parameters' in object) && !('content' in object) ? rest : object;
        return typeof operationId === 'string' ? { ...described, operationId: `svc_${operationId}` } : described;
      });
      return { ...(renamed as Json), 'x-build': '77', servers: [{ url: 'https://edge.test/' }] };
    }),
  ),
] as const;

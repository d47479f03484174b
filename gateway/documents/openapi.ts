import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { REQUEST_ID_PATTERN } from '../contract/keys.ts';
import { REFUSALS } from '../contract/refusals.ts';
import { type OperationId, type QueryName, ROUTES, type RouteRow, routeOf } from '../contract/routes.ts';
import { errorEnvelope } from '../contract/shapes/error.ts';
import { accepted } from '../contract/shapes/operation.ts';
import { commandKey, int64, key32, ns, position } from '../contract/shapes/scalars.ts';
import { SHAPES, type ShapeName } from '../contract/shapes/shapes.ts';
import { type Gates, NEWEST, type Version } from '../contract/versions.ts';
import { AS_OF_HEADER, POSITION_HEADER } from '../http/answers.ts';
import { olderDocument } from './older-document.ts';

const SCHEMA_VERSIONS = {
  'x-service-register-schema': '114.v7',
  'x-service-orders-schema': '111.v2',
  'x-service-custody-schema': '115.v1',
  'x-service-algos-schema': '121.v0',
};

/**
 * The contract document of a member, built from the shapes that validate its requests (SVC-01, SVC-11). Parts that the
 * interface does not show and this platform designed carry `x-assumed: true`.
 */
export function contractDocument(version: Version, gates: Gates): Record<string, unknown> {
  whole ??= JSON.stringify(wholeDocument());
  const document = JSON.parse(whole) as WholeDocument;
  document.info.version = version;
  if (!gates['routes.algos']) delete document.info['x-service-algos-schema'];
  for (const route of PUBLISHED) {
    if (route.gate === undefined || gates[route.gate]) continue;
    const methods = document.paths[pathOf(route)] ?? {};
    delete methods[route.method.toLowerCase()];
    if (Object.keys(methods).length === 0) delete document.paths[pathOf(route)];
  }
  const served = PUBLISHED.filter(({ gate }) => gate === undefined || gates[gate]);
  document.tags = document.tags.filter(({ name }) => served.some(({ tag }) => tag === name));
  olderDocument(document, gates);
  return document;
}

/** The serialised document, built once a version: all members of a process serve the same bytes. */
export function contractBytes(version: Version, gates: Gates): Buffer {
  const known = written.get(version);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(contractDocument(version, gates)));
  written.set(version, bytes);
  return bytes;
}

const written = new Map<Version, Buffer>();

interface WholeDocument extends Record<string, unknown> {
  readonly info: Record<string, string>;
  readonly paths: Record<string, Record<string, unknown>>;
  tags: readonly { readonly name: string }[];
}

/** The newest document as text; an older member's is a subset of it. */
let whole: string | undefined;

const PUBLISHED: readonly RouteRow[] = Object.values<RouteRow>(ROUTES).filter(({ tag }) => tag !== null);

function wholeDocument(): unknown {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const route = routeOf(operation);
    if (route.tag === null) continue;
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(operation, route) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Trading gateway',
      version: NEWEST,
      description:
        'REST contract of the trading gateway. What is marked x-assumed, and the reasons of caps (MAX_...), are this platform’s own design.',
      ...SCHEMA_VERSIONS,
    },
    servers: [{ url: '/' }],
    // One tag per resource, in the order of the routes.
    tags: [...new Set(PUBLISHED.flatMap(({ tag }) => tag ?? []))].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: paths as ZodOpenApiPathsObject,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  });
}

/** The path in OpenAPI syntax. */
function pathOf({ path }: RouteRow): string {
  return path.replaceAll(/:([a-z]+)/gi, '{$1}');
}

function operationOf(operation: OperationId, route: RouteRow): ZodOpenApiOperationObject {
  const isOpen = route.column === 'open';
  return {
    operationId: operation,
    tags: [route.tag ?? 'Contract'],
    summary: route.summary,
    ...(isOpen ? { security: [] } : {}),
    ...(route.assumed ? { 'x-assumed': true } : {}),
    requestParams: {
      ...(route.path.includes(':') ? { path: z.object(pathParameters(route)) } : {}),
      ...(route.query.length > 0 ? { query: z.object(queryParameters(route)) } : {}),
      header: z.object({
        'X-Request-Id': requestId.optional(),
        ...(route.column === 'write' ? { 'Idempotency-Key': commandKey } : {}),
        ...(route.ifMatch === 'honoured' ? { 'If-Match': ifMatch.optional() } : {}),
      }),
    },
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route.body, route) }),
    responses: { ...successOf(route), ...refusalsOf(route) },
  };
}

const ifMatch = z.string().meta({ description: 'One strong validator in quotes; absent or * is unconditional.' });
const etag = z.string().regex(/^"[0-9]+"$/);
const requestId = z.string().regex(REQUEST_ID_PATTERN);

const QUERY: Readonly<Record<Exclude<QueryName, 'view'>, z.ZodType>> = {
  limit: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Page size, clamped to 100; the whole collection where absent.' }),
  cursor: z.string().optional().meta({ description: 'A nextCursor or prevCursor, sent with the same filters.' }),
  include: z.enum(['total']).optional(),
  status: z.enum(['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED']).optional().meta({ 'x-assumed': true }),
  accountId: key32.optional(),
};

function queryParameters(route: RouteRow): Record<string, z.ZodType> {
  const views = z.enum(route.views ?? ['latest']).optional();
  return Object.fromEntries(route.query.map((name) => [name, name === 'view' ? views : QUERY[name]]));
}

function pathParameters(route: RouteRow): Record<string, z.ZodType> {
  if (route.path.includes(':key')) return { key: commandKey };
  const id = route.path.startsWith('/orders/') || route.path.startsWith('/executions/') ? int64 : key32;
  return route.path.includes(':seq') ? { id, seq: z.int().min(1) } : { id };
}

function bodyOf(
  shape: ShapeName,
  { bodyRequired = true }: RouteRow,
): NonNullable<ZodOpenApiOperationObject['requestBody']> {
  return { required: bodyRequired, content: { 'application/json': { schema: SHAPES[shape] } } };
}

const RESPONSE_HEADERS = { 'X-Request-Id': requestId };
const POSITION_HEADERS = { ...RESPONSE_HEADERS, [POSITION_HEADER]: position };
const READ_HEADERS = { ...POSITION_HEADERS, [AS_OF_HEADER]: ns };
const replayFlag = z.enum(['true']);
const wholeSeconds = z.string().regex(/^[0-9]+$/);

function successOf(route: RouteRow): ZodOpenApiResponsesObject {
  const { status, body, etag: hasEtag } = route.answers;
  if (body === null) {
    // Neither has one of our shapes: the contract is an OpenAPI document, the page is HTML.
    const isPage = route.path.startsWith('/docs');
    const content = isPage
      ? { 'text/html': { schema: z.string() } }
      : { 'application/json': { schema: z.looseObject({}) } };
    return { [`${status}`]: { description: 'The document', headers: z.object(RESPONSE_HEADERS), content } };
  }
  const content = { 'application/json': { schema: SHAPES[body] } };
  if (route.column === 'ticket') {
    const headers = z.object({ ...RESPONSE_HEADERS, 'Cache-Control': z.enum(['no-store']) });
    return { [`${status}`]: { description: 'A new ticket', headers, content } };
  }
  if (route.column !== 'write') {
    return {
      [`${status}`]: {
        description: 'As of the position in the headers',
        headers: z.object({ ...READ_HEADERS, ...(hasEtag ? { ETag: etag } : {}) }),
        content,
      },
    };
  }
  return {
    [`${status}`]: {
      description: 'The row, at the position of the fact that answered',
      headers: z.object({ ...POSITION_HEADERS, 'Idempotent-Replay': replayFlag.optional() }),
      content,
    },
    202: {
      description: 'Not judged by the sync deadline: poll the operation',
      headers: z.object({ ...RESPONSE_HEADERS, Location: z.string() }),
      content: { 'application/json': { schema: accepted } },
    },
  };
}

/** The statuses of refusals in a route's column; each may carry the envelope. */
function refusalsOf(route: RouteRow): ZodOpenApiResponsesObject {
  const statuses = new Set(Object.values(REFUSALS).map((row) => row.status));
  const statusesOfOpen = new Set([400, 404, 405, 413, 429, 500]);
  const writesOnly = new Set([409, 422]);
  const given = [...statuses].filter((status) => {
    // Only for the handshakes of sockets.
    if (status === 426) return false;
    if (route.column === 'open') return statusesOfOpen.has(status);
    // Only routes that honour a precondition can find a stale one.
    if (status === 412) return route.ifMatch === 'honoured';
    return route.column === 'write' || !writesOnly.has(status);
  });
  return Object.fromEntries(
    given.sort((a, b) => a - b).map((status) => [`${status}`, refusalOf(status, route)]),
  ) as ZodOpenApiResponsesObject;
}

function refusalOf(status: number, route: RouteRow): ZodOpenApiResponseObject {
  return {
    description: DESCRIPTIONS[status] ?? 'Refused',
    headers: z.object({ ...RESPONSE_HEADERS, ...HEADERS_OF_REFUSALS[status], ...positionsOf(status, route) }),
    content: { 'application/json': { schema: errorEnvelope } },
  };
}

/**
 * Where a refusal may state its position: a fact of an owner, or a read of state that holds no such row (POS-02 to
 * POS-05).
 */
function positionsOf(status: number, route: RouteRow): Readonly<Record<string, z.ZodType>> {
  const hasState = route.column === 'read' || route.column === 'write';
  if (status === 404 && hasState) return { [POSITION_HEADER]: position.optional(), [AS_OF_HEADER]: ns.optional() };
  if (route.column !== 'write' || ![403, 409, 412, 422, 429].includes(status)) return {};
  return { [POSITION_HEADER]: position.optional(), 'Idempotent-Replay': replayFlag.optional() };
}

/** The headers of refusals, by status. */
const HEADERS_OF_REFUSALS: Readonly<Record<number, Readonly<Record<string, z.ZodType>>>> = {
  401: { 'WWW-Authenticate': z.string() },
  405: { Allow: z.string() },
  412: { ETag: etag },
  429: { 'Retry-After': wholeSeconds },
  503: { 'Retry-After': wholeSeconds },
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request does not have the published form; nothing reached the platform',
  401: 'No bearer token, or one that does not verify',
  403: 'Not admitted, or refused by the record owner',
  404: 'No such route, row or operation',
  405: 'The path does not take this method; Allow lists those it takes',
  409: 'In conflict with the key or with the state of the platform',
  412: 'The If-Match is stale; ETag and currentVersion say what the row has now',
  413: 'The body, or the document in it, is too long',
  422: 'A value that the door or the record owner refuses',
  429: 'A bound of this member, or the organisation’s own ceiling; see Retry-After',
  500: 'A failure of the service',
  503: 'Not served now; see Retry-After',
};

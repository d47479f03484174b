/**
 * Members that do not know every body member which the sandbox's own member takes and the interface does not name: their
 * document does not list it, and it is ignored or refused.
 */
import { inDocument } from '../document.ts';
import { type HttpRequest, headerOf, isObject, type Json, jsonOf, type Layer, type Next, withBody } from '../layer.ts';
import { type Variation, variation } from '../variation.ts';

/** Whether the member takes this body member on a route such as `PUT /users/{id}`. */
type Listed = (route: string, name: string) => boolean;

/** What the interface names in the bodies of writes. */
const NAMED: readonly (readonly [route: RegExp, names: string])[] = [
  [/^POST \/orders$/, 'accountId account instrumentId instrument clientOrderId price qty'],
  [/^POST \/credentials$/, 'exchangeId canReadBalances canTrade material'],
  [/\/rotate$/, 'material'],
  [/^POST \/asset-policies$/, 'assetId'],
  [/^POST \/trading-policies$/, 'instrumentId'],
  [/ \/asset-policies(\/\{id\})?$/, 'maxTicketAmount approvalThresholdAmount reconciliationToleranceAmount'],
  [/ \/chain-policies(\/\{id\})?$/, 'minTransferAmount maxTransferAmount'],
  [/ \/trading-policies(\/\{id\})?$/, 'maxOrderQty maxOrderNotional maxOpenOrders maxOrdersPerMinute'],
  [/ \/algos\//, 'algoVersionId pool displayName remark document commandKey'],
  [/^POST \/v1\/ws-tickets$/, 'stream'],
];
/** Every member refuses these. */
const REFUSED_BY_NAME = /^(userId|algoInstanceId)$|Scale$/;

const isNamed: Listed = (route, name) => NAMED.some(([pattern, names]) => pattern.test(route) && names.split(' ').includes(name));

/** Members that the sandbox's gateway requires, or would unset if they were absent. */
const WANTED: readonly (readonly [route: RegExp, names: string])[] = [
  [/^POST \/users$/, 'subject'],
  [/^PUT \/users\/\{id\}$/, 'capabilities'],
  [/ \/portfolios(\/\{id\})?$/, 'displayName'],
  [/^POST \/accounts$/, 'exchangeId displayName'],
  [/^PUT \/accounts\/\{id\}$/, 'displayName'],
  [/ \/account-addresses(\/\{id\})?$/, 'accountId chain address'],
  [/^PUT \/account-addresses\/\{id\}$/, 'assetId displayName'],
  [/ \/chain-policies(\/\{id\})?$/, 'chain assetId'],
  [/^PUT \/asset-policies\/\{id\}$/, 'assetId'],
  [/^PUT \/trading-policies\/\{id\}$/, 'instrumentId'],
  [/^PUT \/credentials\/\{id\}$/, 'canReadBalances canTrade'],
  [/^POST \/orgs$/, 'externalId'],
  [/ \/orgs(\/\{id\})?$/, 'displayName'],
];

const plain = (path: string): string => (path.split('?', 1)[0] ?? '').replace(/\/[0-9]+(?=\/|$)/g, '/{id}');

/** The body's schema lists only these members, and does not mention others. */
function published(listed: Listed): Layer {
  return inDocument((document) => {
    const paths = Object.entries((document['paths'] ?? {}) as Json).map(([path, item]) => {
      const operations = Object.entries(item as Json).map(([method, operation]) => {
        const route = `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{id}')}`;
        return [method, withListed(document, operation, (name) => listed(route, name))] as const;
      });
      return [path, Object.fromEntries(operations)] as const;
    });
    return { ...document, paths: Object.fromEntries(paths) };
  });
}

function withListed(document: Json, operation: unknown, isListed: (name: string) => boolean): unknown {
  if (!isObject(operation) || !isObject(operation['requestBody'])) return operation;
  const requestBody = operation['requestBody'] as Json & { content?: Record<string, Json> };
  const content = Object.entries(requestBody.content ?? {}).map(([type, media]) => {
    const { schema, example: _, examples: __, ...rest } = media;
    return [type, { ...rest, schema: listing(referenced(document, schema), isListed) }] as const;
  });
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

function referenced(document: Json, schema: unknown): unknown {
  const name = isObject(schema) ? /^#\/components\/schemas\/(.*)$/.exec(String(schema['$ref']))?.[1] : undefined;
  return name === undefined ? schema : ((document['components'] as Json)['schemas'] as Json)[name];
}

function listing(schema: unknown, isListed: (name: string) => boolean): unknown {
  if (!isObject(schema) || !isObject(schema['properties'])) return schema;
  const { additionalProperties: _, example: __, examples: ___, required: all, ...rest } = schema;
  const properties = Object.entries(schema['properties']).filter(([name]) => isListed(name));
  const required = Array.isArray(all) ? all.filter((name) => isListed(String(name))) : [];
  return { ...rest, properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

/** Members that the sandbox's gateway requires but this member does not know: unchanged from the row, or a made one. */
async function inPlace(request: HttpRequest, names: readonly string[], next: Next): Promise<Json> {
  if (names.length === 0) return {};
  const headers = request.headers.filter(([name]) => /^(authorization|host)$/i.test(name));
  const read = async (path: string) => jsonOf(await next({ method: 'GET', path, headers, body: Buffer.alloc(0) })) ?? {};
  const row = request.method === 'PUT' ? await read(request.path.split('?', 1)[0] ?? '') : {};
  const own = headerOf(request, 'idempotency-key') ?? 'none';
  const text = { displayName: own, subject: own, address: own, externalId: own, chain: 'BITCOIN' };
  const accounts = names.includes('accountId') ? (await read('/accounts?limit=1'))['items'] : undefined;
  const [account] = Array.isArray(accounts) ? (accounts as Json[]) : [];
  const made: Json = {
    ...text,
    exchangeId: 1,
    assetId: 1,
    accountId: account?.['accountId'] ?? 1,
    capabilities: [],
    instrumentId: 1,
  };
  return Object.fromEntries(names.map((name) => [name, row[name] ?? made[name]]).filter(([, value]) => value !== undefined));
}

/** A member that takes what `listed` names and ignores or refuses all else. */
function takingListed(listed: Listed, unlisted: 'ignored' | 'refused'): Layer {
  const document = published(listed);
  return async (request, next) => {
    const route = `${request.method} ${plain(request.path)}`;
    const body = request.method === 'GET' ? undefined : jsonOf(request);
    if (body === undefined) return document(request, next);
    const isTaken = (name: string) => listed(route, name) || REFUSED_BY_NAME.test(name);
    const unknown = Object.keys(body).filter((name) => !isTaken(name));
    if (unknown.length > 0 && unlisted === 'refused') return next(withBody(request, { ...body, noSuchMember: true }));
    const wanted = WANTED.flatMap(([pattern, names]) => (pattern.test(route) ? names.split(' ') : []));
    const filled = await inPlace(
      request,
      wanted.filter((name) => !listed(route, name)),
      next,
    );
    if (unknown.length === 0 && Object.keys(filled).length === 0) return next(request);
    const known = Object.entries(body).filter(([name]) => isTaken(name));
    return next(withBody(request, { ...Object.fromEntries(known), ...filled }));
  };
}

/** An order requires a member that the document does not mention. */
function unpublishedOrderMember(refused: (body: Json) => Json): Layer {
  return (request, next) => {
    const body = `${request.method} ${plain(request.path)}` === 'POST /orders' ? jsonOf(request) : undefined;
    if (body === undefined) return next(request);
    const { desk, ...rest } = body;
    return next(withBody(request, desk === 'EQ' ? rest : refused(rest)));
  };
}

/** Bodies that differ from the sandbox's own. They exclude one another. */
export const BODIES_VARIATIONS: readonly Variation[] = [
  variation('unnamed-members-ignored', [], 'Bodies list what the interface names, and all else is ignored.', () => takingListed(isNamed, 'ignored')),
  variation('unnamed-members-refused', [], 'Bodies list what the interface names, and all else answers 400.', () => takingListed(isNamed, 'refused')),
  variation('unpublished-order-member-422', [], 'The owner refuses an order without an unpublished `desk`.', () =>
    // An order of nothing is refused in the same way.
    unpublishedOrderMember((body) => ({ ...body, qty: '0' })),
  ),
  variation('unpublished-order-member-400', [], 'The door refuses an order without an unpublished `desk`.', () =>
    unpublishedOrderMember((body) => ({ ...body, deskIsMissing: true })),
  ),
];

const UNNAMED = [
  ...['displayName', 'subject', 'externalId', 'capabilities', 'status', 'exchangeId', 'portfolioId', 'credentialId'],
  ...['accountId', 'assetId', 'instrumentId', 'chain', 'address', 'canReadBalances', 'canTrade', 'remark', 'version'],
];

/** One variation for each body member that only some operations name: the others ignore it. */
export const WITHOUT_ONE_MEMBER: readonly Variation[] = UNNAMED.map((one) => {
  const name = `body-without-${one.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const listed: Listed = (route, member) => member !== one || isNamed(route, member);
  return variation(name, [], `\`${one}\` is ignored where the interface does not name it.`, () => takingListed(listed, 'ignored'));
});

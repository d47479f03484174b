/** What an implementer may choose who has read the interface and nothing else: types, names, additions and spellings that it leaves open. */
import { inDocument } from '../document.ts';
import {
  changeJson,
  changeResponse,
  everyObject,
  headerOf,
  isObject,
  isPublished,
  type Json,
  jsonOf,
  type Layer,
  refusal,
  routeOf,
  withBody,
  withHeader,
  withJson,
} from '../layer.ts';
import { less, unpublished } from '../unpublished.ts';
import { variation, variationOfFrames } from '../variation.ts';

const TEXT_IDS = ['instanceId', 'algoInstanceId', 'algoVersionId', 'configSeq', 'seq'];

/** Changes some members of every object, in responses and as the document publishes them. */
const inMembers = (names: readonly string[], change: (value: unknown) => unknown, publish: (schema: Json) => Json) => {
  const mapped = (object: Json, of: (value: unknown) => unknown): Json =>
    names.some((name) => name in object)
      ? Object.fromEntries(Object.entries(object).map(([name, value]) => [name, names.includes(name) ? of(value) : value]))
      : object;
  const served = changeJson((json) => everyObject(json, (object) => mapped(object, change)));
  const published = inDocument(
    (document) =>
      everyObject(document, (object) =>
        isObject(object['properties']) ? { ...object, properties: mapped(object['properties'], (schema) => publish(schema as Json)) } : object,
      ) as Json,
  );
  return { served, published };
};

const inTurn =
  (...layers: readonly Layer[]): Layer =>
  (request, next) =>
    layers.reduceRight<typeof next>((rest, layer) => (asked) => layer(asked, rest), next)(request);

function idsInText(): Layer {
  const { served, published } = inMembers(
    TEXT_IDS,
    (value) => (typeof value === 'number' ? String(value) : value),
    () => ({ type: ['string', 'null'] }),
  );
  const taken: Layer = (request, next) => {
    const body = request.method === 'POST' ? jsonOf(request) : undefined;
    const id = body?.['algoVersionId'];
    return next(typeof id === 'string' ? withBody(request, { ...body, algoVersionId: Number(id) }) : request);
  };
  return inTurn(served, published, taken);
}

/** Instances call their id `id`; an operation's outcome keeps the name that the interface shows. */
function instanceIdCalledId(): Layer {
  const renamed = (object: Json): Json => {
    const { instanceId: id, ...rest } = object;
    return { id, ...rest };
  };
  const served = changeJson((json) => everyObject(json, (object) => ('lastCause' in object && 'instanceId' in object ? renamed(object) : object)));
  const published = inDocument(
    (document) =>
      everyObject(document, (schema) => {
        const { properties, required } = schema;
        if (!isObject(properties) || !('lastCause' in properties) || !('instanceId' in properties)) return schema;
        const names = Array.isArray(required) ? required.map((name) => (name === 'instanceId' ? 'id' : String(name))) : [];
        return { ...schema, properties: renamed(properties), required: names };
      }) as Json,
  );
  return inTurn(served, published);
}

/** Members of its own that differ with each response, as members behind one address do. */
function ownMembers(): Layer {
  let n = 0;
  return changeJson((json) => {
    n += 1;
    const own = {
      servedBy: `member-${n % 3}`,
      serverTime: new Date(n * 1_000).toISOString(),
      tookMicros: n,
      requestId: `${n}`,
    };
    return everyObject(json, (object) =>
      // The error's own requestId is the interface's.
      'requestId' in object ? { ...object, servedBy: own.servedBy } : { ...object, ...own },
    );
  });
}

/** Changes the schemas of the document; a refusal has none. */
const inSchemas = (change: (schemas: Json) => Json): Layer =>
  inDocument((document) => {
    const { components } = document;
    if (!isObject(components) || !isObject(components['schemas'])) return document;
    return { ...document, components: { ...components, schemas: change(components['schemas']) } };
  });

const MONEY_PATTERN = '^-?[0-9]+(\\.[0-9]+)?$';

/** Only request bodies state a pattern and a maximum length of money. */
const servedMoneyUnstated = inSchemas((all) => {
  const schemas = Object.entries(all).map(([name, schema]) => {
    const open = everyObject(schema, (object) => {
      const { pattern, maxLength: _, ...rest } = object;
      return pattern === MONEY_PATTERN ? rest : object;
    });
    return [name, name.endsWith('Body') ? schema : open] as const;
  });
  return Object.fromEntries(schemas);
});

/** No list of refusal codes or reasons anywhere. */
const withoutCodes = inDocument(
  (document) =>
    everyObject(document, (object) => {
      const lists = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.includes('INSTRUMENT_NOT_LIVE'));
      return lists.length === 0 ? object : Object.fromEntries(Object.entries(object).filter(([name]) => !lists.some(([list]) => list === name)));
    }) as Json,
);

const isOfNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

/** The dialect of OpenAPI 3.0: `nullable` in place of the type null. */
const asOpenApi30 = inDocument((document) => {
  const spelt = everyObject(document, (schema) => {
    const { type, anyOf, ...rest } = schema;
    if (Array.isArray(type) && type.includes('null')) {
      const [only, second] = type.filter((one) => one !== 'null');
      return second === undefined ? { ...schema, type: only, nullable: true } : schema;
    }
    if (Array.isArray(anyOf) && anyOf.some(isOfNull)) {
      return { ...rest, allOf: anyOf.filter((one) => !isOfNull(one)), nullable: true };
    }
    return schema;
  });
  return 'openapi' in document ? { ...(spelt as Json), openapi: '3.0.3' } : document;
});

/** Media types of the document in another spelling. */
const mediaTypes = (spelling: string) =>
  inDocument(
    (document) =>
      everyObject(document, (object) => {
        const { 'application/json': json, ...others } = object;
        return json === undefined ? object : { ...others, [spelling]: json };
      }) as Json,
  );

const docsPage = (change: (response: Parameters<Parameters<typeof changeResponse>[0]>[0]) => typeof response): Layer =>
  changeResponse((response, request) => (routeOf(request) === 'GET /docs' ? change(response) : response));

/** The page is served at /docs/, as in many frameworks. */
const docsElsewhere: Layer = async (request, next) => {
  if (routeOf(request) === 'GET /docs/') return next({ ...request, path: '/docs' });
  const response = await next(request);
  return routeOf(request) === 'GET /docs' && response.status === 200 ? { ...withHeader(response, 'Location', '/docs/'), status: 307, body: '' } : response;
};

const RENDERED = '<!doctype html><title>API</title><h2>GET /account-balances</h2><form action="/orders"><button>Try</button></form>';

const WITH_200 = /^POST \/(v1\/ws-tickets|algos\/(halt|instances\/[^/]+\/(start|stop|delete)))$|\/config$/;

/** The status of successful writes, if the interface does not name one. */
const writeStatus = (status: 200 | 201): Layer =>
  inTurn(
    changeResponse((response, request) => {
      const isWrite = request.method !== 'GET' && !WITH_200.test(routeOf(request));
      return isWrite && (response.status === 200 || response.status === 201) ? { ...response, status } : response;
    }),
    inDocument(
      (document) =>
        everyObject(document, (object) => {
          const { '200': ok, '201': created } = object;
          return isObject(ok ?? created) ? { ...object, '200': ok ?? created, '201': created ?? ok } : object;
        }) as Json,
    ),
  );

const createdAt: Layer = changeResponse((response, request) => {
  const [, id] = Object.entries(jsonOf(response) ?? {}).find(([name]) => name.endsWith('Id')) ?? [];
  return response.status === 201 ? withHeader(response, 'Location', `${request.path.split('?', 1)[0]}/${String(id)}`) : response;
});

const WEAK: Layer = changeResponse((response, { method, path }) =>
  method === 'GET' && response.status === 200 && !path.startsWith('/account-balances') && headerOf(response, 'etag') === undefined
    ? withHeader(response, 'ETag', `W/"${response.body.length}"`)
    : response,
);

const inPages = (change: (page: Json) => Json): Layer => changeJson((json) => (Array.isArray(json['items']) ? change(json) : json));

/** GET /me without objects of user and organisation. */
function flatMe(): Layer {
  const published = inSchemas((schemas) => ({ ...schemas, Me: { type: 'object' } }));
  const served: Layer = async (request, next) => {
    const response = await next(request);
    const json = routeOf(request) === 'GET /me' ? jsonOf(response) : undefined;
    if (json === undefined || !isObject(json['user'])) return response;
    return withJson(response, {
      ...json['user'],
      capabilities: json['capabilities'],
      organisation: (json['organisation'] as Json)['displayName'],
    });
  };
  return inTurn(published, served);
}

const isPointed = (request: Parameters<Layer>[0]): boolean => !isPublished(request);

/** `5` is written `5.0`, which is the same JSON number. */
const withPoints: Layer = async (request, next) => {
  const response = await next(request);
  return isPointed(request) && jsonOf(response) !== undefined
    ? { ...response, body: response.body.replaceAll(/(?<=":)(-?[0-9]+)(?=[,}])/g, '$1.0') }
    : response;
};

/** Refuses to delete what is started. */
const deleteNeedsStop: Layer = async (request, next) => {
  const instance = /^POST (\/algos\/instances\/[^/]+)\/delete$/.exec(routeOf(request))?.[1];
  if (instance === undefined) return next(request);
  const bearer = request.headers.filter(([name]) => /^(authorization|host)$/i.test(name));
  const row = await next({ method: 'GET', path: instance, headers: bearer, body: Buffer.alloc(0) });
  return jsonOf(row)?.['status'] === 'STARTED' ? refusal(request, 409, 'NOT_STOPPED') : next(request);
};

/** Variations of a member that was written from the interface alone. */
export const LIBERTIES_VARIATIONS = [
  variation('algo-ids-in-text', [], 'Ids of instances and versions, and the seq of documents, are decimal strings.', idsInText),
  variation('instance-id-called-id', [], 'The rows of algo instances call their id `id`.', instanceIdCalledId),
  variation('own-members-differ', [], 'Every object has members of its own that differ with each response.', ownMembers),
  variation('served-money-unstated', [], 'The document states pattern and length of money in request bodies only.', () => servedMoneyUnstated),
  variation('no-codes-in-the-document', [], 'The document lists no refusal codes and no reasons.', () => withoutCodes),
  variation('document-of-openapi-3-0', [], 'The document is of OpenAPI 3.0, with `nullable`.', () => asOpenApi30),
  variation('document-media-types-with-charset', [], 'The media types of the document state a charset.', () => mediaTypes('application/json; charset=utf-8')),
  variation('document-media-type-ranges', [], 'The media types of the document are ranges.', () => mediaTypes('*/*')),
  variation('docs-rendered-on-the-server', [], 'The page at /docs has no script, and names the routes.', () =>
    docsPage((response) => ({ ...response, body: RENDERED })),
  ),
  variation('docs-below-a-slash', [], 'GET /docs leads to /docs/.', () => docsElsewhere),
  variation('docs-in-capitals', [], 'The media type of /docs is `Text/HTML;charset="UTF-8"`.', () =>
    docsPage((response) => withHeader(response, 'Content-Type', 'Text/HTML;charset="UTF-8"')),
  ),
  variation('json-in-capitals', [], 'Content-Type is `Application/JSON;charset="UTF-8"`.', () =>
    changeResponse((response) => (jsonOf(response) === undefined ? response : withHeader(response, 'Content-Type', 'Application/JSON;charset="UTF-8"'))),
  ),
  variation('every-write-201', ['A78'], 'Every write that succeeds answers 201 if the interface names no status.', () => writeStatus(201)),
  variation('every-write-200', ['A78'], 'Every write that succeeds answers 200.', () => writeStatus(200)),
  variation('location-on-201', [], 'A 201 has a Location.', () => createdAt),
  variation('weak-etags-without-a-version', [], 'Reads without a version have a weak ETag.', () => WEAK),
  variation('pages-with-their-limit', [], 'Pages state their limit, their count, links and whether more follow.', () =>
    inPages((page) => ({
      ...page,
      ...{ limit: 100, size: (page['items'] as unknown[]).length, hasMore: page['nextCursor'] != null },
      links: { next: page['nextCursor'], self: '/' },
    })),
  ),
  variation('me-flat', [], 'GET /me serves the user, the name of the organisation and the capabilities in one object.', flatMe),
  variation('further-headers-now-and-then', [], 'Every third response has an additional header.', () => {
    let n = 0;
    return changeResponse((response) => {
      n += 1;
      return n % 3 === 0 ? withHeader(response, 'Traceresponse', `00-${n}`) : response;
    });
  }),
  variation('integers-with-a-point', [], 'Integers are written with a point, such as 5.0.', () => withPoints),
  variation('orders-with-empty-rejection', [], 'Order rows have a rejection that is null.', () =>
    changeJson((json) => everyObject(json, (row) => ('leavesQty' in row ? { rejection: null, rejectReason: null, ...row } : row))),
  ),
  variation('operation-with-its-row', [], 'Operation records hold the request and the row.', () =>
    changeJson((json) =>
      isObject(json['outcome']) ? { ...json, request: { method: 'POST', path: '/orders' }, row: { orderId: '1', userId: 1 }, history: [] } : json,
    ),
  ),
  variation('capabilities-in-the-user', [], 'GET /me holds the capabilities in the user, too.', () =>
    changeJson((json) =>
      isObject(json['user']) && Array.isArray(json['capabilities'])
        ? { ...json, user: { ...json['user'], capabilities: json['capabilities'], roles: [] } }
        : json,
    ),
  ),
  variation('no-detail-unless-refused', [], 'A config document that is not refused has no `detail`.', () =>
    unpublished(['detail'], (row) => ('outcomeAtNs' in row && row['detail'] === null ? less(row, ['detail']) : row)),
  ),
  variation('messages-with-request-id', [], 'Error messages end with the id of the request.', () =>
    changeJson((json) => {
      const { error } = json;
      if (!isObject(error)) return json;
      return { ...json, error: { ...error, message: `${String(error['message'])} [${String(error['requestId'])}]` } };
    }),
  ),
  variation('delete-needs-stop', ['A85'], 'A started instance is not deleted: 409.', () => deleteNeedsStop),
  variationOfFrames('market-data-other-error-value', ['A100'], 'The market data socket refuses a token with another error value.', () => (connection) => ({
    down(text) {
      return [connection.socket === 'market-data' ? text.replace('"invalid_token"', '"TOKEN_EXPIRED_OR_INVALID"') : text];
    },
  })),
] as const;

/** A strange member: its document, its additional body members and its deployment differ from the sandbox's. */
import { inDocument, inSchema } from '../document.ts';
import { everyObject, isObject, type Json, jsonOf, type Layer, refusal, routeOf, withBody, withoutHeaders } from '../layer.ts';
import { deployedWith, variation } from '../variation.ts';

/** The schema of refusal codes, which the sandbox publishes as examples. */
const inCodes = (change: (code: Json, codes: readonly string[]) => Json): Layer =>
  inDocument(
    inSchema('ErrorBody', (schema) => {
      const properties = schema['properties'] as Json;
      const { examples: codes, ...code } = properties['code'] as Json & { examples?: string[] };
      // Another layer has already changed it.
      if (codes === undefined) return schema;
      return { ...schema, properties: { ...properties, code: change(code, codes) } };
    }),
  );

const DESKS = ['spot', 'derivatives'];

/** POST /orders accepts a member that the interface does not know, and the document requires it. */
function ownOrderMember(): Layer {
  const published = inDocument(
    inSchema('SubmitOrderBody', (schema) => ({
      ...schema,
      properties: { ...(schema['properties'] as Json), desk: { type: 'string', enum: DESKS } },
      required: [...((schema['required'] as string[] | undefined) ?? []), 'desk'],
    })),
  );
  return async (request, next) => {
    const body = routeOf(request) === 'POST /orders' ? jsonOf(request) : undefined;
    if (body === undefined) return published(request, next);
    const { desk, ...rest } = body;
    // The gateway refuses the unknown member, in the order of its other checks.
    return next(withBody(request, DESKS.includes(String(desk)) ? rest : { ...rest, deskIsMissing: true }));
  };
}

/** A 202 has no content, and the document declares it so. */
function withoutContent202(): Layer {
  const published = inDocument(
    (document) =>
      everyObject(document, (object) => {
        const accepted = object['202'];
        if (!isObject(accepted)) return object;
        const { content: _, ...bare } = accepted;
        return { ...object, '202': bare };
      }) as Json,
  );
  return async (request, next) => {
    const response = await published(request, next);
    return response.status === 202 ? { ...withoutHeaders(response, 'Content-Type'), body: '' } : response;
  };
}

/** Serves orders without `side`, which the interface does not name. */
function withoutSide(): Layer {
  const published = inDocument(
    inSchema('SubmitOrderBody', (schema) => {
      const { side: _, ...properties } = schema['properties'] as Json;
      return { ...schema, properties };
    }),
  );
  return (request, next) => {
    const body = routeOf(request) === 'POST /orders' ? jsonOf(request) : undefined;
    return body?.['side'] === undefined ? published(request, next) : next(withBody(request, { ...body, sideIsNoMember: true }));
  };
}

/** Refuses writes of key material right after the caller is checked. */
function intakeFirst(): Layer {
  return async (request, next) => {
    const isIntake = /^(POST \/credentials|PUT \/credentials\/[^/]+|POST \/credentials\/[^/]+\/rotate)$/.test(routeOf(request));
    if (!isIntake) return next(request);
    const bearer = request.headers.filter(([name]) => /^(authorization|host)$/i.test(name));
    const caller = await next({ method: 'GET', path: '/me', headers: bearer, body: Buffer.alloc(0) });
    return caller.status === 200 ? refusal(request, 503, 'INTAKE_UNAVAILABLE', true) : next(request);
  };
}

/** Variations of a strange member. */
export const STRANGE_VARIATIONS = [
  variation('codes-as-enum', [], 'The document publishes refusal codes as an enum.', () => inCodes((code, codes) => ({ ...code, enum: codes }))),
  variation('codes-as-extensible-enum', [], 'The document publishes refusal codes as x-extensible-enum.', () =>
    inCodes((code, codes) => ({ ...code, 'x-extensible-enum': codes })),
  ),
  variation('codes-unpublished', [], 'The document does not publish refusal codes.', () => inCodes((code) => code)),
  variation('document-202-without-content', [], 'The document declares a 202 without content.', () => withoutContent202()),
  variation('own-order-member', [], 'An order needs a `desk`, which the document publishes.', ownOrderMember),
  variation('order-without-side', ['A67'], 'An order body with `side` answers 400.', withoutSide),
  variation('missing-intake-503-first', [], 'Without intake every write of key material answers 503.', intakeFirst),
  deployedWith('no-viewer', [], 'The profile has no viewer.', { absentPrincipals: ['viewer'] }),
  deployedWith('no-intake', [], 'The member is deployed without intake.', { absentSurfaces: ['intake'] }),
  deployedWith('issuer-basic-only', [], 'The issuer takes client secrets by HTTP Basic only.', { basicOnly: true }),
] as const;

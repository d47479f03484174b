import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readAt } from '../contract/older-bodies.ts';
import { malformed, Refusal } from '../contract/refusals.ts';
import type { RouteRow } from '../contract/routes.ts';
import type { SHAPES } from '../contract/shapes/shapes.ts';
import type { Gates } from '../contract/versions.ts';
import { holdingTime } from '../host-work.ts';
import { linesOf } from '../http/request-head.ts';
import { JsonFault, parseStrictJson } from '../http/strict-json.ts';
import type { Services } from '../services.ts';
import { stage } from '../stage.ts';

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;
/** Loaded with the first body. */
let shapes: typeof SHAPES | undefined;

/**
 * The body: strict JSON of the route's shape. koa-body only reads the bytes: by itself it would accept other charsets,
 * invalid UTF-8, a wrong Content-Encoding and a repeated member (traps X5, X6, X14).
 */
export const readBody = stage({
  name: 'read-body',
  refuses: ['PAYLOAD_TOO_LARGE', 'MALFORMED_REQUEST', 'SCALE_UNKNOWN'],
  needs: ['services', 'request', 'route', 'params', 'key', 'ifMatch', 'readText'],
  gives: ['body'],
  async run({ services, request, route, params, key, ifMatch, readText }) {
    requireReadable(request);
    const value = parsed(await readText(), route);
    return { body: await heldToShape(value, route, { ...params, key, ifMatch }, services) };
  },
});

/**
 * A body's value, held to the route's shape and to what it restates of the key, the path and the If-Match; an order's
 * operation on a socket is held to the same.
 *
 * @throws Refusal MALFORMED_REQUEST, with the member at fault where there is one; SCALE_UNKNOWN of older members
 */
export async function heldToShape(
  value: unknown,
  route: RouteRow,
  said: Readonly<Record<string, string | null>>,
  { clock, gates }: Pick<Services, 'clock' | 'gates'>,
): Promise<unknown> {
  const loaded = shapes ?? (await holdingTime(clock, 'module loading', loadShapes()));
  const body = shaped(loaded, value, route, gates);
  requireNoContradiction(body as Record<string, unknown>, route, said);
  return body;
}

async function loadShapes(): Promise<typeof SHAPES> {
  shapes = (await import('../contract/shapes/shapes.ts')).SHAPES;
  return shapes;
}

function requireReadable(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined)
    throw malformed(`Content-Encoding: ${encoding.slice(0, 40)} is not taken; send the body as it is`);
  const types = linesOf(request, 'content-type');
  if (types.length > 1) throw malformed('Content-Type: sent more than once');
  if (types[0] !== undefined && !JSON_MEDIA_TYPE.test(types[0].trim())) {
    throw malformed(`Content-Type: ${types[0].slice(0, 80)} is not taken; send application/json in UTF-8`);
  }
}

function parsed(text: string, route: RouteRow): unknown {
  // A cancel needs no member: no body equals {}.
  if (text === '' && route.bodyRequired === false) return {};
  if (text === '') throw malformed('the body is missing: this write takes one in JSON');
  try {
    return parseStrictJson(text);
  } catch (thrown) {
    if (!(thrown instanceof JsonFault)) throw thrown;
    throw malformed(`the body is refused: ${holdsSecrets(route) ? thrown.unquoted : thrown.message}`);
  }
}

function shaped(loaded: typeof SHAPES, value: unknown, route: RouteRow, gates: Gates): unknown {
  if (route.body === undefined) throw new Error('a write has a body of some shape');
  const read = readAt(gates, route.body, value);
  const result = loaded[route.body].safeParse(read);
  if (result.success) return result.data;
  // Legs of the one family that there was, for a venue of the other: that it has no connector is said further down.
  if (!gates['credentials.family-b'] && result.error.issues.every(isOfLegs)) return value;
  if (!gates['money.taken-at-own-scale'] && result.error.issues.every(isTooLong)) return value;
  if (gates['money.scale-unknown'] && result.error.issues.every(isOfNoScale)) {
    throw new Refusal(
      'SCALE_UNKNOWN',
      `${result.error.issues[0]?.path.join('.')}: an amount of nothing that has a scale`,
    );
  }
  const nameOf = holdsSecrets(route) ? unnamed : strange;
  const faults = result.error.issues.map((issue) => said(issue, nameOf));
  const field = result.error.issues[0]?.path[0];
  throw malformed(faults.slice(0, 3).join('; '), field === undefined ? undefined : String(field));
}

/** Where a client mistakes a secret for a member's name, writes it as a number or sends it to the wrong arm, no refusal may say it (CRED-05). */
function holdsSecrets({ family }: RouteRow): boolean {
  return family === 'credentials';
}

function isOfNoScale(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['scale'] === 'unknown';
}

function isTooLong(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['money'] === 'too long';
}

function isOfLegs(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['legs'] !== undefined;
}

function said(issue: z.core.$ZodIssue, nameOf: (name: string) => string): string {
  const where = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  if (issue.code === 'unrecognized_keys') return `${where}${issue.keys.map(nameOf).join('; ').slice(0, 240)}`;
  return `${where === '' ? 'the body: ' : where}${issue.message}`;
}

function unnamed(name: string): string {
  return name === 'userId' || name === 'algoInstanceId' ? strange(name) : 'a member that this body does not have';
}

/** A member that this body does not have, and why where a client may have meant well. */
function strange(name: string): string {
  const shown = name.slice(0, 80);
  if (name === 'userId' || name === 'algoInstanceId')
    return `${shown}: not a member of this body; the principal is stamped from the token`;
  if (name.endsWith('Scale')) return `${shown}: not a member of this body; a money value states its own scale`;
  return `${shown}: not a member of this body`;
}

/** What a body restates, it may not contradict (MATCH-05, ORD-01). Numbers are restated as the path and the header spell them. */
function requireNoContradiction(
  body: Record<string, unknown>,
  route: RouteRow,
  said: Readonly<Record<string, string | true | null>>,
): void {
  for (const [member, restated] of Object.entries(route.restates ?? {})) {
    const value = body[member];
    const stated = said[restated] ?? null;
    if (value !== undefined && stated !== null && String(value) !== stated) {
      throw malformed(`${member}: contradicts the ${RESTATED[restated]}`, member);
    }
  }
}

const RESTATED = { key: 'Idempotency-Key', id: 'path', ifMatch: 'If-Match' } as const;

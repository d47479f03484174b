/** The issuer's HTTP side: RFC 6749, RFC 7517, OpenID Connect Discovery 1.0 and RFC 8414, and the mint. */

import type { IncomingMessage } from 'node:http';
import { durationMs } from '../duration.ts';
import { tokenFault } from '../faults/issuer-edge.ts';
import type { World } from '../hosting/world.ts';
import { ControlError } from './control-error.ts';
import type { Reply } from './control-route.ts';
import { controlRoute, JSON_TYPE, json, NOTHING } from './control-route.ts';
import { readText } from './request-body.ts';
import {
  discovery,
  keySet,
  minted,
  mintRequest,
  noQuery,
  rotated,
  rotateRequest,
  tokenGranted,
  tokenRequest,
} from './shapes.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Short, because a restarted sandbox has another key under the same address. */
const CACHED_A_MINUTE = { 'Cache-Control': 'public, max-age=60' } as const;
const NO_STORE = { 'Cache-Control': 'no-store' } as const;

const discover = (world: World): Reply => json(world.issuer.discovery, 200, CACHED_A_MINUTE);

/** The issuer: tokens, keys, discovery, and the mint. */
export const IDENTITY_ROUTES = [
  controlRoute({
    operationId: 'grantToken',
    method: 'POST',
    path: '/identity/token',
    tag: 'Identity',
    summary:
      "Issues a token for OAuth 2.0 client credentials (clients and secrets are in the target profile), or for the code or refresh token of a page's login",
    query: noQuery,
    body: tokenRequest,
    bodyType: FORM_TYPE,
    answer: { status: 200, type: JSON_TYPE, shape: tokenGranted },
    async run(world, { request }) {
      const form = await readText(request);
      const fault = await tokenFault(world.faults);
      if (fault === 'lost') {
        world.watch?.grant(request, form);
        return lost(request);
      }
      const answer =
        fault ??
        (await world.issuer.grant({
          contentType: request.headers['content-type'] ?? null,
          authorization: request.headers.authorization ?? null,
          form,
        }));
      world.watch?.grant(request, form, answer);
      return json(answer.body, answer.status, answer.headers);
    },
  }),
  controlRoute({
    operationId: 'mintToken',
    method: 'POST',
    path: '/identity/mint',
    tag: 'Identity',
    summary:
      'Issues a token with chosen claims, header, lifetime and defects. With Accept: text/plain the answer is the token alone',
    query: noQuery,
    body: mintRequest,
    answer: { status: 200, type: JSON_TYPE, shape: minted },
    run(world, { body, request }) {
      const { persona: name, expiresIn, ...defects } = body;
      const { personas } = world.issuer;
      const persona = personas.named(name);
      if (persona === undefined) {
        throw new ControlError(
          'NOT_FOUND',
          `body.persona: no principal ${name}; there are ${personas.names().join(', ')}`,
        );
      }
      const token = mint(world, persona, {
        ...defects,
        ...(expiresIn === undefined ? {} : { expiresInMs: durationMs(expiresIn) }),
      });
      if (!/\btext\/plain\b/i.test(request.headers.accept ?? '')) return json({ token }, 200, NO_STORE);
      return { status: 200, headers: NO_STORE, type: 'text/plain', body: token };
    },
  }),
  controlRoute({
    operationId: 'readKeys',
    method: 'GET',
    path: '/identity/jwks',
    tag: 'Identity',
    summary: 'The public keys that verify the tokens',
    query: noQuery,
    answer: { status: 200, type: 'application/jwk-set+json', shape: keySet },
    async run({ faults, issuer }, { request }) {
      const outcome = await faults.at('jwks', {});
      if (outcome?.act === 'drop') return lost(request);
      if (outcome?.act === 'fail') throw new ControlError('UNAVAILABLE', 'a fault of the sandbox: try again');
      return { ...json(issuer.jwks, 200, CACHED_A_MINUTE), type: 'application/jwk-set+json' };
    },
  }),
  controlRoute({
    operationId: 'rotateKeys',
    method: 'POST',
    path: '/identity/rotate',
    tag: 'Identity',
    summary:
      'Signs later tokens with a new key; a member fetches the keys again when a token names a key that it does not have',
    query: noQuery,
    body: rotateRequest,
    answer: { status: 200, type: JSON_TYPE, shape: rotated },
    run: ({ issuer }, { body }) => json({ kid: issuer.rotate(body.keep ?? true).kid }),
  }),
  controlRoute({
    operationId: 'discoverOpenId',
    method: 'GET',
    path: '/identity/.well-known/openid-configuration',
    tag: 'Identity',
    summary: 'The metadata by which an OAuth client library finds the token endpoint and the keys',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: discovery },
    run: discover,
  }),
  controlRoute({
    operationId: 'discoverOAuth',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/identity',
    tag: 'Identity',
    summary: 'The same metadata by RFC 8414',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: discovery },
    run: discover,
  }),
] as const;

/** Sends no answer: the connection is destroyed. */
function lost(request: IncomingMessage): Reply {
  request.socket.destroy();
  return NOTHING;
}

function mint({ issuer }: World, ...[persona, request]: Parameters<World['issuer']['mint']>): string {
  try {
    return issuer.mint(persona, request);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ControlError(
        'MALFORMED_REQUEST',
        'body.rawClaims: each must be one JSON number, string, true, false or null',
      );
    throw error;
  }
}

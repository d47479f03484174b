/** Request and response shapes of the control plane: they validate, and /openapi.json publishes them. */
import { z } from 'zod';
import { MOST_RATE } from '../clock.ts';
import { EDGES, type Edge, EFFECTS, edgeRow } from '../faults/edges.ts';
import { faultRule as statedRule } from '../faults/rule-shape.ts';
import { MINT_KEYS } from '../identity/mint.ts';
import { OUTCOME_KINDS } from './outcome.ts';
import { count, duration, ns } from './quantities.ts';

/** The state of the clock. */
export const clockView = z
  .strictObject({
    mode: z.enum(['real', 'virtual', 'scaled']),
    nowNs: ns,
    rate: z.number().optional(),
    timers: count,
  })
  .meta({ id: 'Clock' });

const held = z.strictObject({ name: z.string(), count });

/** The known properties of the place where a fault applies. */
export const where = {
  owner: z.string().optional(),
  command: z.string().optional(),
  org: count.optional(),
  key: z.string().optional(),
  member: z.string().optional(),
  socket: z.string().optional(),
  frame: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
};
/** A command or frame that a fault holds or delays. */
export const waiting = z
  .strictObject({
    fault: z.string().meta({ description: 'The rule that holds or delays it' }),
    edge: z.enum(EDGES),
    sinceNs: ns,
    untilNs: ns.nullable().meta({ description: 'When it continues; null: when it is released' }),
    ...where,
  })
  .meta({ description: 'A command or frame that a fault holds or delays now, with its edge and the known properties' });

/** The duration of an advance. */
export const advanceRequest = z.strictObject({ by: duration }).meta({ id: 'Advance' });

/** The speed of a scaled clock. */
export const rateRequest = z
  .strictObject({
    rate: z.number().min(0).max(MOST_RATE).meta({ description: 'Seconds of the clock per real second; 0: stopped' }),
  })
  .meta({ id: 'ClockRate', examples: [{ rate: 60 }, { rate: 0 }] });

/** The new time, and the timers that fired. */
export const advanced = z
  .strictObject({
    nowNs: ns,
    fired: z.array(
      z.strictObject({
        atNs: ns,
        label: z.string(),
        times: z
          .int()
          .min(2)
          .optional()
          .meta({ description: 'The number of timers; consecutive timers of one label are one entry' }),
        lastAtNs: ns.optional().meta({ description: 'The time of the last of them' }),
      }),
    ),
    ran: count.meta({ description: 'The number of timers that ran; `fired` has at most 1,000 entries' }),
    held: z.array(held),
    waiting: z.array(waiting),
  })
  .meta({ id: 'Advanced' });

function edgeText(edge: Edge): string {
  const { description, knows, takes } = edgeRow(edge);
  return `${edge}: ${description} (knows ${knows.length === 0 ? 'nothing else' : knows.join(', ')}; takes ${takes.join(', ')})`;
}

/** A fault rule: where, what, how often. */
export const faultRule = statedRule.meta({
  id: 'FaultRule',
  description:
    'Where (all stated properties must match), what (exactly one effect), how often (absent: every time). ' +
    `The edges, with the properties and effects of each: ${EDGES.map(edgeText).join('; ')}.`,
  examples: [
    { on: { owner: 'orders', command: 'submit' }, hold: 'orders-verdict', times: 1 },
    { on: { edge: 'handshake', socket: 'trading' }, refuse: 'NOT_PRIMED', times: 2 },
    { on: { edge: 'first-frame', org: 1 }, hold: 'opening', times: 1 },
    { on: { edge: 'frame', frame: 'orderUpdated' }, delay: '2s' },
    { on: { edge: 'frame', socket: 'market-data', frame: 'quote' }, drop: 'frame', times: { every: 3 } },
    { on: { edge: 'frame', frame: 'submit' }, duplicate: true },
    { on: { edge: 'frame' }, garble: true, times: { probability: 0.1 } },
    { on: { edge: 'frame', frame: 'sessionOpened' }, cut: true, times: 1 },
    { on: { edge: 'frame', member: 'm1' }, close: 4000, times: 1 },
    { on: { key: 'k1' }, drop: 'command', times: 1 },
    { on: { edge: 'inbox', owner: 'orders' }, refuse: 'OWNER_ABSENT', for: '10s' },
    { on: { edge: 'send', member: 'm1' }, crash: true, times: 1 },
    { on: { method: 'GET', path: '/account-balances' }, answer: { status: 503, retryAfter: 2 }, times: 2 },
  ],
});

const strike = z
  .strictObject({ atNs: ns, ...where })
  .meta({ description: 'The time of a strike, and the known properties of the place' });

/** A fault with its counts. */
export const fault = z
  .strictObject({
    id: z.string(),
    rule: faultRule,
    truth: z.string().nullable().meta({
      description:
        'The outcome for a command whose sender has no answer: applied, not applied, or applied twice; null: no doubt remains',
    }),
    matches: count.meta({ description: 'How often a command or frame matched the rule, with or without a strike' }),
    firings: count.meta({ description: 'How often it struck' }),
    held: count.meta({ description: 'The number of commands and frames that it delays or holds now' }),
    continuedAtTakeover: count.meta({
      description:
        'The number of commands and frames that it delayed or held when its platform process ended, and that continued without it',
    }),
    expiresAtNs: ns.nullable().meta({ description: 'null: it stays until it is removed' }),
    expired: z.boolean().meta({ description: 'true: its time is over. It does not strike, and is not in the list' }),
    strikes: z.array(strike).meta({ description: 'The last twenty, newest last' }),
  })
  .meta({ id: 'Fault' });

/** The list of faults. */
export const faults = z.strictObject({ items: z.array(fault) }).meta({ id: 'Faults' });

/** The number of released commands and frames. */
export const released = z.strictObject({ released: count }).meta({ id: 'Released' });

/** The seed after a reset; absent: unchanged. */
export const resetRequest = z.strictObject({ seed: z.int().min(0).optional() }).meta({ id: 'Reset' });

/** The seed and position after a reset. */
export const resetDone = z.strictObject({ seed: count, position: count }).meta({ id: 'ResetDone' });

const wholeNumber = z.string().regex(/^[0-9]{1,15}$/, 'must be a whole number');

/** A range of the journal, by position. */
export const journalQuery = z.strictObject({ after: wholeNumber.optional(), limit: wholeNumber.optional() });

/** A maximum number of items. */
export const limitQuery = z.strictObject({ limit: wholeNumber.optional() });

/** A maximum number of exchanges, and whether they have their headers and bodies. */
export const exchangesQuery = z.strictObject({
  limit: wholeNumber.optional(),
  bodies: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: with headers and bodies, as far as the last 4 MB hold them' }),
});

/** No query parameters. */
export const noQuery = z.strictObject({});

/** A record of the sequence. */
export const record = z
  .looseObject({ position: z.int().min(1), atNs: ns })
  .meta({ id: 'SequencedRecord', description: 'A command with its position, its time and its verdict' });

/** Records of the sequence, and its head. */
export const journal = z.strictObject({ items: z.array(record), head: count }).meta({ id: 'Journal' });

/** The counts of the intake of key material. */
export const intakeCounts = z
  .strictObject({
    stored: count.meta({ description: 'Material that was stored' }),
    repeated: count.meta({ description: 'Material that was stored already under the same key' }),
    dropped: count.meta({ description: 'Stored material that was deleted because the owner refused its write' }),
    refused: z.strictObject({ keyReused: count, rateLimited: count }),
  })
  .meta({ id: 'IntakeCounts', description: 'Counts of the intake of key material since the start of the platform' });

const shownMessage = z
  .strictObject({
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.unknown().meta({ description: 'JSON, or text if it is not JSON; null: no body, or no stage read it' }),
  })
  .meta({ id: 'ShownMessage', description: 'Without tokens, tickets, client secrets and key material' });

/** What a fault did to a request or a frame. */
export const shownStrike = z
  .strictObject({
    fault: z.string().meta({ description: 'The id of the rule, which may be removed by now' }),
    edge: z.enum(EDGES),
    effect: z.enum(EFFECTS),
    value: z.string().optional().meta({ description: 'What the rule states for its effect' }),
    atNs: ns,
    endNs: ns.nullable().meta({ description: 'When it let the request or the frame go; null: it still holds it' }),
    says: z
      .string()
      .meta({ description: 'In one sentence', example: 'The order was placed; only its answer was lost.' }),
  })
  .meta({ id: 'StrikeOnOne' });

/** An answered request, or an event of a socket. */
export const exchange = z
  .looseObject({
    n: z.int().min(1),
    atNs: ns.meta({ description: 'When the member answered' }),
    receivedNs: ns.optional().meta({ description: 'When the request arrived' }),
    tookNs: z.string().optional().meta({
      description: 'Nanoseconds from the arrival of the request to the end of its answer, on the clock of the sandbox',
    }),
    member: z.string(),
    version: z.string().meta({
      description: 'The contract version of the member at that time; for an event of a socket that of its own contract',
    }),
    requestId: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    query: z.string().optional().meta({ description: 'Without its question mark; absent: there is none' }),
    status: z.int().meta({ description: "The member's own; `outcome` is what the client received" }),
    replay: z.literal(true).optional().meta({ description: 'The answer is that of an earlier request with the key' }),
    outcome: z
      .strictObject({
        kind: z.enum(OUTCOME_KINDS),
        text: z.string(),
        atNs: ns.optional().meta({ description: 'When the client read it, if that was after the answer' }),
      })
      .meta({ description: 'What the client received', examples: [{ kind: 'lost', text: 'lost (was 201)' }] }),
    strikes: z.array(shownStrike).meta({ description: 'The faults that struck it, in order' }),
    notes: z.array(z.string()).meta({
      description: 'A key that was sent before with another body; an order that was sent before under another key',
    }),
    key: z.string().nullable(),
    principal: z.string().nullable().optional().meta({
      description: 'The principal of the sandbox whose token or session was used; null: none of them',
    }),
    refused: z.looseObject({ code: z.string(), message: z.string(), stage: z.string() }).nullable(),
    session: z
      .string()
      .optional()
      .meta({ description: 'For an event of a socket: its member, and its number at that member', example: 'm1-1' }),
    op: z.string().optional().meta({ description: 'For an op of a socket' }),
    closed: z.looseObject({ code: z.int(), why: z.string() }).optional().meta({
      description:
        'For the end of a session of a socket: its close code, and the reason: lapsed, revoked, idle, drained and others',
    }),
    fault: z
      .looseObject({ frame: z.string(), did: z.string() })
      .optional()
      .meta({ description: 'For a frame that a fault changed: the frame, and the effect' }),
    target: z.string().optional().meta({ description: 'With bodies=true: the path with its query' }),
    request: shownMessage.optional(),
    response: shownMessage.optional(),
    received: z
      .looseObject({ status: z.int(), ...shownMessage.shape })
      .nullable()
      .optional()
      .meta({
        description:
          'What the client received in place of the response; null: no answer; absent: the response, or a part of it',
      }),
    isCut: z.literal(true).optional().meta({ description: 'A body is longer than the 64 KB that are kept' }),
  })
  .meta({
    id: 'Exchange',
    description:
      'An answered request; a refusal has its code, its stage and its reason. With method WS: an op of a socket, the end of a session, or a frame that a fault changed',
  });

/** The last exchanges, newest first. */
export const exchanges = z.strictObject({ items: z.array(exchange) }).meta({ id: 'Exchanges' });

/** The claims, key and defect of a custom token. */
export const mintRequest = z
  .strictObject({
    persona: z.string(),
    claims: z.record(z.string(), z.unknown()).optional(),
    rawClaims: z.record(z.string(), z.string()).optional(),
    header: z.record(z.string(), z.unknown()).optional(),
    expiresIn: duration.optional(),
    key: z.enum(MINT_KEYS).optional(),
    tamper: z.enum(['signature', 'payload']).optional(),
  })
  .meta({
    id: 'Mint',
    description:
      "A principal's name, and the differences of its token from a valid one. null omits a claim or header field; rawClaims hold JSON text, for numbers such as 1e400.",
  });

/** A custom token. */
export const minted = z.strictObject({ token: z.string() }).meta({ id: 'Minted' });

/** The form of the token endpoint (RFC 6749 section 4.4). */
export const tokenRequest = z
  .looseObject({
    grant_type: z.enum(['client_credentials', 'authorization_code', 'refresh_token']),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    audience: z.string().optional(),
    code: z.string().optional(),
    code_verifier: z.string().optional(),
    redirect_uri: z.string().optional(),
    refresh_token: z.string().optional(),
  })
  .meta({ id: 'TokenRequest' });

/** The response of the token endpoint (RFC 6749 section 5.1). */
export const tokenGranted = z
  .looseObject({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: count })
  .meta({ id: 'TokenGranted' });

/** A parameter that is stated twice is refused (RFC 6749 section 3.1). */
const parameter = z.union([z.string(), z.array(z.string())]).optional();

/** The authorization request of a page (RFC 6749 section 4.1.1, RFC 7636). */
export const authorizeQuery = z.looseObject({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  state: parameter,
  scope: parameter,
  nonce: parameter,
});

/** The form of the login's page: the request, and the principal. */
export const authorizeForm = z
  .looseObject({
    response_type: z.literal('code'),
    client_id: z.string(),
    redirect_uri: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
    principal: z.string(),
  })
  .meta({ id: 'LoginChoice' });

/** Whether the former key stays published. */
export const rotateRequest = z
  .strictObject({
    keep: z.boolean().optional().meta({
      description:
        'false: the old key is removed, so tokens of it no longer verify at members that fetch the keys again',
    }),
  })
  .meta({ id: 'Rotate' });

/** The id of the new key. */
export const rotated = z.strictObject({ kid: z.string() }).meta({ id: 'Rotated' });

/** The public keys (RFC 7517). */
export const keySet = z
  .looseObject({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
  .meta({ id: 'KeySet' });

/** The issuer's metadata (RFC 8414). */
export const discovery = z
  .looseObject({ issuer: z.string(), token_endpoint: z.string(), jwks_uri: z.string() })
  .meta({ id: 'Discovery' });

/** The error envelope of the control plane. */
export const controlError = z
  .strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
  .meta({ id: 'ControlError' });

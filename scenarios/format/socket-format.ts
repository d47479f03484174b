/** The shapes of socket steps and of what they need: tickets and tokens. */
import { z } from 'zod';
import type { SocketName } from '../../conformance/member/exchange/conversation.ts';
import { closed, oneOf, text } from './closed.ts';
import { expect, expectHear, expectReply, save } from './expectations.ts';
import { headerValue } from './header-values.ts';
import { exactlyOne, excludes, needs, notBoth, rules, someOf } from './schema-rules.ts';
import { ACTORS, duration, LONGEST_WAIT_MS, note, query, stepName } from './terms.ts';

/** By the name in scenarios and fault rules; the values are the profile's names. */
export const SOCKETS = { trading: 'trading', 'market-data': 'marketData' } as const satisfies Record<
  string,
  SocketName
>;

/** The names of the sockets in scenarios. */
export const SOCKET_NAMES = Object.keys(SOCKETS) as (keyof typeof SOCKETS)[];

const json = z.unknown();
const actor = oneOf('as', ACTORS);

const NOT_ANONYMOUS = { properties: { as: { not: { const: 'anonymous' } } } };

const mint = closed('a mint step', {
  ...note,
  mint: stepName,
  as: actor.optional(),
  body: json.optional(),
  expect: expect.optional(),
  save: save.optional(),
})
  .superRefine((step, context) => {
    if (step.as === undefined) context.addIssue('mint needs as: the principal whose ticket it is');
  })
  .meta(someOf('as'));

const issue = closed('an issue step', {
  ...note,
  issue: stepName,
  as: actor.optional(),
  expiresIn: duration('expiresIn').optional(),
  claims: z.record(z.string(), json, { error: 'claims is a mapping of names and values' }).optional(),
  forged: closed('forged', {
    header: z.record(z.string(), json).optional(),
    rawClaims: z.record(z.string(), z.string()).optional(),
    key: oneOf('key', ['own', 'foreign', 'none', 'hmac-public']).optional(),
    tamper: oneOf('tamper', ['signature', 'payload']).optional(),
  }).optional(),
})
  .superRefine((step, context) => {
    if (step.as === undefined || step.as === 'anonymous')
      context.addIssue('issue needs as: the principal whom the token names');
  })
  .meta(rules(someOf('as'), NOT_ANONYMOUS));

const open = closed('an open step', {
  ...note,
  open: stepName,
  socket: oneOf('socket', SOCKET_NAMES).optional(),
  as: actor.optional(),
  bearer: stepName.optional(),
  ticket: stepName.optional(),
  origin: text('origin').superRefine(headerValue('origin')).optional(),
  query: query.optional(),
  expect: expect.optional(),
})
  .superRefine((step, context) => {
    if (step.as !== undefined && step.bearer !== undefined)
      context.addIssue('open has as (the token of a principal) or bearer (a token of an issue step), not both');
    const credential = step.as ?? step.bearer ?? step.ticket;
    if (credential === undefined && step.socket !== 'market-data')
      context.addIssue('open needs as, bearer or ticket: who opens it; as: anonymous opens it without a credential');
    if (credential !== undefined && credential !== 'anonymous' && step.socket === 'market-data')
      context.addIssue('the market-data socket takes no credential when it is opened: send op: auth over it');
  })
  .meta(
    rules(notBoth('as', 'bearer'), {
      anyOf: [
        {
          required: ['socket'],
          properties: { socket: { const: 'market-data' }, as: { const: 'anonymous' }, bearer: false, ticket: false },
        },
        { properties: { socket: { not: { const: 'market-data' } } }, ...someOf('as', 'bearer', 'ticket') },
      ],
    }),
  );

const op = closed('an op step', {
  ...note,
  op: text('op'),
  on: stepName.optional(),
  as: actor.optional(),
  bearer: stepName.optional(),
  reqId: text('reqId').optional(),
  params: z.record(z.string(), json, { error: 'params is a mapping of names and values' }).optional(),
  name: stepName.optional(),
  background: z.literal(true, { error: 'background takes true' }).optional(),
  expect: expectReply.optional(),
  save: save.optional(),
})
  .superRefine((step, context) => {
    if (step.on === undefined) context.addIssue('op needs on: the name of the socket that it is sent over');
    if (step.as === 'anonymous') context.addIssue('as anonymous has no token: leave as out');
    if (step.as !== undefined && step.bearer !== undefined)
      context.addIssue('op has as (the token of a principal) or bearer (a token of an issue step), not both');
    if (step.background && step.name === undefined) context.addIssue('background needs name: a later step awaits it');
    if (step.background && (step.expect ?? step.save) !== undefined)
      context.addIssue('a background op has no expect or save: the step that awaits it has');
  })
  .meta(
    rules(
      someOf('on'),
      NOT_ANONYMOUS,
      notBoth('as', 'bearer'),
      needs('background', 'name'),
      excludes('background', ['expect', 'save']),
    ),
  );

const send = closed('a send step', {
  ...note,
  send: stepName,
  frame: json.optional(),
  text: z.string({ error: 'text must be text: put it in quotes' }).optional(),
})
  .superRefine((step, context) => {
    if ((step.frame === undefined) === (step.text === undefined))
      context.addIssue('send has frame (JSON) or text (as it is), one of the two');
  })
  .meta(exactlyOne(['frame', 'text']));

const hear = closed('a hear step', {
  ...note,
  hear: stepName,
  event: text('event').optional(),
  within: duration('within', LONGEST_WAIT_MS).optional(),
  expect: expectHear.optional(),
  save: save.optional(),
})
  .superRefine((step, context) => {
    if (step.event !== undefined && step.expect?.closed !== undefined)
      context.addIssue('a close is not an event: use event with frame');
    if (step.save !== undefined && (step.expect?.closed !== undefined || step.expect?.frame === 'none'))
      context.addIssue('save needs a frame: nothing is saved of silence or of a close');
  })
  .meta(
    rules(
      { not: { required: ['event', 'expect'], properties: { expect: { required: ['closed'] } } } },
      { not: { required: ['save', 'expect'], properties: { expect: someOf('closed', 'answer') } } },
    ),
  );

const close = closed('a close step', { ...note, close: stepName });

/** The shapes of socket steps, by the key that names their kind. */
export const SOCKET_STEP_SHAPES = { mint, issue, open, op, send, hear, close } as const;

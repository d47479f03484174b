/** The shape of a fault rule in a scenario: where, what, how often, how long. The target checks the combination. */
import { z } from 'zod';
import type { FaultEdge, FaultRule } from '../../conformance/member/control/control.ts';
import { closed, oneOf, text } from './closed.ts';
import { propertiesOf, valuesOf } from './control-shapes.ts';
import { closeCode } from './expectations.ts';
import { exactlyOne } from './schema-rules.ts';
import { SOCKET_NAMES } from './socket-format.ts';
import { count, duration, refusalCode, stepName } from './terms.ts';

const place = closed("a fault's place (on)", {
  edge: oneOf('edge', valuesOf<FaultEdge>('FaultRule', 'on', 'edge')).optional(),
  owner: oneOf('owner', ['orders', 'register', 'algos', 'custody']).optional(),
  command: text('command').optional(),
  org: count('org', 1).optional(),
  key: text('key').optional(),
  member: text('member').optional(),
  socket: oneOf('socket', SOCKET_NAMES).optional(),
  frame: text('frame').optional(),
  method: oneOf('method', ['GET', 'POST', 'PUT']).optional(),
  path: text('path').optional(),
});

const answer = closed("a fault's answer", {
  status: count('status', 200),
  retryAfter: z
    .union([z.number(), z.string()], { error: 'retryAfter is a number of seconds, or text such as 2s' })
    .meta({ description: 'Seconds, the text of the header Retry-After, or a duration with a unit such as 2s.' })
    .optional(),
  position: z
    .string()
    .regex(/^[0-9]{1,19}$/, 'position is a decimal number, in quotes')
    .optional(),
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
  delay: duration('delay').optional(),
});

const often = z.union(
  [
    count('times', 1),
    z.strictObject({ every: count('every', 1) }),
    z.strictObject({ nth: count('nth', 1) }),
    z.strictObject({ probability: z.number().gt(0).max(1) }),
  ],
  {
    error: 'times is a number of at least 1, { every: n }, { nth: n } or { probability: p } with p above 0 and up to 1',
  },
);

function yes(effect: string) {
  return z.literal(true, { error: `${effect} takes true` }).optional();
}

type EffectOf<Rule> = Exclude<keyof Rule, 'on' | 'times' | 'for'>;
/** An effect that takes `true` and nothing else. */
type PlainEffect = {
  [Name in EffectOf<FaultRule>]-?: [NonNullable<FaultRule[Name]>] extends [true] ? Name : never;
}[EffectOf<FaultRule>];

/** Their names, from the control plane's document. */
function plainEffects(): readonly PlainEffect[] {
  return propertiesOf('FaultRule')
    .filter(([, { const: only }]) => only === true)
    .map(([name]) => name as PlainEffect);
}

const effects = {
  delay: duration('delay').optional(),
  hold: stepName.optional(),
  refuse: refusalCode.optional(),
  drop: oneOf('drop', valuesOf<NonNullable<FaultRule['drop']>>('FaultRule', 'drop')).optional(),
  fail: z
    .union([z.literal(true), z.literal('disk full'), z.literal('sync failed')], {
      error: "fail takes true, and of the edge log 'disk full' or 'sync failed'",
    })
    .optional(),
  close: closeCode.optional(),
  answer: answer.optional(),
  ...(Object.fromEntries(plainEffects().map((name) => [name, yes(name)])) as Record<
    PlainEffect,
    ReturnType<typeof yes>
  >),
};

export type EffectName = keyof typeof effects;

/** The names of the effects of a fault. */
export const EFFECTS = Object.keys(effects) as readonly EffectName[];

/** A fault rule: exactly one effect, with where, how often and how long. */
export const fault = closed('a fault', {
  on: place,
  ...effects,
  times: often.optional(),
  for: duration('for').optional(),
})
  .superRefine((rule, context) => {
    const stated = EFFECTS.filter((name) => rule[name] !== undefined);
    if (stated.length === 1) return;
    const said = stated.length === 0 ? 'this one has none' : `this one has ${stated.join(' and ')}`;
    context.addIssue(`a fault has exactly one of ${EFFECTS.join(', ')}; ${said}`);
  })
  .meta(exactlyOne(EFFECTS));

/**
 * The shapes of a scenario file, before its steps are linked. Their messages end a line of the form `file:line:column:
 * ...`. The single key that names a step's kind identifies it (STEP_SHAPES).
 */
import { z } from 'zod';
import { closed, oneOf, text } from './closed.ts';
import { CONTROL_SHAPES } from './control-steps.ts';
import { anyExpect, expect, save } from './expectations.ts';
import { fault } from './fault-format.ts';
import { headersCanBeSent, headerValue, withoutControls } from './header-values.ts';
import { memberTerms } from './member-forms.ts';
import { excludes, needs, notBoth, rules, someOf } from './schema-rules.ts';
import { SOCKET_STEP_SHAPES } from './socket-format.ts';
import { ACTORS, count, duration, LONGEST_WAIT_MS, note, query, stepName } from './terms.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const request = closed('a request', {
  ...note,
  as: oneOf('as', ACTORS).optional(),
  request: text('request')
    .regex(
      new RegExp(`^(${METHODS.join('|')}) /\\S*$`),
      `request is a method and a path, such as GET /orders (methods: ${METHODS.join(', ')})`,
    )
    .superRefine(withoutControls('request'))
    .optional(),
  bearer: stepName.optional(),
  key: text('key').superRefine(headerValue('key')).optional(),
  query: query.optional(),
  headers: z
    .record(z.string(), z.string(), { error: 'headers is a mapping of names and texts: put values in quotes' })
    .superRefine(headersCanBeSent)
    .optional(),
  body: z.unknown().optional(),
  text: z.string({ error: 'text must be text: put it in quotes' }).optional(),
  repeat: text('repeat').optional(),
  name: stepName.optional(),
  background: z.literal(true, { error: 'background takes true' }).optional(),
  unchecked: z.literal(true, { error: 'unchecked takes true' }).optional(),
  within: duration('within', LONGEST_WAIT_MS).optional(),
  expect: expect.optional(),
  save: save.optional(),
})
  .superRefine((step, context) => {
    if (step.as === undefined && step.repeat === undefined)
      context.addIssue('a request needs as: the principal that sends it, or anonymous');
    if (step.body !== undefined && step.text !== undefined)
      context.addIssue('a request has body (JSON) or text (as it is), not both');
    if (step.within !== undefined && step.expect === undefined)
      context.addIssue('within needs expect: what it is sent again for');
    if (step.background && step.name === undefined) context.addIssue('background needs name: a later step awaits it');
    if (step.background && (step.within ?? step.expect ?? step.save) !== undefined) {
      context.addIssue('a background request has no within, expect or save: the step that awaits it has');
    }
  })
  .meta(
    rules(
      someOf('as', 'repeat'),
      notBoth('body', 'text'),
      needs('within', 'expect'),
      needs('background', 'name'),
      excludes('background', ['within', 'expect', 'save']),
    ),
  );

const steps = (what: string) =>
  z.array(z.unknown(), { error: `${what} is a sequence of steps` }).min(1, `${what} has no step`);

/** Steps that hold steps: each is written out before its steps are linked (written-out.ts). */
export const HOLDING_SHAPES = {
  parallel: closed('a parallel step', {
    ...note,
    parallel: z
      .array(steps('a branch'), { error: 'parallel is a sequence of branches, each a sequence of steps' })
      .min(2, 'parallel has at least two branches'),
  }),
  steps: closed('a loop', {
    ...note,
    steps: steps('steps'),
    times: count('times', 1).max(1000, 'times is 1000 at most'),
    counter: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'counter is a name: letters, digits, _')
      .optional(),
  }),
} as const;

/** By the key that identifies a step's kind. */
export const STEP_SHAPES = {
  fault: closed('a fault step', { ...note, fault, name: stepName.optional(), fires: count('fires', 0).optional() }),
  clear: closed('a clear step', { ...note, clear: stepName }),
  release: closed('a release step', { ...note, release: stepName }),
  advance: closed('an advance step', { ...note, advance: duration('advance') }),
  wait: closed('a wait step', { ...note, wait: duration('wait', LONGEST_WAIT_MS) }),
  await: closed('an await step', { ...note, await: stepName, expect: anyExpect.optional(), save: save.optional() }),
  request,
  ...SOCKET_STEP_SHAPES,
  ...CONTROL_SHAPES,
  ...HOLDING_SHAPES,
} as const;

export type StepKind = keyof typeof STEP_SHAPES;
/** A step that does something itself. */
export type StepInput = {
  [Kind in Exclude<StepKind, keyof typeof HOLDING_SHAPES>]: { readonly kind: Kind } & z.output<
    (typeof STEP_SHAPES)[Kind]
  >;
}[Exclude<StepKind, keyof typeof HOLDING_SHAPES>];

/** The file without its steps, which are parsed one by one. */
export const scenarioShape = closed('a scenario', {
  id: text('id').regex(/^[a-z0-9][a-z0-9-]*$/, 'id is kebab-case: lower-case letters, digits and -'),
  story: text('story'),
  client: text('client').optional(),
  theme: text('theme').optional(),
  proves: z
    .array(z.string().regex(/^[A-Z]+-[0-9]{2,}$/, 'a requirement is named like IDEM-11'), {
      error: 'proves is a sequence of requirements, such as [IDEM-11]',
    })
    .optional(),
  world: closed('world', {
    seed: count('seed', 0).optional(),
    members: z
      .array(memberTerms, { error: 'members is a sequence of contract versions, such as [0.13.0, 0.14.0]' })
      .min(1, 'members has at least one')
      .optional(),
  }).optional(),
  storm: z.array(z.unknown(), { error: 'storm is a sequence of steps' }).optional(),
  calm: z.array(z.unknown(), { error: 'calm is a sequence of steps' }).optional(),
  holds: z.array(z.unknown(), { error: 'holds is a sequence of steps' }).optional(),
});

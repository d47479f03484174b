/**
 * The shapes of a scenario file, before its steps are linked. Each says what is wrong in words that end a line of the
 * form `file:line:column: ...`. A step is told by the one key that names its kind (STEP_SHAPES).
 */
import { z } from 'zod';
import { PRINCIPAL_NAMES } from '../conformance/target/principals.ts';
import { closed, oneOf, text } from './closed.ts';
import { durationMs } from './duration.ts';
import { wrongMatcher } from './matchers.ts';
import { readWay } from './way.ts';

const ACTORS = [...PRINCIPAL_NAMES, 'anonymous' as const];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

function duration(what: string) {
  return z.unknown().transform((value, context) => {
    const ms = durationMs(value);
    if (ms !== undefined) return ms;
    const seen = value === undefined ? 'is missing' : `${JSON.stringify(value)} is no duration`;
    context.addIssue(`${what} ${seen}: write 250ms, 2s, 90m, 24h, 1d or a number of milliseconds`);
    return z.NEVER;
  });
}

function count(what: string, least: number) {
  return z.int({ error: `${what} must be a whole number` }).min(least, `${what} must be at least ${least}`);
}

const refusalCode = text('a refusal code').regex(/^[A-Z][A-Z0-9_]*$/, 'a refusal code is written LIKE_THIS');
const stepName = text('a name').regex(
  /^[A-Za-z][\w.-]*$/,
  'a name starts with a letter and holds letters, digits, _ . -',
);

const place = closed("a fault's place (on)", {
  edge: oneOf('edge', ['look-up', 'intake', 'inbox', 'verdict', 'engine', 'apply', 'answer']).optional(),
  owner: oneOf('owner', ['orders', 'register', 'algos', 'custody']).optional(),
  command: text('command').optional(),
  org: count('org', 1).optional(),
  key: text('key').optional(),
  member: text('member').optional(),
});

const often = z.union(
  [
    count('times', 1),
    z.strictObject({ every: count('every', 1) }),
    z.strictObject({ probability: z.number().gt(0).max(1) }),
  ],
  { error: 'times is a number of at least 1, { every: n } or { probability: p } with p above 0 and up to 1' },
);

export const EFFECTS = ['delay', 'hold', 'refuse', 'drop', 'fail'] as const;

const fault = closed('a fault', {
  on: place,
  delay: duration('delay').optional(),
  hold: stepName.optional(),
  refuse: refusalCode.optional(),
  drop: z.literal('answer', { error: "drop takes 'answer'" }).optional(),
  fail: z.literal(true, { error: 'fail takes true' }).optional(),
  times: often.optional(),
}).superRefine((rule, context) => {
  const effects = EFFECTS.filter((name) => rule[name] !== undefined);
  if (effects.length === 1) return;
  const said = effects.length === 0 ? 'this one has none' : `this one has ${effects.join(' and ')}`;
  context.addIssue(`a fault has exactly one of ${EFFECTS.join(', ')}; ${said}`);
});

const status = z.union([z.int().min(100).max(599), z.string().regex(/^(not )?[1-5]xx$/)], {
  error: "status is a number from 100 to 599, a class such as 2xx, 'not 5xx', or a sequence of them",
});

const matched = z.unknown().superRefine((value, context) => {
  const wrong = wrongMatcher(value);
  if (wrong !== undefined) context.addIssue(wrong);
});

const body = matched.superRefine((value, context) => {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (/^\$[.[]/.test(key) && readWay(key) === undefined) {
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `'${key}' is no way into a body, such as $.items[0].orderId`,
      });
    }
  }
});

const expect = closed('expect', {
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: (issue) => statusError(issue.input) })
    .optional(),
  code: z
    .union([refusalCode.transform((one) => [one]), z.array(refusalCode).min(1)], {
      error: 'code is a refusal code such as NOT_FOUND, or a sequence of them',
    })
    .optional(),
  headers: z.record(z.string(), matched, { error: 'headers is a mapping of names and values' }).optional(),
  body: body.optional(),
  answer: z.literal('none', { error: "answer takes 'none': the connection ends without an answer" }).optional(),
});

function statusError(input: unknown): string {
  return `status ${JSON.stringify(input)} is no number from 100 to 599, class such as 2xx, 'not 5xx', or sequence of them`;
}

const way = text('a saved value').transform((written, context) => {
  const found = readWay(written);
  if (found !== undefined) return found;
  context.addIssue(`'${written}' is no way into a body, such as $.orderId or $.items[0].orderId`);
  return z.NEVER;
});

const save = z.record(z.string().regex(/^[A-Za-z_]\w*$/), way, {
  error: 'save is a mapping of names (letters, digits, _) and ways into the body, such as { order: $.orderId }',
});

const note = { note: text('note').optional() };

const request = closed('a request', {
  ...note,
  as: oneOf('as', ACTORS).optional(),
  request: text('request')
    .regex(
      new RegExp(`^(${METHODS.join('|')}) /\\S*$`),
      `request is a method and a path, such as GET /orders (methods: ${METHODS.join(', ')})`,
    )
    .optional(),
  key: text('key').optional(),
  query: z
    .record(z.string(), z.union([z.string(), z.number()]), { error: 'query is a mapping of texts and numbers' })
    .optional(),
  headers: z
    .record(z.string(), z.string(), { error: 'headers is a mapping of names and texts: put values in quotes' })
    .optional(),
  body: z.unknown().optional(),
  text: z.string({ error: 'text must be text: put it in quotes' }).optional(),
  repeat: text('repeat').optional(),
  name: stepName.optional(),
  background: z.literal(true, { error: 'background takes true' }).optional(),
  within: duration('within').optional(),
  expect: expect.optional(),
  save: save.optional(),
}).superRefine((step, context) => {
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
});

/** By the key that tells a step's kind. */
export const STEP_SHAPES = {
  fault: closed('a fault step', { ...note, fault, name: stepName.optional(), fires: count('fires', 0).optional() }),
  clear: closed('a clear step', { ...note, clear: stepName }),
  release: closed('a release step', { ...note, release: stepName }),
  advance: closed('an advance step', { ...note, advance: duration('advance') }),
  wait: closed('a wait step', { ...note, wait: duration('wait') }),
  await: closed('an await step', { ...note, await: stepName, expect: expect.optional(), save: save.optional() }),
  request,
} as const;

export type StepKind = keyof typeof STEP_SHAPES;
export type StepInput = {
  [Kind in StepKind]: { readonly kind: Kind } & z.output<(typeof STEP_SHAPES)[Kind]>;
}[StepKind];

/** The file but for its steps, which are read one by one. */
export const scenarioShape = closed('a scenario', {
  id: text('id').regex(/^[a-z0-9][a-z0-9-]*$/, 'id is kebab-case: small letters, digits and -'),
  story: text('story'),
  proves: z
    .array(z.string().regex(/^[A-Z]+-[0-9]{2,}$/, 'a requirement is named like IDEM-11'), {
      error: 'proves is a sequence of requirements, such as [IDEM-11]',
    })
    .optional(),
  world: closed('world', { seed: count('seed', 0).optional() }).optional(),
  storm: z.array(z.unknown(), { error: 'storm is a sequence of steps' }).optional(),
  calm: z.array(z.unknown(), { error: 'calm is a sequence of steps' }).optional(),
});

/** The shapes of the steps that change the platform: `member`, `route`, `owner`, `roll` and `next`. */
import { z } from 'zod';
import { closed, oneOf, text } from './closed.ts';
import { MEMBER_MOVES, REJECTION_REASONS } from './platform-steps.ts';
import { exactlyOne, someOf } from './schema-rules.ts';
import { count, duration, note, signedDuration, stepName } from './terms.ts';

const SURFACES = ['algos', 'balances', 'intake', 'replica', 'tickets'] as const;

const onOff = z.boolean({ error: 'a surface is true or false' }).optional();

/** A contract version in the changelog's spelling; the target knows which exist. */
function version(what: string) {
  return text(what)
    .regex(/^[0-9]+\.[0-9]+\.[0-9]+$/, `${what} is a contract version, such as 0.13.0`)
    .optional();
}

const terms = {
  version: version('version'),
  socketVersion: version('socketVersion'),
  surfaces: closed(
    'surfaces',
    Object.fromEntries(SURFACES.map((name) => [name, onOff])) as Record<(typeof SURFACES)[number], typeof onOff>,
  ).optional(),
  weight: count('weight', 0).optional(),
};

/** `0.13.0`, or a mapping of the member's deployment. */
export const memberTerms = z.union(
  [terms.version.unwrap().transform((stated) => ({ version: stated })), closed('a member', terms)],
  {
    error:
      'a member is a contract version, such as 0.13.0, or a mapping of version, socketVersion, surfaces and weight',
  },
);

const MOVES = ['deploy', 'does', 'lag', 'skew'] as const;

const member = closed('a member step', {
  ...note,
  member: stepName,
  deploy: closed('deploy', terms).optional(),
  does: oneOf('does', MEMBER_MOVES).optional(),
  lag: duration('lag').optional(),
  skew: signedDuration('skew').optional(),
})
  .superRefine((step, context) => {
    const stated = MOVES.filter((move) => step[move] !== undefined);
    if (stated.length === 1) return;
    const said = stated.length === 0 ? 'this one has none' : `this one has ${stated.join(' and ')}`;
    context.addIssue(`a member step has exactly one of ${MOVES.join(', ')}; ${said}`);
  })
  .meta(exactlyOne(MOVES));

const owner = closed('an owner step', {
  ...note,
  owner: oneOf('owner', ['orders', 'register', 'algos', 'custody']),
  does: oneOf('does', ['leave', 'return']),
});

const planned = closed("a step of a roll's plan", {
  member: stepName,
  do: oneOf('do', ['upgrade', 'downgrade', 'drain', 'return']),
  to: version('to'),
});

const roll = closed('a roll step', {
  ...note,
  roll: stepName,
  plan: z
    .array(planned, { error: 'plan is a sequence of { member, do, to }' })
    .min(1, 'plan has at least one step')
    .optional(),
})
  .superRefine((step, context) => {
    if (step.plan === undefined) context.addIssue('roll needs plan: what it does to which member, step by step');
  })
  .meta(someOf('plan'));

const decimal = (what: string) =>
  text(what).regex(/^[0-9]+(\.[0-9]+)?$/, `${what} is a decimal in quotes, such as "101.00"`);

/** A money amount of at least 0, or a reference to one. */
const amount = (what: string) =>
  text(what).regex(/^([0-9]+(\.[0-9]{1,18})?|\$\{[^}]+\})$/, `${what} is a decimal in quotes, such as "0.25"`);

/** A whole number, or a reference to one: `${fixtures.instrument.id}`. */
function idOrReference(what: string, example: string) {
  const message = `${what}, such as 1 or \${${example}}`;
  return z.union([count('an id', 1), z.string().regex(/^\$\{[^}]+\}$/, message)], { error: message });
}

/** The id of an order has 64 bits, so it is text; or a reference to one. */
const order = (what: string) =>
  text(what).regex(
    /^([0-9]+|\$\{[^}]+\})$/,
    `${what} is the id of an order in quotes, or a saved one such as \${order}`,
  );

/** The shapes of platform steps, by the key that names their kind. */
export const PLATFORM_STEP_SHAPES = {
  snapshot: closed('a snapshot step', { ...note, snapshot: stepName }),
  restore: closed('a restore step', { ...note, restore: stepName }),
  reset: closed('a reset step', { ...note, reset: count('reset', 0) }),
  quote: closed('a quote step', {
    ...note,
    quote: idOrReference('quote is the id of an instrument', 'fixtures.instrument.id'),
    bid: decimal('bid'),
    ask: decimal('ask'),
  }),
  fill: closed('a fill step', {
    ...note,
    fill: order('fill'),
    qty: amount('qty').optional(),
    price: amount('price').optional(),
  }),
  reject: closed('a reject step', { ...note, reject: order('reject'), reason: oneOf('reason', REJECTION_REASONS) }),
  balance: closed('a balance step', {
    ...note,
    balance: idOrReference('balance is the id of an account', 'fixtures.account.id'),
    asset: z.union([count('asset', 1), text('asset')], {
      error: 'asset is a symbol such as USD, or the id of an asset',
    }),
    total: amount('total'),
  }),
  member,
  route: closed('a route step', { ...note, route: stepName }),
  owner,
  roll,
  next: closed('a next step', { ...note, next: stepName }),
} as const;

/** Works for a step as written and as played: both have its kind. */
export function isOfThePlatform(kind: string): kind is keyof typeof PLATFORM_STEP_SHAPES {
  return Object.hasOwn(PLATFORM_STEP_SHAPES, kind);
}

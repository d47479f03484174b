/** The steps that change members, their routing, the record owners, and rolls over the members. */
import { z } from 'zod';
import type { Control, Deployment, RollPlan } from '../../conformance/member/control/control.ts';
import { closed, oneOf, text } from './closed.ts';
import { controlForm } from './control-form.ts';
import { durationText } from './scenario-duration.ts';
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

/** A member's deployment; absent parts are unchanged, and the newest or complete for a new member. */
export interface MemberTerms {
  readonly version?: string | undefined;
  readonly socketVersion?: string | undefined;
  readonly surfaces?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly weight?: number | undefined;
}

/** A member's deployment, such as `0.13.0, tickets off`. */
function termsWords({ version: contract, socketVersion, surfaces = {}, weight }: MemberTerms): string {
  const parts = [
    contract,
    socketVersion === undefined ? undefined : `sockets ${socketVersion}`,
    ...Object.entries(surfaces).map(([name, on]) => `${name} ${on ? 'on' : 'off'}`),
    weight === undefined ? undefined : `weight ${weight}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** The operations on a member without parameters. */
const MOVES = {
  crash: (control: Control, member: string) => control.crash(member),
  stall: (control: Control, member: string) => control.stall(member),
  resume: (control: Control, member: string) => control.resume(member),
  drain: (control: Control, member: string) => control.drain(member),
  return: (control: Control, member: string) => control.takeBack(member),
} as const;

const CHANGES = ['deploy', 'does', 'lag', 'skew'] as const;

const member = controlForm({
  shape: closed('a member step', {
    ...note,
    member: stepName,
    deploy: closed('deploy', terms).optional(),
    does: oneOf('does', Object.keys(MOVES) as (keyof typeof MOVES)[]).optional(),
    lag: duration('lag').optional(),
    skew: signedDuration('skew').optional(),
  })
    .superRefine((step, context) => {
      const stated = CHANGES.filter((change) => step[change] !== undefined);
      if (stated.length === 1) return;
      const found = stated.length === 0 ? 'this one has none' : `this one has ${stated.join(' and ')}`;
      context.addIssue(`a member step has exactly one of ${CHANGES.join(', ')}; ${found}`);
    })
    .meta(exactlyOne(CHANGES)),
  does: 'Changes one member: exactly one of deploy, does, lag and skew.',
  keys: {
    member: 'The member: m1, m2 and so on.',
    deploy: 'What it is deployed with from now on.',
    does: 'crash, stall, resume, drain or return.',
    lag: 'How much later it applies what the platform records; 0 ends it.',
    skew: "How far its clock is ahead of the platform's; with a minus: behind; 0 ends it.",
  },
  example: '{ member: m1, does: crash }',
  subject: (step) => step.member,
  words({ deploy, does, lag, skew = 0 }) {
    if (deploy !== undefined) return `deploy ${termsWords(deploy)}`;
    if (does !== undefined) return does;
    if (lag !== undefined) return `lag ${durationText(lag)}`;
    return `clock ${durationText(Math.abs(skew))} ${skew < 0 ? 'behind' : 'ahead'}`;
  },
  link: (step, links, way) => links.mustBeMember(step.member, [...way, 'member']),
  play(control, { member: name, deploy, does, lag, skew = 0 }) {
    if (deploy !== undefined) return control.deploy(deploy as Deployment, name);
    if (does !== undefined) return MOVES[does](control, name);
    return lag === undefined ? control.skew(skew, name) : control.lag(lag, name);
  },
});

/** Routing policies; any other value names the member that gets every request. */
const ROUTINGS = ['round-robin', 'random', 'sticky', 'weighted'] as const;

const route = controlForm({
  shape: closed('a route step', { ...note, route: stepName }),
  does: 'Changes which member serves requests.',
  keys: { route: 'round-robin, random, sticky or weighted, or the member that serves all of them.' },
  example: '{ route: m2 }',
  words: (step) => step.route,
  link(step, links, way) {
    if (!(ROUTINGS as readonly string[]).includes(step.route)) links.mustBeMember(step.route, [...way, 'route']);
  },
  async play(control, { route: wanted }) {
    const routing = ROUTINGS.find((known) => known === wanted);
    if (routing !== undefined) return control.route({ route: routing });
    // A member that gets every request has all the weight.
    for (const { name } of await control.members()) await control.deploy({ weight: name === wanted ? 1 : 0 }, name);
    await control.route({ route: 'weighted' });
  },
});

const owner = controlForm({
  shape: closed('an owner step', {
    ...note,
    owner: oneOf('owner', ['orders', 'register', 'algos', 'custody']),
    does: oneOf('does', ['leave', 'return']),
  }),
  does: 'Takes a record owner away, or brings it back.',
  keys: { owner: 'orders, register, algos or custody.', does: 'leave or return.' },
  example: '{ owner: orders, does: leave }',
  words: (step) => `${step.owner} ${step.does === 'leave' ? 'leaves' : 'returns'}`,
  play: (control, step) => (step.does === 'leave' ? control.leave(step.owner) : control.returns(step.owner)),
});

const planned = closed("a step of a roll's plan", {
  member: stepName,
  do: oneOf('do', ['upgrade', 'downgrade', 'drain', 'return']),
  to: version('to'),
});

function plannedWords({ member: name, do: what, to }: { member: string; do: string; to?: string | undefined }): string {
  return `${name} ${what}${to === undefined ? '' : ` to ${to}`}`;
}

const roll = controlForm({
  shape: closed('a roll step', {
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
    .meta(someOf('plan')),
  does: 'Plans a roll over the members; `next` does its steps.',
  keys: { roll: 'The name of the roll.', plan: 'Its steps in order, each { member, do, to }.' },
  example: '{ roll: upgrade, plan: [{ member: m1, do: upgrade, to: 0.14.0 }] }',
  words: (step) => `${step.roll}: ${(step.plan ?? []).map(plannedWords).join(', ')}`,
  link(step, links, way) {
    links.rolls.add(step.roll);
    for (const [i, one] of (step.plan ?? []).entries()) links.mustBeMember(one.member, [...way, 'plan', i, 'member']);
  },
  async play(control, step, rolls) {
    rolls.set(step.roll, await control.roll({ plan: step.plan as NonNullable<RollPlan['plan']> }));
  },
});

const next = controlForm({
  shape: closed('a next step', { ...note, next: stepName }),
  does: 'Does the next step of a roll.',
  keys: { next: 'The name of the roll.' },
  example: '{ next: upgrade }',
  subject: () => 'roll',
  words: (step) => `next step of ${step.next}`,
  link: (step, links, way) => links.mustBe('roll', step.next, links.rolls, [...way, 'next']),
  async play(_, step, rolls) {
    const { steps } = (await rolls.get(step.next)?.step()) ?? { steps: [] };
    const latest = steps.findLast(({ done }) => done);
    if (latest !== undefined) return plannedWords(latest);
  },
});

/** In the order of the reference. */
export const MEMBER_FORMS = { member, route, owner, roll, next } as const;

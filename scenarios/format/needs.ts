/** The needs of a scenario that a target does not meet: reported before anything is sent. */
import { allowanceOf } from '../../conformance/member/profile/allowance.ts';
import type { PrincipalName } from '../../conformance/member/profile/principals.ts';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import type { ClockMode } from '../../conformance/member/target.ts';
import { isControlStep } from './control-steps.ts';
import type { Problem } from './problem.ts';
import type { Scenario, Step } from './scenario.ts';
import { suggestion } from './suggest.ts';
import { references } from './variables.ts';

const CONTROLLED: readonly Step['kind'][] = ['fault', 'clear', 'release', 'advance', 'issue'];

/** `${fixtures.account.name}` and the other fixtures, by name. */
export function fixtureValues(profile: Profile): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const enter = (name: string, value: unknown): void => {
    values.set(name, value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) enter(`${name}.${key}`, inner);
  };
  enter('fixtures', profile.fixtures ?? {});
  return values;
}

function controlNeed(scenario: Scenario, name: string): readonly Problem[] {
  const steps = scenario.steps.filter(isOfControl);
  const [first] = steps;
  if (first === undefined) {
    if (scenario.world.members === undefined) return [];
    const message = `needs control: world.members are deployed by it, and the profile ${name} names no control plane; play it in the sandbox, without --target`;
    return [{ file: scenario.file, line: 1, column: 1, message }];
  }
  const others = steps.length === 1 ? '' : ` (so ${steps.length === 2 ? 'does' : 'do'} ${steps.length - 1} more)`;
  const message =
    `needs control: step ${first.n} (${first.kind}) moves faults, the clock or the platform${others}, and the profile ${name} ` +
    'names no control plane; play it in the sandbox, without --target';
  return [{ file: scenario.file, ...first.at, message }];
}

function actorOf(step: Step): PrincipalName | 'anonymous' | undefined {
  if (step.kind === 'request') return step.sent.as;
  if ('as' in step) return step.as;
  return 'bearer' in step && step.bearer !== undefined && 'as' in step.bearer ? step.bearer.as : undefined;
}

function principalNeeds(scenario: Scenario, profile: Profile, name: string): readonly Problem[] {
  const seen = new Set<string>();
  return scenario.steps.flatMap((step) => {
    const as = actorOf(step);
    if (as === undefined || as === 'anonymous' || seen.has(as)) return [];
    seen.add(as);
    if (profile.principals[as] !== undefined) return [];
    const message = `needs ${as}: step ${step.n} acts as ${as}, and the profile ${name} has no such principal`;
    return [{ file: scenario.file, ...step.at, message }];
  });
}

function fixtureNeeds(scenario: Scenario, profile: Profile, name: string): readonly Problem[] {
  const known = fixtureValues(profile);
  return scenario.steps.flatMap((step) =>
    references(step)
      .filter((reference) => reference.name.startsWith('fixtures.') && !known.has(reference.name))
      .map((reference) => ({
        file: scenario.file,
        ...step.at,
        message: `needs ${reference.name}: the profile ${name} states no such fixture${suggestion(reference.name, [...known.keys()])}`,
      })),
  );
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
const WRITING_OPS = ['submit', 'cancel'];

function isOfControl(step: Step): boolean {
  return CONTROLLED.includes(step.kind) || isControlStep(step);
}

/** What a step writes to, or moves through the control plane. Minting a ticket changes nothing of the platform. */
function writtenBy(step: Step): string | undefined {
  if (isOfControl(step)) return `${step.kind} to the control plane`;
  if (step.kind === 'op') return WRITING_OPS.includes(step.op) ? `op ${step.op}` : undefined;
  if (step.kind === 'send') return isWritingFrame(step.content) ? 'an op that writes' : undefined;
  if (step.kind !== 'request' || READS.includes(step.sent.method)) return undefined;
  return `${step.sent.method} ${step.sent.path}`;
}

/** Text that is no JSON may still be read as the op that it names. */
function isWritingFrame(content: { readonly json: unknown } | { readonly text: string }): boolean {
  const text = 'text' in content ? content.text : (JSON.stringify(content.json) ?? '');
  return WRITING_OPS.some((op) => text.toLowerCase().includes(op));
}

function socketNeeds(scenario: Scenario, profile: Profile, name: string): readonly Problem[] {
  return scenario.steps.flatMap((step) => {
    if (step.kind !== 'open' || profile.sockets?.[step.socket] !== undefined) return [];
    const message = `needs sockets.${step.socket}: the profile ${name} states no address of that socket`;
    return [{ file: scenario.file, ...step.at, message }];
  });
}

function writeNeed(scenario: Scenario, profile: Profile, name: string): readonly Problem[] {
  const { whyNoWrites } = allowanceOf(profile);
  if (whyNoWrites === undefined) return [];
  // A step of the platform that has no control plane to go to is refused for that alone.
  const isSent = (step: Step) => profile.control !== undefined || !isOfControl(step);
  const first = scenario.steps.find((step) => writtenBy(step) !== undefined && isSent(step));
  if (first !== undefined) {
    const message = `needs writes: step ${first.n} sends ${writtenBy(first)}, and ${whyNoWrites} (${name})`;
    return [{ file: scenario.file, ...first.at, message }];
  }
  if (scenario.world.members === undefined || profile.control === undefined) return [];
  const message = `needs writes: world.members are deployed, and ${whyNoWrites} (${name})`;
  return [{ file: scenario.file, line: 1, column: 1, message }];
}

/** Empty if the target can play it. `name` is the profile's name in messages. */
export function unmetNeeds(scenario: Scenario, profile: Profile, name: string): readonly Problem[] {
  return [
    ...(profile.control === undefined ? controlNeed(scenario, name) : []),
    ...principalNeeds(scenario, profile, name),
    ...fixtureNeeds(scenario, profile, name),
    ...socketNeeds(scenario, profile, name),
    ...writeNeed(scenario, profile, name),
  ];
}

/** `advance` needs a virtual clock; `wait` works with any. */
export function unmetClock(scenario: Scenario, mode: ClockMode): readonly Problem[] {
  const first = scenario.steps.find(({ kind }) => kind === 'advance');
  if (first === undefined || mode === 'virtual') return [];
  const message = `needs a virtual clock: step ${first.n} advances the clock, and the target's is ${mode}; write wait instead, or play it in the sandbox`;
  return [{ file: scenario.file, ...first.at, message }];
}

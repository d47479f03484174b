/**
 * A fault rule as the control plane and scenario files state it: where, what, how often. Inert data: a rule does nothing
 * until `createFaults` is given it.
 */
import { isRefusalCode } from '../../gateway/contract/refusals.ts';
import { durationMs, LONGEST_MS } from '../duration.ts';
import type { FaultRule } from './rule-shape.ts';

/**
 * Where faults are asked for: a member's look-up of a key, the intake of key material, a command's way into an inbox, its
 * judgement, the algo engine's verdict on a document, a member's hearing of an instrument or an algo version, the HTTP answer.
 */
export const EDGES = ['look-up', 'intake', 'inbox', 'verdict', 'engine', 'apply', 'answer'] as const;
export type Edge = (typeof EDGES)[number];

export const EFFECTS = ['delay', 'hold', 'refuse', 'drop', 'fail'] as const satisfies readonly (keyof FaultRule)[];
export type Effect = (typeof EFFECTS)[number];

/** What the platform may say of a command that it does not take. */
export const INBOX_REFUSALS: readonly string[] = ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'];

/** What the intake may say of key material that it does not store. */
export const INTAKE_REFUSALS: readonly string[] = ['INTAKE_UNAVAILABLE', 'INTAKE_KEY_REUSED', 'RATE_LIMITED'];

const PLACES_BUT_MEMBER = ['owner', 'command', 'org', 'key'] as const satisfies readonly (keyof FaultRule['on'])[];

/** The edge of a rule that states none: the answer for what only an answer can suffer, else the verdict. */
export function edgeOf(rule: FaultRule): Edge {
  return rule.on.edge ?? (rule.drop === undefined ? 'verdict' : 'answer');
}

function effectsOf(rule: FaultRule): readonly Effect[] {
  return EFFECTS.filter((effect) => rule[effect] !== undefined);
}

/** What the platform says of itself, once: a refusal would have nobody to hear it, and nobody to say it again. */
const OWN_WORDS: readonly string[] = ['probe-report', 'discover-account', 'engine-stop'];

/** Of a rule that makes sense. */
export function effectOf(rule: FaultRule): Effect {
  const [effect] = effectsOf(rule);
  if (effect === undefined) throw new RangeError('a rule without an effect');
  return effect;
}

/** Why a well-formed rule can never do what it says; undefined where it can. */
export function nonsenseOf(rule: FaultRule): string | undefined {
  if (effectsOf(rule).length !== 1) return `a rule states exactly one of ${EFFECTS.join(', ')}`;
  if (rule.delay !== undefined && !(durationMs(rule.delay) >= 0)) return 'delay: time does not go back';
  if (rule.delay !== undefined && durationMs(rule.delay) > LONGEST_MS) return 'delay: ten years are the most';
  const edge = edgeOf(rule);
  if (rule.drop !== undefined && edge !== 'answer')
    return `on.edge: an answer is dropped at the edge answer, not at ${edge}`;
  if (edge === 'apply' && rule.delay === undefined && rule.hold === undefined)
    return 'on.edge: what a member hears of instruments and algo versions is held or delayed, no more';
  if (edge === 'apply' && PLACES_BUT_MEMBER.some((place) => rule.on[place] !== undefined))
    return 'on: the edge apply knows the member alone';
  if (rule.fail !== undefined && edge === 'engine')
    return 'fail: the engine always says something of a document: refuse it, or hold the verdict';
  if (rule.on.member !== undefined && edge === 'engine') return 'on.member: the engine is of no member';
  if (rule.refuse !== undefined && edge === 'verdict' && rule.on.command === 'engine-verdict')
    return 'refuse: to make the engine refuse a document state on.edge engine: at the verdict its word would be lost';
  if (rule.refuse !== undefined && edge === 'verdict' && OWN_WORDS.includes(rule.on.command ?? ''))
    return `refuse: ${rule.on.command} is the platform's own word, and would be lost: hold or delay it`;
  if (rule.refuse !== undefined && edge === 'inbox' && !INBOX_REFUSALS.includes(rule.refuse)) {
    return `refuse: an inbox refuses with one of ${INBOX_REFUSALS.join(', ')}`;
  }
  if (rule.refuse !== undefined && edge === 'intake' && !INTAKE_REFUSALS.includes(rule.refuse)) {
    return `refuse: the intake refuses with one of ${INTAKE_REFUSALS.join(', ')}`;
  }
  if (rule.refuse !== undefined && (edge === 'look-up' || edge === 'answer')) {
    return `refuse: nothing is judged at the edge ${edge}: state inbox or verdict`;
  }
  if ((edge === 'look-up' || edge === 'intake') && (rule.on.owner ?? rule.on.command) !== undefined) {
    return `on: the edge ${edge} knows organisation, key and member, no owner and no command yet`;
  }
  if (rule.refuse !== undefined && edge === 'verdict' && !isRefusalCode(rule.refuse)) {
    return `refuse: no member answers ${rule.refuse}; a code of the contract is needed, such as NO_REFERENCE_PRICE`;
  }
  if (rule.refuse !== undefined && edge === 'verdict' && INBOX_REFUSALS.includes(rule.refuse)) {
    return `refuse: an owner never rules ${rule.refuse}; state the edge inbox`;
  }
  if (rule.fail !== undefined && edge === 'answer') return 'fail: an answer does not fail at its edge: drop it';
  if (edge === 'answer' && rule.on.owner !== undefined) return 'on.owner: an answer is of no owner: state the command';
  return undefined;
}

/** A step in a few words, for the terminal and the transcript. */
import { formOf, isControlStep } from '../format/control-steps.ts';
import { EFFECTS } from '../format/fault-format.ts';
import type { FaultStep, Sent, Step } from '../format/scenario.ts';
import { durationText } from '../format/scenario-duration.ts';
import { shown } from '../format/shown.ts';
import type { Bearer, HearStep } from '../format/socket-steps.ts';

function effectWords(rule: FaultStep['rule']): string {
  const effect = EFFECTS.find((name) => Object.hasOwn(rule, name)) ?? 'fail';
  const value = (rule as unknown as Readonly<Record<string, unknown>>)[effect];
  if (value === true) return effect;
  if (effect === 'drop') return `drop the ${String(value)}`;
  if (effect === 'close') return `close with ${String(value)}`;
  if (rule.answer !== undefined) return `answer ${rule.answer.status}`;
  return `${effect} ${typeof value === 'number' ? durationText(value) : String(value)}`;
}

function placeWords(on: FaultStep['rule']['on']): string {
  const parts = Object.entries(on).map(([name, value]) => `${name} ${value}`);
  return parts.length === 0 ? 'everywhere' : parts.join(', ');
}

function timesWords(times: FaultStep['rule']['times']): string {
  if (times === undefined) return '';
  if (typeof times === 'number') return times === 1 ? ', once' : `, ${times} times`;
  if ('every' in times) return `, every ${times.every}`;
  return 'nth' in times ? `, only number ${times.nth}` : `, probability ${times.probability}`;
}

/** With references replaced if `path` is what was sent. */
export function sentWords({ method, path, key }: Pick<Sent, 'method' | 'path' | 'key'>): string {
  return `${method} ${path}${key === undefined ? '' : `  key ${key}`}`;
}

function bearerWords(bearer: Bearer | undefined): string {
  if (bearer === undefined) return '';
  return 'as' in bearer ? ` as ${bearer.as}` : ` with token ${bearer.issued}`;
}

function hearWords({ event, expect, withinMs }: HearStep): string {
  const what = expect?.closed !== undefined ? 'the close' : expect?.frame === 'none' ? 'nothing' : (event ?? 'a frame');
  return `hear ${what}${withinMs === undefined ? '' : ` within ${durationText(withinMs)}`}`;
}

/** The subject of a step: a principal, a socket, `fault`, `clock`. */
export function stepSubject(step: Step): string {
  if (step.kind === 'request') return step.sent.as;
  if (step.kind === 'open') return step.name;
  if ('socket' in step) return step.socket;
  if ('as' in step) return step.as;
  if (isControlStep(step)) return formOf(step.kind).subject?.(step.input) ?? step.kind;
  return step.kind === 'advance' || step.kind === 'wait' ? 'clock' : step.kind;
}

/** A step in a few words. */
export function stepWords(step: Step): string {
  switch (step.kind) {
    case 'fault':
      return `${effectWords(step.rule)} on ${placeWords(step.rule.on)}${timesWords(step.rule.times)}`;
    case 'clear':
      return step.fault ?? 'all';
    case 'release':
      return step.hold;
    case 'advance':
      return `advance ${durationText(step.ms)}`;
    case 'wait':
      return `wait ${durationText(step.ms)}`;
    case 'await':
      return step.request;
    case 'request':
      return sentWords(step.sent);
    case 'mint':
      return `mint ticket ${step.name}`;
    case 'issue':
      return `issue token ${step.name}${step.expiresInMs === undefined ? '' : ` for ${durationText(step.expiresInMs)}`}`;
    case 'open': {
      const ticket = step.ticket === undefined ? '' : ` with ticket ${step.ticket}`;
      const query = Object.entries(step.query ?? {}).map(([name, value]) => ` with ${name}=${value}`);
      return `open ${step.socket}${bearerWords(step.bearer)}${ticket}${query.join('')}`;
    }
    case 'op':
      return `${step.op}${bearerWords(step.bearer)}  reqId ${step.reqId}`;
    case 'send':
      return `send ${'text' in step.content ? step.content.text : shown(step.content.json)}`;
    case 'hear':
      return hearWords(step);
    case 'close':
      return 'close';
    default:
      return formOf(step.kind).words(step.input);
  }
}

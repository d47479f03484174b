/** A step in a few words, as the terminal and the transcript name it. */
import { durationText } from './duration.ts';
import { EFFECTS } from './format.ts';
import type { FaultStep, Sent, Step } from './scenario.ts';

function effectWords(rule: FaultStep['rule']): string {
  const effect = EFFECTS.find((name) => Object.hasOwn(rule, name)) ?? 'fail';
  const value = (rule as unknown as Readonly<Record<string, unknown>>)[effect];
  if (effect === 'fail') return 'fail';
  if (effect === 'drop') return 'drop the answer';
  return `${effect} ${typeof value === 'number' ? durationText(value) : String(value)}`;
}

function placeWords(on: FaultStep['rule']['on']): string {
  const parts = Object.entries(on).map(([name, value]) => `${name} ${value}`);
  return parts.length === 0 ? 'everywhere' : parts.join(', ');
}

function timesWords(times: FaultStep['rule']['times']): string {
  if (times === undefined) return '';
  if (typeof times === 'number') return times === 1 ? ', once' : `, ${times} times`;
  return 'every' in times ? `, every ${times.every}` : `, probability ${times.probability}`;
}

/** With references replaced where `path` is what was sent. */
export function sentWords({ method, path, key }: Pick<Sent, 'method' | 'path' | 'key'>): string {
  return `${method} ${path}${key === undefined ? '' : `  key ${key}`}`;
}

/** What does it: a principal, `fault`, `clock`. */
export function stepSubject(step: Step): string {
  if (step.kind === 'request') return step.sent.as;
  return step.kind === 'advance' || step.kind === 'wait' ? 'clock' : step.kind;
}

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
  }
}

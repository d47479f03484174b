/**
 * Placeholders in the templates of `bodies:`. `{key}` is the Idempotency-Key; `{id}` and `{orderId}` the id in the
 * path; `{name}` a display name of the suite that is new where it must be unique; `{account}` and `{instrument}` the
 * fixtures by name and symbol; `{account.id}` and similar a property of a fixture; `{body.capabilities}` and similar a
 * property of the body that the suite would send without a template. A text that is a single placeholder keeps the type
 * of its value; `{{` and `}}` are literal braces.
 */
import type { Fixtures } from '../profile/profile.ts';

export interface Filling {
  readonly key: string | undefined;
  /** The id in the path, if the path names a row. */
  readonly id: string | undefined;
  /** The body that the suite would send without a template. */
  readonly ours: Readonly<Record<string, unknown>>;
  readonly fixtures: Fixtures;
}

const PLACEHOLDER = /\{\{|\}\}|\{([^{}]*)\}/g;
const PLAIN = ['key', 'id', 'orderId', 'name', 'account', 'instrument'];
const OF_THE_BODY = /^body\.[A-Za-z][A-Za-z0-9]*$/;

/** Why these fixtures cannot fill the placeholder; undefined: they can. */
function objection(name: string, fixtures: Fixtures): string | undefined {
  if (name === 'account' || name === 'instrument') {
    return fixtures[name] === undefined ? `{${name}} needs fixtures.${name}` : undefined;
  }
  if (PLAIN.includes(name) || OF_THE_BODY.test(name)) return undefined;
  const [fixture = '', member, ...more] = name.split('.');
  const held = (fixtures as Readonly<Record<string, unknown>>)[fixture];
  const value = member === undefined || more.length > 0 ? undefined : memberOf(held, member);
  if (value !== undefined) return undefined;
  const known = [...PLAIN, 'body.MEMBER', 'FIXTURE.MEMBER (such as account.id)'].map((one) => `{${one}}`).join(', ');
  return `{${name}} is no placeholder, or the profile states no such fixture; known: ${known}`;
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[member] : undefined;
}

/** The first problem in a text of a template. */
export function objectionTo(text: string, fixtures: Fixtures): string | undefined {
  for (const [, name] of text.matchAll(PLACEHOLDER)) {
    const problem = name === undefined ? undefined : objection(name, fixtures);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function placeholderValue(name: string, { key, id, ours, fixtures }: Filling): unknown {
  if (name === 'key') return key;
  if (name === 'id' || name === 'orderId') return id;
  if (name === 'name')
    return ours['displayName'] ?? ours['subject'] ?? (key === undefined ? undefined : `touchstone-${key}`);
  if (name === 'account') return fixtures.account?.name;
  if (name === 'instrument') return fixtures.instrument?.symbol;
  const [first = '', member = ''] = name.split('.');
  return first === 'body' ? ours[member] : memberOf((fixtures as Readonly<Record<string, unknown>>)[first], member);
}

/** Fills in the placeholders of a template. A placeholder without a value is undefined, which JSON leaves out. */
export function filledIn(template: unknown, filling: Filling): unknown {
  if (Array.isArray(template)) return template.map((one) => filledIn(one, filling));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filledIn(value, filling)]));
  }
  if (typeof template !== 'string') return template;
  const whole = /^\{([^{}]+)\}$/.exec(template)?.[1];
  if (whole !== undefined) return placeholderValue(whole, filling);
  return template.replace(PLACEHOLDER, (mark, name?: string) =>
    name === undefined ? mark.slice(1) : String(placeholderValue(name, filling) ?? ''),
  );
}

/** Whether the template has a placeholder for this property of the body that the suite would send. */
export function carries(template: unknown, name: string): boolean {
  const own = name === 'displayName' || name === 'subject' ? ['name', `body.${name}`] : [`body.${name}`];
  return textsIn(template).some((text) =>
    [...text.matchAll(PLACEHOLDER)].some(([, placeholder]) => own.includes(placeholder ?? '')),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Which properties of a body the target would not be sent, and what that means for the request. */
import { isDeepStrictEqual } from 'node:util';
import { carries } from './placeholders.ts';

type Body = Readonly<Record<string, unknown>>;

/** A list without entries asks for nothing. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Whether the template or the document's example says it, perhaps under another name. */
export function isSaid(route: string, template: Body | undefined, body: Body, name: string, value: unknown): boolean {
  if (isDeepStrictEqual(body[name], value)) return true;
  if (template === undefined) return false;
  // The orders of checks have the template's properties already (`orderDefaults`).
  return carries(template, name) || (route === 'POST /orders' && Object.hasOwn(template, name));
}

/** Whether another property that is sent has the same value: a name that is also the subject. */
export function isRestated(ours: Body, name: string, dropped: readonly string[]): boolean {
  const own = ours[name];
  return (
    typeof own === 'string' && Object.entries(ours).some(([other, value]) => value === own && !dropped.includes(other))
  );
}

/** Why a request is not sent, and where the profile can state what it lacks. */
export function lackingIn(route: string, template: Body | undefined, lost: readonly string[]): string {
  const names = lost.join(' and ');
  const example = `NAME: "{body.${lost[0]}}"`;
  const why =
    template === undefined
      ? `the target's document lists no ${names} in the body of ${route}`
      : `bodies["${route}"] of the profile states no ${names}`;
  return `${why}; if it has one by another name, state that in the profile: bodies: { "${route}": { ${example} } }`;
}

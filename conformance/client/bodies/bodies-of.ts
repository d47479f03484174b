/** The bodies that a profile and the member's contract document ask for. */
import type { Profile } from '../profile.ts';
import { Bodies } from './bodies.ts';

/** `fixtures.order` is the older spelling of a template of POST /orders; `bodies:` wins. */
export function bodiesOf(
  { fixtures = {}, bodies = {} }: Pick<Profile, 'fixtures' | 'bodies'>,
  document: unknown,
): Bodies {
  const order = { ...fixtures.order, ...bodies['POST /orders'] };
  const templates = Object.keys(order).length === 0 ? bodies : { ...bodies, 'POST /orders': order };
  return new Bodies(document, templates, fixtures);
}

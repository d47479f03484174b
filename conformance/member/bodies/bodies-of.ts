/** The request bodies for a profile and the member's contract document. */
import type { Profile } from '../profile/profile.ts';
import { Bodies } from './bodies.ts';

/** `fixtures.order` is the older spelling of a template for POST /orders; `bodies:` takes precedence. */
export function bodiesOf(
  { fixtures = {}, bodies = {} }: Pick<Profile, 'fixtures' | 'bodies'>,
  document: unknown,
): Bodies {
  const order = { ...fixtures.order, ...bodies['POST /orders'] };
  const templates = Object.keys(order).length === 0 ? bodies : { ...bodies, 'POST /orders': order };
  return new Bodies(document, templates, fixtures);
}

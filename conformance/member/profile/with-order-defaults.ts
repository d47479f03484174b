import type { Bodies } from '../bodies/bodies.ts';
import type { Profile } from './profile.ts';

/** Adds the properties that the member requires and the interface does not name to the orders of every check. */
export function withOrderDefaults(profile: Profile, bodies: Bodies): Profile {
  if (profile.fixtures === undefined) return profile;
  return { ...profile, fixtures: { ...profile.fixtures, order: bodies.orderDefaults() } };
}

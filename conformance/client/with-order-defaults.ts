import type { Bodies } from './bodies/bodies.ts';
import type { Profile } from './profile.ts';

/** Orders of every check have what the member requires besides what the interface names. */
export function withOrderDefaults(profile: Profile, bodies: Bodies): Profile {
  if (profile.fixtures === undefined) return profile;
  return { ...profile, fixtures: { ...profile.fixtures, order: bodies.orderDefaults() } };
}

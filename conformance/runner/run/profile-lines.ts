/** What a profile states, as lines without secrets, by which two runs are compared. */
import type { Profile } from '../../member/profile/profile.ts';

const STATED = ['surfaces', 'limits', 'contract', 'sockets'] as const satisfies readonly (keyof Profile)[];

/** Sorted: `principal trader`, `fixture account`, `hook restart`, `limits.writes true`, `control plane`. */
export function profileLines(profile: Profile): readonly string[] {
  const { principals, fixtures = {}, hooks = {}, control, members, strict } = profile;
  const stated = STATED.flatMap((name) =>
    Object.entries(profile[name] ?? {}).map(([key, value]) =>
      name === 'sockets' ? `socket ${key}` : `${name}.${key} ${String(value)}`,
    ),
  );
  return [
    ...Object.keys(principals).map((name) => `principal ${name}`),
    ...Object.keys(fixtures).map((name) => `fixture ${name}`),
    ...Object.keys(hooks).map((name) => `hook ${name}`),
    ...stated,
    ...(control === undefined ? [] : ['control plane']),
    ...(members === undefined ? [] : [`members ${members}`]),
    ...(strict === undefined ? [] : [`strict ${strict}`]),
  ].toSorted();
}

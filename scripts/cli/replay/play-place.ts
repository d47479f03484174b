/** Where a scenario is played: in a world of its own in this process, on the target of a profile file, or on a profile at hand. */
import { dirname, resolve } from 'node:path';
import { controlPlane } from '../../../conformance/member/control/control-plane.ts';
import { allowanceOf, WITHOUT_DESTRUCTIVE } from '../../../conformance/member/profile/allowance.ts';
import type { LoadedProfile } from '../../../conformance/member/profile/read-profile.ts';
import { ProfileProblem, parseProfile, profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { httpTransport } from '../../../conformance/member/sending/transport.ts';
import { Unreached } from '../../../conformance/member/sending/unreached.ts';
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import type { CommandIo } from '../command.ts';
import type { OpenTarget } from '../open-target.ts';
import { openTarget, readText, through } from '../open-target.ts';
import { UsageError } from '../usage-error.ts';

export type PlayPlace =
  /** `version`: of its one member; absent: the newest. `defects`: the member is known-bad. */
  | { readonly kind: 'own'; readonly version?: Version; readonly defects?: readonly Defect[] }
  | { readonly kind: 'target'; readonly file: string; readonly baseUrl?: string; readonly reset: boolean }
  | { readonly kind: 'profile'; readonly profile: object; readonly reset: boolean };

export interface OpenPlace {
  readonly opened: OpenTarget;
  /** No one has used its world. */
  readonly isFresh: boolean;
  readonly words: string;
  close(): Promise<void>;
}

/** @throws UsageError */
export async function loadedProfile(file: string, io: CommandIo): Promise<LoadedProfile> {
  try {
    return parseProfile(await readText(file, io, '--target'), file, io.env, dirname(resolve(io.cwd, file)));
  } catch (thrown) {
    throw thrown instanceof ProfileProblem ? UsageError.ofEach(thrown) : thrown;
  }
}

/** Called before anything is connected, so that no token and no position outlives it. */
async function resetWorld({ profile, dial }: LoadedProfile, seed: number): Promise<void> {
  if (profile.control === undefined) throw new UsageError('--reset: the profile names no control plane');
  const { destructive, whyNoWrites = WITHOUT_DESTRUCTIVE } = allowanceOf(profile);
  if (!destructive) throw new UsageError(`--reset changes the world of the target, and ${whyNoWrites}`);
  const plane = controlPlane(httpTransport(profile.control, startStopwatch(), undefined, dial));
  try {
    await plane.reset({ seed });
  } catch (thrown) {
    throw thrown instanceof Unreached ? new UsageError(`--reset: ${thrown.message}`) : thrown;
  } finally {
    await plane.close();
  }
}

/** @throws UsageError for an unusable profile or target */
export async function openPlace(
  place: PlayPlace,
  seed: number,
  stopwatch: Stopwatch,
  io: CommandIo,
): Promise<OpenPlace> {
  if (place.kind === 'own') {
    const { version, defects } = place;
    // One each: it starts faster than a further world of a running one, and ends with it.
    const opened = await openTarget({ seed, defects, version }, stopwatch, io);
    const words = `its own sandbox${version === undefined ? '' : `, contract ${version}`}, virtual clock`;
    return { opened, close: () => opened.close(), isFresh: true, words };
  }
  if (place.reset) {
    const loaded =
      place.kind === 'target' ? await loadedProfile(place.file, io) : profileOf(place.profile, 'the profile', io.env);
    await resetWorld(place.kind === 'target' ? through(loaded, place.baseUrl) : loaded, seed);
  }
  const chosen =
    place.kind === 'profile'
      ? { profile: place.profile }
      : { target: place.file, ...(place.baseUrl === undefined ? {} : { baseUrl: place.baseUrl }) };
  const opened = await openTarget({ ...chosen, seed }, stopwatch, io);
  const { profile, clockMode } = opened.target;
  return {
    opened,
    close: () => opened.close(),
    isFresh: place.reset,
    words: `${profile.baseUrl}, ${clockMode} clock`,
  };
}

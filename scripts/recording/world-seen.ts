/** The world that is recorded, as the control plane of a sandbox states it. */
import { asObject } from '../../conformance/member/profile/contract-document.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { VERSIONS } from '../../gateway/contract/versions.ts';
import type { Traffic } from '../../scenarios/index.ts';

export type WorldSeen = Pick<Traffic, 'world' | 'clock'>;

/** Far longer than a busy machine needs: without its seed a recording replays in another world. */
const TIMEOUT_MS = 15_000;

/** Nothing is known of a world whose control plane does not answer. */
export async function worldSeen(controlUrl: string): Promise<WorldSeen> {
  const [health, clock] = await Promise.all([readJson(`${controlUrl}/health`), readJson(`${controlUrl}/clock`)]);
  const { seed, members } = health;
  const versions = (Array.isArray(members) ? members : []).map((member) => asObject(member)['version']);
  const isUsual = versions.length === 1 && versions[0] === VERSIONS.at(-1);
  return {
    ...(typeof seed === 'number' && {
      world: { seed, ...(isUsual ? {} : { members: versions.filter((version) => typeof version === 'string') }) },
    }),
    ...(typeof clock['mode'] === 'string' && { clock: clock['mode'] === 'virtual' ? 'virtual' : 'real' }),
  };
}

/** The faults with their firings; the answer is recorded on its way. */
export async function readFaults(controlUrl: string): Promise<void> {
  await readJson(`${controlUrl}/faults`);
}

async function readJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  const limit = new AbortController();
  const late = startStopwatch().after(TIMEOUT_MS, () => limit.abort());
  try {
    return asObject(await (await fetch(url, { signal: limit.signal })).json());
  } catch {
    return {};
  } finally {
    late.cancel();
  }
}

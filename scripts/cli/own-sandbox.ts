/** A sandbox for one command, in the command's process: it opens no port, and the suite reaches it without sockets. */
import type { LoadedProfile } from '../../conformance/member/profile/read-profile.ts';
import { profileOf } from '../../conformance/member/profile/read-profile.ts';
import type { Version } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Sandbox } from '../../platform-sim/sandbox.ts';
import { waysTo } from '../api/ways-to-sandbox.ts';

export interface OwnSandboxOptions {
  readonly seed: number;
  /** Each member is known-bad. */
  readonly defects?: readonly Defect[] | undefined;
  /** Of its one member; absent: the newest. */
  readonly version?: Version | undefined;
}

/** On a virtual clock. */
export async function startOwnSandbox({
  seed,
  defects = [],
  version,
}: OwnSandboxOptions): Promise<{ readonly sandbox: Sandbox; readonly loaded: LoadedProfile }> {
  const { startSandbox } = await import('../../platform-sim/sandbox.ts');
  const members = version === undefined ? {} : { members: [{ version }] };
  const withoutPorts = { ports: false, controlUrl: 'http://localhost' } as const;
  const sandbox = await startSandbox({ ...withoutPorts, clock: 'virtual', seed, defects, ...members });
  return { sandbox, loaded: { ...profileOf(sandbox.profile, 'the sandbox'), ...waysTo(sandbox) } };
}

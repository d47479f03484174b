/** For tests: the processes of a deployment on NATS, each in this process, which end with the test. */
import { onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox.ts';
import { type MemberHost, startMemberHost } from '../member-host.ts';

export const AT_ONCE = { idleGraceMs: 0, deadlineMs: 0 };

export async function platformOn(url: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: 'real', platform: url, serves: false });
  onTestFinished(() => sandbox.close(AT_ONCE));
  return sandbox;
}

/** A platform process that waits for another to end. */
export function standbyOn(platform: string): { readonly end: () => Promise<void>; readonly active: Promise<Sandbox> } {
  const interruption = new AbortController();
  const active = startSandbox({ clock: 'real', platform, serves: false, signal: interruption.signal });
  const end = async (): Promise<void> => {
    interruption.abort();
    await active.then(
      (sandbox) => sandbox.close(AT_ONCE),
      () => undefined,
    );
  };
  onTestFinished(end);
  return { end, active };
}

export async function membersOn(platform: string, ...versions: readonly ('0.13.0' | '0.14.0')[]): Promise<MemberHost> {
  const plans = versions.map((version) => ({ version }));
  const host = await startMemberHost({ platform, plans, host: '127.0.0.1', port: 0, said: () => undefined });
  onTestFinished(() => host.close(AT_ONCE));
  return host;
}

/** Runs the suite like an external user: with the sandbox's profile and the address of a proxy in front of the gateway. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import type { SocketLayer } from '../../../gateway/variations/frames.ts';
import type { Layer } from '../../../gateway/variations/layer.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile, SEED } from '../suite/judged-by-profile.ts';
import { startProxy } from './start-proxy.ts';

/** Runs these checks in order, in one world, on a virtual clock. */
export async function judgedThrough(
  layers: readonly Layer[],
  checks: readonly Check[],
  socketLayers: readonly SocketLayer[],
): Promise<readonly CheckRow[]> {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED });
  await using proxy = await startProxy(sandbox.baseUrl, layers, socketLayers);
  const through = (url: string): string =>
    url.replace(sandbox.baseUrl.replace(/^http/, 'ws'), proxy.baseUrl.replace(/^http/, 'ws'));
  const { trading, marketData } = sandbox.profile.sockets;
  const sockets = { trading: through(trading), marketData: through(marketData) };
  const profile = { ...sandbox.profile, baseUrl: proxy.baseUrl, sockets };
  return (await judgedByProfile(profile, checks, { resetBetweenChecks: false })).checks;
}

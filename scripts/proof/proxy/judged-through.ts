/** The suite as a stranger runs it: the sandbox's own profile with the address of a proxy before the gateway. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow, RunRecord } from '../../../conformance/runner/run-record.ts';
import type { SocketLayer } from '../../../gateway/variations/frames.ts';
import type { Layer } from '../../../gateway/variations/layer.ts';
import { type SandboxOptions, startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile, SEED } from '../../suite/judged-by-profile.ts';
import { startProxy } from './start-proxy.ts';

interface Through {
  /** How long the suite waits for one answer. Default: as it does by itself. */
  readonly timeoutMs?: number | undefined;
  /** One member of the newest contract unless stated. */
  readonly members?: SandboxOptions['members'];
  /** Virtual unless stated. */
  readonly clock?: SandboxOptions['clock'];
  readonly limits?: SandboxOptions['limits'];
}

/** One run over these checks in their order, in one world as it goes on. */
export async function judgedThrough(
  layers: readonly Layer[],
  checks: readonly Check[],
  socketLayers: readonly SocketLayer[] = [],
  through: Through = {},
): Promise<readonly CheckRow[]> {
  return (await recordThrough(layers, checks, socketLayers, through)).checks;
}

/** As `judgedThrough`, with what the run says beside its rows. */
export async function recordThrough(
  layers: readonly Layer[],
  checks: readonly Check[],
  socketLayers: readonly SocketLayer[] = [],
  { timeoutMs, members = [], clock = 'virtual', limits: bounds = {} }: Through = {},
): Promise<RunRecord> {
  await using sandbox = await startSandbox({ clock, limits: bounds, seed: SEED, members });
  await using proxy = await startProxy(sandbox.baseUrl, layers, socketLayers);
  const through = (url: string): string =>
    url.replace(sandbox.baseUrl.replace(/^http/, 'ws'), proxy.baseUrl.replace(/^http/, 'ws'));
  const { trading, marketData } = sandbox.profile.sockets;
  const sockets = { trading: through(trading), marketData: through(marketData) };
  const limits = timeoutMs === undefined ? {} : { limits: { ...sandbox.profile.limits, timeoutMs } };
  const profile = { ...sandbox.profile, ...limits, baseUrl: proxy.baseUrl, sockets };
  return await judgedByProfile(profile, checks, { resetBetweenChecks: false });
}

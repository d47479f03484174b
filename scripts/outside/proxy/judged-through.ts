/** The suite as a stranger runs it: the sandbox's own profile with the address of a proxy before the gateway. */
import type { Check } from '../../../conformance/runner/check.ts';
import { freshKeys } from '../../../conformance/runner/fresh-keys.ts';
import { run } from '../../../conformance/runner/run.ts';
import type { CheckRow } from '../../../conformance/runner/run-record.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { profileOf } from '../../../conformance/target/read-profile.ts';
import { connect } from '../../../conformance/target/target.ts';
import { type SandboxOptions, startSandbox } from '../../../platform-sim/sandbox.ts';
import { startProxy } from './start-proxy.ts';
import type { SocketLayer } from './talk.ts';
import type { Layer } from './telling.ts';

const SEED = 1;

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
  { timeoutMs, members = [], clock = 'virtual', limits: bounds = {} }: Through = {},
): Promise<readonly CheckRow[]> {
  await using sandbox = await startSandbox({ clock, limits: bounds, seed: SEED, members });
  await using proxy = await startProxy(sandbox.baseUrl, layers, socketLayers);
  const stopwatch = startStopwatch();
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const through = (url: string): string =>
    url.replace(sandbox.baseUrl.replace(/^http/, 'ws'), proxy.baseUrl.replace(/^http/, 'ws'));
  const { trading, marketData } = sandbox.profile.sockets;
  const sockets = { trading: through(trading), marketData: through(marketData) };
  const limits = timeoutMs === undefined ? {} : { limits: { timeoutMs } };
  const profile = { ...sandbox.profile, ...limits, baseUrl: proxy.baseUrl, sockets };
  const target = await connect(profileOf(profile, 'the sandbox'), { stopwatch, freshKey, userAgent: 'touchstone' });
  try {
    const selection = { select: [], requirements: [], readOnly: false };
    const options = { checks, target, selection, stopwatch, freshKey, seed: SEED, version: '0' };
    return (await run({ ...options, resetBetweenChecks: false })).checks;
  } finally {
    await target.close();
  }
}

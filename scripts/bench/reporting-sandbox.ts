/** A sandbox on the real clock, forked by a bench that asks for its memory and its processor time. */
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';

/** What the sandbox says first. */
export interface Ready {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly consoleUrl: string;
  readonly token: string;
}

/** Its answer to any message. */
export interface Reported {
  readonly rssMb: number;
  /** Once garbage is collected. */
  readonly heapMb: number;
  /** Milliseconds of processor time since its start. */
  readonly cpuMs: number;
  readonly records: number;
}

const MB = 1_048_576;

function report(sandbox: Sandbox): Reported {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  for (let n = 0; n < 2; n += 1) globalThis.gc?.({ type: 'major', execution: 'sync' });
  const { heapUsed } = process.memoryUsage();
  return {
    rssMb: rss / MB,
    heapMb: heapUsed / MB,
    cpuMs: (user + system) / 1000,
    records: sandbox.platform.head(),
  };
}

if (process.send !== undefined) {
  const sandbox = await startSandbox({ clock: 'real', port: 0, controlPort: 0 });
  const { baseUrl, controlUrl, consoleUrl, issuer } = sandbox;
  const trader = issuer.personas.named('trader');
  if (trader === undefined) throw new Error('the sandbox has no trader');
  process.on('message', () => process.send?.(report(sandbox)));
  process.on('disconnect', () => process.exit());
  process.send({ baseUrl, controlUrl, consoleUrl, token: await issuer.issue(trader) } satisfies Ready);
}

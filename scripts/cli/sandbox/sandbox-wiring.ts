import type { SandboxWiring } from '../../../platform-sim/sandbox.ts';

/** What a sandbox does by means of the rest of the package, loaded with its first use. */
export const SANDBOX_WIRING: SandboxWiring = {
  async makeScenario(rows, world) {
    const { makeScenario } = await import('../import/make-scenario.ts');
    return makeScenario(rows, world);
  },
};

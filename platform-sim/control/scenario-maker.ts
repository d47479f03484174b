/** A scenario file of traffic, and one sentence for each part that is not in it. */
export interface MadeScenario {
  readonly text: string;
  readonly unmapped: readonly string[];
}

/**
 * Makes a scenario file of exchanges and frames as the control plane shows them, in their order. The caller of
 * `startSandbox` provides it: this folder does not import scenarios.
 */
export type ScenarioMaker = (
  rows: readonly object[],
  world: { readonly seed: number; readonly clock: 'virtual' | 'real' },
) => Promise<MadeScenario>;

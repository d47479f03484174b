/**
 * The target did not reach a state that a check waits for. The run is inconclusive, and this is no defect of the suite.
 */
export class Unreached extends Error {
  override readonly name: string = 'Unreached';
}

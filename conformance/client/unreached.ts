/** The target did not come to a state that a check waits for: the run is inconclusive, which is no fault of the suite. */
export class Unreached extends Error {
  override readonly name: string = 'Unreached';
}

/** A connection that did not come about for its proxy's sake. `message` names the proxy and what to do, no password. */
export class ProxyProblem extends Error {
  override readonly name = 'ProxyProblem';
}

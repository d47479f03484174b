/** A connection that failed at its proxy. `message` names the proxy and the fix, without the password. */
export class ProxyProblem extends Error {
  override readonly name = 'ProxyProblem';
}

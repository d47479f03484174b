import { errors } from 'undici';
import { startStopwatch } from '../../runner/stopwatch.ts';

/** The real time that each step of a connection may take: to the proxy, to the host, TLS. */
const CONNECT_MS = 5_000;

/** Destroys a socket that is not connected within this time. */
export function limitConnecting(connecting: { destroy(error: Error): unknown }): { cancel(): void } {
  const late = () => connecting.destroy(new errors.ConnectTimeoutError(`no connection in ${CONNECT_MS} ms`));
  return startStopwatch().after(CONNECT_MS, late);
}

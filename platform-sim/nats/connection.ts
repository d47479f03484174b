/** A connection to NATS that reconnects for ever, and one line for the user where there is none. */
import type { Socket } from 'node:net';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { LogError } from '../log/log-error.ts';

/** Short enough that requests wait little for a server that restarts. */
const RECONNECT_AFTER_MS = 100;
/** A server that vanished without a word, or hangs, is noticed after three of these: reads do not wait for it. */
const PING_EVERY_MS = 500;
/** Also of a connection that is lost in its handshake, which the client library does not notice. */
const ANSWER_WITHIN_MS = 2_000;

/** Codes of Node.js for a certificate whose authority is not known: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/**
 * @param url one server or several, with commas between: `nats://` or `tls://`, with `user:password@` or `token@` where
 *   the server asks for them
 * @param name shown in the server's list of connections
 * @throws LogError where no server answers, the credentials are refused, or JetStream is off
 */
export async function connectNats(url: string, name: string): Promise<NatsConnection> {
  const options = optionsOf(url);
  const { connect } = await import('@nats-io/transport-node');
  const { jetstreamManager } = await import('@nats-io/jetstream');
  const shown = [options.servers].flat().join(',');
  let nc: NatsConnection;
  try {
    nc = await connect({
      ...options,
      name,
      timeout: ANSWER_WITHIN_MS,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => RECONNECT_AFTER_MS,
      pingInterval: PING_EVERY_MS,
      ignoreAuthErrorAbort: true,
      noAsyncTraces: true,
    });
  } catch (error) {
    const { name: kind, message } = error as Error;
    if (kind === 'AuthorizationError')
      throw new LogError(
        `${shown} refuses these credentials: state them as nats://USER:PASSWORD@HOST, or nats://TOKEN@HOST`,
      );
    if (UNTRUSTED.has((error as NodeJS.ErrnoException).code ?? ''))
      throw new LogError(
        `the certificate of ${shown} is not trusted (${(error as NodeJS.ErrnoException).code}): name the certificate file of its authority in the environment variable NODE_EXTRA_CA_CERTS`,
      );
    throw new LogError(
      `no NATS server answers at ${shown} (${message}): start one with nats-server -js, or name another`,
      { isPassing: true },
    );
  }
  try {
    keepErrorListener(nc);
    await jetstreamManager(nc);
    return nc;
  } catch (error) {
    await nc.close();
    throw new LogError(`${shown} has no JetStream (${(error as Error).message}): start it with nats-server -js`);
  }
}

/**
 * The library takes every listener off a socket that has ended, and may have written to it in the same turn: the error of
 * that write would have no listener, and end the process (`stored-objects.test.ts`).
 */
function keepErrorListener(nc: NatsConnection): void {
  const guarded = new WeakSet<Socket>();
  const guard = (): void => {
    const socket = (nc as unknown as WithSocket).protocol?.transport?.socket;
    if (socket === undefined || guarded.has(socket)) return;
    guarded.add(socket);
    const removeAll = socket.removeAllListeners.bind(socket);
    socket.removeAllListeners = (...of) => removeAll(...of).on('error', () => undefined);
  };
  guard();
  watchConnection(nc, (isUp) => {
    if (isUp) guard();
  });
}

/** What the library's connection has, and its types do not state. */
interface WithSocket {
  readonly protocol?: { readonly transport?: { readonly socket?: Socket } };
}

/** The addresses as a line for a person may show them. @throws LogError */
export function withoutCredentials(url: string): string {
  return optionsOf(url).servers.join(',');
}

function optionsOf(url: string): ConnectionOptions & { readonly servers: string[] } {
  const urls = url.split(',').map((one) => {
    if (!URL.canParse(one) || !/^(nats|tls):$/.test(new URL(one).protocol))
      throw new LogError(`${one} is no address of a NATS server: state one such as nats://127.0.0.1:4222`);
    return new URL(one);
  });
  const [{ username, password } = { username: '', password: '' }] = urls;
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(pass === '' ? user !== '' && { token: user } : { user, pass }),
  };
}

/** For questions that another attempt follows: what waits for a lost connection ends soon. */
export async function managerOf(nc: NatsConnection): Promise<JetStreamManager> {
  const { jetstreamManager } = await import('@nats-io/jetstream');
  return jetstreamManager(nc, { checkAPI: false, timeout: ANSWER_WITHIN_MS });
}

/** Calls `changed` when the connection is lost, and when it is back. */
export function watchConnection(nc: NatsConnection, changed: (isUp: boolean) => void): { stop(): void } {
  const statuses = nc.status();
  void (async () => {
    for await (const { type } of statuses) {
      if (type === 'disconnect') changed(false);
      else if (type === 'reconnect') changed(true);
    }
  })();
  return { stop: () => (statuses as unknown as { stop(): void }).stop() };
}

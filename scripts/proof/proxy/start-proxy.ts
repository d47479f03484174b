/** A proxy with sockets in front of a gateway. Requests and responses pass the layers, and frames pass those of sockets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SocketLayer } from '../../../gateway/variations/frames.ts';
import type { Layer } from '../../../gateway/variations/layer.ts';
import { exchange } from '../../../platform-sim/permissive/http-exchange.ts';
import { Dropped, keptConnections, sendTo } from '../../../platform-sim/permissive/upstream.ts';
import { upgradeThrough } from '../../../platform-sim/permissive/websocket-exchange.ts';

export interface Proxy extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Serves on a free port of this machine. */
export async function startProxy(
  baseUrl: string,
  layers: readonly Layer[],
  socketLayers: readonly SocketLayer[] = [],
): Promise<Proxy> {
  const timer = startStopwatch();
  const agent = keptConnections();
  const upstream = { baseUrl, agent };
  const problems: unknown[] = [];
  const server = createServer((incoming, response) => {
    const send = sendTo({ upstream, incoming });
    exchange(incoming, response, { layers, send, timer }).catch((error: unknown) => {
      if (!(error instanceof Dropped)) problems.push(error);
      response.destroy();
    });
  });
  server.on('upgrade', (incoming, socket, head) => {
    upgradeThrough(
      { upstream, layers, socketLayers, timer, failed: (error) => problems.push(error) },
      incoming,
      socket,
      head,
    ).catch((error: unknown) => {
      if (!(error instanceof Dropped)) problems.push(error);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Without this, a layer that throws would look like a lost connection, and every row would be inconclusive.
      if (problems.length > 0) throw problems[0];
    },
  };
}

/** For tests: a target that a test scripts itself, a recording proxy in front of it, and what that recorded. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Dial, directly } from '../../../conformance/member/connection/dial.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { addressesAt } from '../addresses.ts';
import { startRecording } from '../recording.ts';
import { LOG_LIMITS, type LogLimits, TrafficLog } from '../traffic-log.ts';

interface Sample {
  readonly onRequest?: RequestListener;
  readonly tls?: ServerOptions;
  readonly dial?: Dial;
  readonly limits?: Partial<LogLimits>;
  /** Instead of a separate target. */
  readonly baseUrl?: string;
  /** The target is its own control plane. */
  readonly isControl?: boolean;
  readonly allowedHosts?: readonly string[];
}

export async function startRecorded(sample: Sample) {
  const { onRequest, tls, dial = directly, limits, baseUrl, isControl, allowedHosts } = sample;
  const server = tls === undefined ? createServer() : createSecureServer(tls);
  server.on('request', onRequest ?? ((_, response) => response.end('{}')));
  const sockets = new WebSocketServer({ noServer: true });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = `http${tls === undefined ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopwatch = startStopwatch();
  const log = new TrafficLog(stopwatch, { ...LOG_LIMITS, ...limits });
  const addresses = { ...addressesAt(baseUrl ?? own), ...(isControl === true && { control: own }) };
  const ports = [{ port: 0, option: '--port' }];
  const recording = await startRecording({ addresses, dial, host: '127.0.0.1', ports, allowedHosts, log, stopwatch });
  onTestFinished(async () => {
    await recording.close(0);
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  const at = [...recording.proxies.values()][0] ?? '';
  return { at, target: own, server, sockets, log, recording };
}

/** The way to a sandbox of this process without the network: HTTP over connections of the process itself. */
import type { Duplex } from 'node:stream';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Transport } from '../../conformance/target/transport.ts';
import { httpTransport } from '../../conformance/target/transport.ts';

interface Connectable {
  connect(to: 'gateway' | 'control'): Duplex;
}

export function inProcess(sandbox: Connectable, to: 'gateway' | 'control', baseUrl: string): Transport {
  return httpTransport(baseUrl, startStopwatch(), () => sandbox.connect(to));
}

/** The transport to an in-process sandbox: HTTP over in-process connections. */
import type { Duplex } from 'node:stream';
import type { Transport } from '../../conformance/member/sending/transport.ts';

export interface Connectable {
  connect(to: 'gateway' | 'control'): Duplex;
}

/** Its modules are loaded with the first request, so that a start does not wait for them. */
export function inProcess(sandbox: Connectable, to: 'gateway' | 'control', baseUrl: string): Transport {
  let loaded: Promise<Transport> | undefined;
  const load = async (): Promise<Transport> => {
    const { httpTransport } = await import('../../conformance/member/sending/transport.ts');
    const { startStopwatch } = await import('../../conformance/runner/stopwatch.ts');
    return httpTransport(baseUrl, startStopwatch(), () => sandbox.connect(to));
  };
  return {
    async send(request) {
      loaded ??= load();
      return (await loaded).send(request);
    },
    close: async () => (await loaded)?.close(),
  };
}

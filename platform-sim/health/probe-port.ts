/** `/health` and `/metrics` of a process without a control plane: one of members, and one that stands by. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ControlError } from '../control/control-error.ts';
import { json, type TextReply } from '../control/control-route.ts';
import type { Served } from '../front/open-port.ts';
import { createMetrics, type Measured, OPENMETRICS_TYPE } from '../metrics/metrics.ts';

export interface ProbeOptions {
  readonly measured: Measured;
  /** Throws ControlError for a request with a Host that is not served. */
  guard(request: IncomingMessage): void;
  /** What every other request gets. */
  readonly otherwise: ControlError;
}

/** What such a port serves. */
export function probePort({ measured, guard, otherwise }: ProbeOptions): Served {
  const metrics = createMetrics(measured);

  async function answerOf(request: IncomingMessage): Promise<TextReply> {
    const [path] = (request.url ?? '').split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || (path !== '/health' && path !== '/metrics')) throw otherwise;
    guard(request);
    if (path === '/metrics') return { status: 200, type: OPENMETRICS_TYPE, body: await metrics() };
    const readiness = measured.readiness();
    return json(readiness, readiness.ready ? 200 : 503);
  }

  return {
    handle(request, response) {
      request.resume();
      void answerOf(request)
        .catch((thrown: unknown) => {
          const { status, code, message } =
            thrown instanceof ControlError ? thrown : new ControlError('INTERNAL_ERROR', String(thrown));
          return json({ error: { code, message } }, status);
        })
        .then((answer) => write(response, answer));
    },
  };
}

function write(response: ServerResponse, { status, type, body }: TextReply): void {
  const fields = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, status === 503 ? { ...fields, 'Retry-After': '1' } : fields);
  response.end(body);
}

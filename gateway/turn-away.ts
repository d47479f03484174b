/** Requests that are too many for this process: refused with the member's own envelope, at as little cost as there can be. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answering } from './answering.ts';
import { httpDate } from './answers.ts';
import { discardRest } from './body-bytes.ts';
import type { Services } from './services.ts';

/** Without Koa and without a route: what a refusal costs is taken from the requests that are served. */
export async function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { services, answering }: { readonly services: Services; readonly answering: Answering },
): Promise<void> {
  const given = await answering.answer(request, 'busy', {});
  discardRest(request, response);
  const headers = {
    Date: httpDate(services.clock),
    ...given.headers,
    'Content-Length': Buffer.byteLength(given.body ?? ''),
  };
  response.writeHead(given.status, headers).end(given.body);
  answering.tell(request, given);
}

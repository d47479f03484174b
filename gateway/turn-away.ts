/** Requests that are too many for this process: refused with the member's own envelope, at as little cost as there can be. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answering } from './answering.ts';
import { httpDate } from './answers.ts';
import { discardRest } from './body-bytes.ts';
import { REQUEST_ID_PATTERN } from './contract/keys.ts';
import { STATUS_CODES } from './node-http.ts';
import type { Services } from './services.ts';
import type { Answer } from './stage.ts';

interface TurningAway {
  readonly services: Services;
  readonly answering: Answering;
}

/** Without Koa and without a route: what a refusal costs is taken from the requests that are served. */
export async function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { services, answering }: TurningAway,
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

/** A request as it was sent, of which nothing is parsed. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Request line and header lines. */
  readonly head: string;
}

const SENT_ID = /\r\nx-request-id:[ \t]*([^\r]*?)[ \t]*(?=\r|$)/gi;
/** Has the grammar of a request id. */
const ID_IN_TEMPLATE = 'the-id-of-the-request'.replaceAll('-', '.');

/** The refusal that `turnAway` answers, as bytes: a tenth of the cost. The first time there is none yet. */
export function refusalsOf({ services, answering }: TurningAway): (request: RequestHead) => Buffer | undefined {
  let template: Answer | undefined;
  let isMade = false;
  const make = async (): Promise<void> => {
    const headersDistinct = { 'x-request-id': [ID_IN_TEMPLATE] };
    const request = { method: 'GET', url: '/', headers: {}, headersDistinct } as unknown as IncomingMessage;
    template = await answering.answer(request, 'busy', {});
  };
  return ({ method, target, head }) => {
    if (template === undefined) {
      if (!isMade) void make();
      isMade = true;
      return undefined;
    }
    const sent = [...head.matchAll(SENT_ID)].map(([, id]) => id ?? '');
    const id =
      sent.length === 1 && REQUEST_ID_PATTERN.test(sent[0] ?? '') ? (sent[0] as string) : services.requestIds();
    const named = (text: string): string => text.replaceAll(ID_IN_TEMPLATE, id);
    const body = named(String(template.body ?? ''));
    const headers = { Date: httpDate(services.clock), ...template.headers, 'Content-Length': Buffer.byteLength(body) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${named(String(value))}\r\n`);
    const request = { method, url: target, headers: {} } as unknown as IncomingMessage;
    answering.tell(request, { ...template, headers: { ...template.headers, 'X-Request-Id': id } });
    const status = `HTTP/1.1 ${template.status} ${STATUS_CODES[template.status] ?? ''}\r\n`;
    return Buffer.from(`${status}${lines.join('')}Connection: keep-alive\r\n\r\n${body}`);
  };
}

/** Requests that are too many for this process: refused with the member's own envelope, at as little cost as there can be. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import type { Answer } from '../stage.ts';
import { requestIdOf } from '../stages/correlate.ts';
import type { Answering } from './answering.ts';
import { httpDate } from './answers.ts';
import { discardRest } from './body-bytes.ts';
import { STATUS_CODES } from './node-http.ts';

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
  const headers = {
    ...(discardRest(request) ? { Connection: 'close' } : {}),
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
  /** With the query. */
  readonly target: string;
  /** Request line and header lines, without the blank line. */
  readonly head: string;
}

const SENT_ID = /\r\nx-request-id:[ \t]*([^\r]*?)[ \t]*(?=\r|$)/gi;
/** Has the grammar of a request id, and stands in no other text of a refusal. */
const ID_IN_TEMPLATE = 'the.id.of.the.request';
/** One refusal in ten milliseconds is shown to the observer: the others say the same, and to show one costs as much again. */
const SHOWN_EVERY_NS = 10_000_000n;
const NS_PER_S = 1_000_000_000n;

/** The refusal that `turnAway` answers, as bytes: a fraction of the cost. The first time there is none yet. */
export function refusalsOf({ services, answering }: TurningAway): (request: RequestHead) => Buffer | undefined {
  let template: Answer | undefined;
  let isMade = false;
  const make = async (): Promise<void> => {
    const rawHeaders = ['X-Request-Id', ID_IN_TEMPLATE];
    const request = { method: 'GET', url: '/', headers: {}, rawHeaders } as unknown as IncomingMessage;
    template = await answering.answer(request, 'busy', {});
  };
  let written: Written | undefined;
  let shownAtNs: bigint | undefined;
  return ({ method, target, head }) => {
    if (template === undefined) {
      if (!isMade) void make();
      isMade = true;
      return undefined;
    }
    const sent = [...head.matchAll(SENT_ID)].map(([, id]) => id ?? '');
    const id = requestIdOf(sent, services);
    const nowNs = services.clock.nowNs();
    const atS = nowNs / NS_PER_S;
    if (written?.atS !== atS || written.idBytes !== id.length) {
      written = { atS, idBytes: id.length, parts: partsOf(template, httpDate(services.clock), id.length) };
    }
    if (shownAtNs === undefined || nowNs - shownAtNs > SHOWN_EVERY_NS) {
      shownAtNs = nowNs;
      const request = { method, url: target, headers: {} } as unknown as IncomingMessage;
      answering.tell(request, { ...template, headers: { ...template.headers, 'X-Request-Id': id } });
    }
    return Buffer.from(written.parts.join(id), 'latin1');
  };
}

/** A refusal without the id of its request, which stands between the parts. */
interface Written {
  /** Epoch seconds of its Date. */
  readonly atS: bigint;
  readonly idBytes: number;
  readonly parts: readonly string[];
}

function partsOf({ status, headers, body }: Answer, date: string, idBytes: number): readonly string[] {
  const content = Buffer.from(body ?? '').toString('latin1');
  const ids = content.split(ID_IN_TEMPLATE).length - 1;
  const length = content.length + ids * (idBytes - ID_IN_TEMPLATE.length);
  const all = { Date: date, ...headers, 'Content-Length': length, Connection: 'keep-alive' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${content}`;
  return text.split(ID_IN_TEMPLATE);
}

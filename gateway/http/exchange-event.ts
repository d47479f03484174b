import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import type { Ended } from '../sockets/connection.ts';
import type { SessionCaller } from '../sockets/frame-tap.ts';
import type { FaultStrike, Struck } from '../sockets/socket-edge.ts';
import type { Answer } from '../stage.ts';
import { targetOf } from './request-head.ts';

/** One exchange as the member saw it; never contains a token or a body. */
export interface ExchangeEvent extends Struck {
  readonly atNs: string;
  /** When its request arrived; absent: the layer in front of the member did not note it. */
  readonly receivedNs?: string;
  readonly member: string;
  /** Of the contract that the member served then: of REST, for an event of a socket that of its own contract. */
  readonly version: string;
  readonly requestId: string | null;
  /** `WS` for an operation of a socket. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly key: string | null;
  /** Only for an operation of a socket. */
  readonly op?: string;
  /** Only for the end of a socket's session. */
  readonly closed?: Ended;
  /** A frame from the member that a fault changed: its event or the op that it answers, and the effect. */
  readonly fault?: {
    readonly frame: string;
    readonly did: 'dropped' | 'sent twice' | 'changed' | 'closed on' | 'cut' | 'delayed';
    /** true: the frame answers the op, and the event's `requestId` is that of the op. */
    readonly answersOp?: true;
  };
  /** Only for an event of a socket: the session, by its member and its number there. */
  readonly session?: string;
  /** Whose session it is; null before op auth. */
  readonly caller?: SessionCaller | null;
  /** The refusal's code and message; null if the request was served. */
  readonly refused: { readonly code: string; readonly message: string; readonly stage: string } | null;
}

/**
 * What was sent and answered, by reference, so that nothing is copied for an observer that does not keep it. It holds
 * tokens and key material: an observer that keeps it redacts it before it is shown.
 */
export interface ExchangeContent {
  /** With the query. */
  readonly target: string;
  /** Names and values in turn, as sent. */
  readonly requestHeaders: readonly string[];
  /** null: there is none, or no stage has read it. */
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** An object is a frame. */
  readonly responseBody: string | Uint8Array | object | null;
}

const STRIKES = Symbol('strikes');

type MarkedRequest = IncomingMessage & { [STRIKES]?: readonly FaultStrike[] };

/** Notes the faults that a request met before its answer, for its report. */
export function noteStrikes(request: IncomingMessage, strikes: readonly FaultStrike[] | undefined): void {
  if (strikes !== undefined) (request as MarkedRequest)[STRIKES] = strikes;
}

/**
 * Reports an answered HTTP request to the member's observer.
 *
 * @param route as of `Services.observe`
 * @param body its text, where a stage has read it
 */
export function report(
  { services, name }: { readonly services: Services; readonly name: string },
  request: IncomingMessage,
  answer: Answer,
  route?: string,
  body: string | null = null,
): void {
  const strikes = (request as MarkedRequest)[STRIKES];
  const event: ExchangeEvent = {
    atNs: String(services.clock.nowNs()),
    ...{ member: name, version: services.version },
    requestId: answer.headers['X-Request-Id'] ?? null,
    method: request.method ?? '',
    path: shown(targetOf(request.url ?? '/').path),
    status: answer.status,
    key: shown(String(request.headers['idempotency-key'] ?? '')) || null,
    refused: answer.refused === undefined ? null : { ...answer.refused, message: shown(answer.refused.message) },
    ...(strikes === undefined ? {} : { strikes }),
  };
  const content = {
    target: request.url ?? '',
    requestHeaders: request.rawHeaders ?? [],
    requestBody: body,
    responseHeaders: answer.headers,
    responseBody: answer.body,
  };
  services.observe(event, content, request, route);
}

/** Client text for a log: without control characters, and cut to a maximum length. */
export function shown(text: string): string {
  const cut = text.slice(0, 400);
  return CONTROL.test(cut) ? cut.replaceAll(CONTROLS, '\uFFFD') : cut;
}

const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;

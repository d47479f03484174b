import type { HeaderLines } from '../../exchange/exchange.ts';
import { unanswered } from '../../exchange/exchange-of.ts';
import type { Answer, Flight, Sender } from '../flight.ts';
import { TICKET_ROUTE } from '../ticket-room.ts';

const REQUEST_ID = 'x-request-id';

/** Numbers the request, lists it in the history, and sends it. */
export function send(flight: Flight): Promise<void> {
  const { session, outgoing, spelled } = flight;
  flight.isSent = true;
  if (outgoing.way === 'frame') return spelled.put([]).then(() => {});
  const { log, run } = session;
  const { n, atMs } = log.stamp();
  const own = spelled.isHttp ? ownHeaders(session, n, spelled.request.headers) : [];
  const stated = spelled.request;
  const request = own.length === 0 ? stated : { ...stated, headers: [...stated.headers, ...own] };
  const { label, actor, way, socket } = outgoing;
  const sent = { n, label, actor, request, sentAtMs: atMs, isRaw: way === 'bytes' };
  if (socket !== undefined) {
    socket.handshaking = unanswered(sent);
    log.opening(socket);
  } else if (!flight.isHidden) log.began(unanswered(sent));
  if (request.path.startsWith(TICKET_ROUTE)) run.ticketRoom.asked(session, actor);
  const { cause } = run.breaker;
  if (cause !== undefined) {
    flight.answered(sent, { failure: `unreachable (not sent: ${cause})` });
    return Promise.resolve();
  }
  run.onSend();
  return session.awaiting(spelled.put(own).catch(notSendable)).then((answer) => flight.answered(sent, answer));
}

/** The headers that identify the run in the member's logs, where the check does not state them. */
function ownHeaders({ manners, run }: Sender, n: number, stated: HeaderLines): HeaderLines {
  const id = manners.statesRequestIds === false ? undefined : run.identity.requestId(n);
  const isStated = stated.some(([name]) => name.length === REQUEST_ID.length && name.toLowerCase() === REQUEST_ID);
  return id === undefined || isStated ? [] : [['X-Request-Id', id]];
}

/** What a member answered may be in the next request: a header that no client can send costs that request. */
function notSendable(error: Error & { readonly code?: string }): Answer {
  if (error.code !== 'UND_ERR_INVALID_ARG' && error.code !== 'ERR_INVALID_CHAR') throw error;
  return { failure: `unreachable (not sent: ${error.message})` };
}

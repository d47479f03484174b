import type { Caller, Token } from '../caller.ts';
import type { SOCKET_FRAMES, SocketGate, SocketVersion } from '../contract/sockets.ts';
import type { Services } from '../services.ts';
import type { Connection } from './connection.ts';
import { cancel, submit } from './order-ops.ts';
import { refusalFrame } from './server-frame.ts';
import { Session } from './session.ts';
import type { OpRow, SessionKind } from './session-kind.ts';
import type { Struck } from './socket-edge.ts';
import { atVersion } from './socket-refusal.ts';
import { subscribe, unsubscribe } from './topics.ts';
import { TradingSubscriptions } from './trading-topics.ts';

export interface TradingSessionOptions {
  readonly services: Services;
  readonly connection: Connection;
  /**
   * With `caller`: the handshake's credential. Both are null for a handshake without one, which contracts before 1.4.0
   * accept.
   */
  readonly token: Token | null;
  readonly caller: Caller | null;
  readonly memberName: string;
}

type Op = Exclude<(typeof SOCKET_FRAMES.trading.ops)[number], 'auth' | 'error'>;

/** The operations besides auth, and the gates of later ones. Their names and payloads are assumed. */
const OPS: Readonly<Record<Op, { readonly row: OpRow; readonly gate?: SocketGate }>> = {
  subscribe: { row: subscribe },
  unsubscribe: { row: unsubscribe },
  submit: { row: submit, gate: 'orders' },
  cancel: { row: cancel, gate: 'orders' },
};

const kinds: Map<SocketVersion, SessionKind> = new Map();

/** One session of the trading socket, from the 101 to its close. */
export function openTradingSession({ services, connection, token, caller, memberName }: TradingSessionOptions): void {
  const session = new Session({ kind: kindOf(services), services, connection, memberName });
  if (token === null || caller === null) {
    session.openAnonymously();
    return;
  }
  const { orgId } = caller.user;
  const held = services.socketEdge?.firstFrame({ member: memberName, socket: 'trading', orgId });
  if (held === undefined) session.open(token);
  else void held.catch((): Struck => ({})).then(({ strikes }) => session.open(token, strikes));
}

function kindOf({ socketVersion, socketGates }: Services): SessionKind {
  const known = kinds.get(socketVersion);
  if (known !== undefined) return known;
  const ops = Object.entries<(typeof OPS)[Op]>(OPS).filter(([, { gate }]) => gate === undefined || socketGates[gate]);
  const kind: SessionKind = {
    socket: 'trading',
    ops: Object.fromEntries(ops.map(([op, { row }]) => [op, row])),
    warns: true,
    announcesRevocation: true,
    subscriptionsOf: (services, grantee, send) => new TradingSubscriptions(services, grantee, send),
    acknowledgement: (grant) => ({ session: grant }),
    refuse: (op, reqId, refusal) => refusalFrame(op, reqId, atVersion(refusal, socketVersion)),
  };
  kinds.set(socketVersion, kind);
  return kind;
}

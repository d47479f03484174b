import { KEY_PATTERN } from '../contract/keys.ts';
import { malformed } from '../contract/refusals.ts';
import { type OperationId, routeOf } from '../contract/routes.ts';
import { POSITION_HEADER, REPLAY_HEADER } from '../http/answers.ts';
import type { Answer } from '../stage.ts';
import { heldToShape } from '../stages/read-body.ts';
import { orderRefusal } from './order-refusals.ts';
import type { Done, OpRow, SessionView } from './session-kind.ts';
import { SocketRefusal } from './socket-refusal.ts';

type Params = Readonly<Record<string, unknown>>;

/** An order operation as a request of its HTTP route. */
interface AsRequested {
  readonly operation: OperationId;
  readonly key: unknown;
  /** The member of the operation's params that holds the key. */
  readonly keyName: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Submits an order: the HTTP body, with the clientOrderId required as the command key. */
export const submit: OpRow = {
  key: 'clientOrderId',
  refusalOf: orderRefusal,
  run: granted((params) => ({
    operation: 'submitOrder',
    key: params['clientOrderId'],
    keyName: 'clientOrderId',
    params: {},
    body: params,
  })),
};

/** Cancels an order under the command key of its params. */
export const cancel: OpRow = {
  key: 'commandKey',
  refusalOf: orderRefusal,
  run: granted((params) => ({
    operation: 'cancelOrder',
    key: params['commandKey'],
    keyName: 'commandKey',
    params: { id: orderIdOf(params) },
    body: {},
  })),
};

/**
 * Checks the grant, as given, before anything of the operation is read; a refusal is not recorded (WSS-15). The owner
 * checks the user's current capabilities, as for any write.
 */
function granted(asRequested: (params: Params) => AsRequested): OpRow['run'] {
  return async (session, params) => {
    if (!session.services.sessionRules.mayTrade(session.grantee.grant)) {
      throw new SocketRefusal('FORBIDDEN_CAPABILITY', 'orders:trade is not in the grant of this session', {
        reason: 'CAPABILITY_DENIED',
      });
    }
    return perform(session, asRequested(params));
  };
}

/**
 * Runs an order operation through the stages of the same write over HTTP: one key is one order over both ways, and a
 * retry over the other way replays it.
 */
async function perform(session: SessionView, { operation, key, keyName, params, body }: AsRequested): Promise<Done> {
  const { services, grantee } = session;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw malformed(`${keyName}: not 1 to 64 characters of A-Z a-z 0-9 . _ ~ -`, keyName);
  }
  const route = routeOf(operation);
  const held = await heldToShape(body, route, { ...params, key, ifMatch: null }, services);
  const { caller } = grantee;
  const known = { services, caller, key, operation, route, params, ifMatch: null, body: held };
  return answered(await services.orderOperation(known), { key, operation });
}

/** The row as HTTP serves it, or a pending answer: the write continues, and its key gives the outcome (IDEM-11). */
function answered({ status, headers, body }: Answer, pending: { key: string; operation: OperationId }): Done {
  if (status === 202) return { rest: { pending: true, ...pending } };
  const globalSequence = headers[POSITION_HEADER];
  return { rest: { order: JSON.parse(String(body)), globalSequence, replay: headers[REPLAY_HEADER] === 'true' } };
}

/** Any text may name an unknown order, as in a path (decision A14); a value that is not text names none. */
function orderIdOf({ orderId, commandKey: _, ...strange }: Params): string {
  const [name] = Object.keys(strange);
  if (name !== undefined) throw malformed(`${name.slice(0, 80)}: not a member of this operation`);
  if (typeof orderId !== 'string' || orderId === '' || orderId.length > 64) {
    throw malformed('orderId: not an order id, a string', 'orderId');
  }
  return orderId;
}

import { KEY_PATTERN } from '../contract/keys.ts';
import { malformed } from '../contract/refusals.ts';
import { type OperationId, routeOf } from '../contract/routes.ts';
import { POSITION_HEADER, REPLAY_HEADER } from '../http/answers.ts';
import { runDown } from '../http/run-down.ts';
import type { Answer } from '../stage.ts';
import { heldToShape } from '../stages/read-body.ts';
import { orderRefusal } from './order-refusals.ts';
import type { Done, OpRow, SessionView } from './session-kind.ts';
import { SocketRefusal } from './socket-refusal.ts';

type Params = Readonly<Record<string, unknown>>;

/** An order operation in the terms of its HTTP route. */
interface AsRequested {
  readonly operation: OperationId;
  readonly key: unknown;
  /** The member of the operation's params that holds the key. */
  readonly keyName: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Submits an order: the HTTP body, in which the clientOrderId is owed and is the command key. */
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
 * The grant is judged before anything of the operation is read, as it was given (WSS-15): nothing is recorded then. What
 * the user may do by now is the owner's to judge, as of any write.
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
 * Runs an order operation down the stages of the same write over HTTP: one key, one order, whichever way it came, and a
 * retry over the other way replays it.
 */
async function perform(session: SessionView, { operation, key, keyName, params, body }: AsRequested): Promise<Done> {
  const { services, grantee } = session;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw malformed(`${keyName}: not 1 to 64 characters of A-Z a-z 0-9 . _ ~ -`, keyName);
  }
  const route = routeOf(operation);
  const held = await heldToShape(body, route, { ...params, key, ifMatch: null }, services.gates);
  const { caller } = grantee;
  const known = { services, caller, key, operation, route, params, ifMatch: null, body: held };
  return answered(await runDown(services.orderStages, known), { key, operation });
}

/** The row as HTTP serves it, or that the write goes on: then its key tells the outcome (IDEM-11). */
function answered({ status, headers, body }: Answer, pending: { key: string; operation: OperationId }): Done {
  if (status === 202) return { rest: { pending: true, ...pending } };
  const globalSequence = headers[POSITION_HEADER];
  return { rest: { order: JSON.parse(String(body)), globalSequence, replay: headers[REPLAY_HEADER] === 'true' } };
}

/** Any text may name an order that nobody holds, as on a path (decision A14); what is no text names none. */
function orderIdOf({ orderId, commandKey: _, ...strange }: Params): string {
  const [name] = Object.keys(strange);
  if (name !== undefined) throw malformed(`${name.slice(0, 80)}: not a member of this operation`);
  if (typeof orderId !== 'string' || orderId === '' || orderId.length > 64) {
    throw malformed('orderId: not an order id, a string', 'orderId');
  }
  return orderId;
}

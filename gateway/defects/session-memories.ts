/** Defects of sessions between two correct things: a refusal, a renewal, an order. */
import { type Change, changeFrames, isAnswer, isExpiring, isGranted, isRefused, refusalTo } from '../variations/frame-changes.ts';
import { frameOf, type SocketLayer } from '../variations/frames.ts';
import { bearerOf, holderOf } from '../variations/handshakes.ts';
import { claimsOf, type Json, jsonOf, type Layer } from '../variations/layer.ts';
import type { Parts } from '../variations/variation.ts';
import { defects, ofBoth, ofFrames } from './defect.ts';
import { to, USER } from './register-changes.ts';

const isAuth = (frame: Json): boolean => isAnswer(frame) && frame['op'] === 'auth';
const isDenied = (frame: Json): boolean => isAuth(frame) && isRefused(frame);

/** Passes on frames with the results of the connection's earlier op auths. */
const afterAuths = (make: () => (before: { readonly renewed: boolean; readonly refused: boolean }) => Change): (() => SocketLayer) =>
  changeFrames(() => {
    let before = { renewed: false, refused: false };
    const change = make();
    return (frame, connection) => {
      const changed = change(before)(frame, connection);
      before = { renewed: before.renewed || isGranted(frame), refused: before.refused || isDenied(frame) };
      return changed;
    };
  });

/** Refuses a session's orders by the user's current capabilities, if `follows` holds for the session. */
function followingTheRecords(follows: (past: { readonly orders: number; readonly isDenied: boolean }) => boolean): Parts {
  const held = new Map<string, readonly unknown[]>();
  const layer: Layer = async (request, next) => {
    const response = await next(request);
    const user = to(USER)(request) && response.status === 200 ? jsonOf(response) : undefined;
    const holder = `${String(claimsOf(request)['org_id'])} ${String(user?.['subject'])}`;
    if (user !== undefined) held.set(holder, user['capabilities'] as readonly unknown[]);
    return response;
  };
  const socket: SocketLayer = ({ request, toClient }) => {
    const past = { orders: 0, isDenied: false };
    return {
      down(text) {
        past.isDenied ||= isDenied(frameOf(text) ?? {});
        return [text];
      },
      up(text) {
        const frame = frameOf(text) ?? {};
        if (frame['op'] !== 'submit') return [text];
        const now = held.get(holderOf(bearerOf(request) ?? ''));
        const isCleared = follows(past) && now?.includes('orders:trade') === false;
        past.orders += 1;
        if (!isCleared) return [text];
        toClient(JSON.stringify(refusalTo(frame, 'FORBIDDEN_CAPABILITY')));
        return [];
      },
    };
  };
  return { layer, socket };
}

export const SESSION_MEMORIES_DEFECTS = defects([
  [
    'WSS-06',
    'sessionExpiring of a session that was renewed is sent again when another op auth is refused',
    ofFrames(
      afterAuths(() => {
        let hint: Json | undefined;
        return ({ renewed }) =>
          (frame) => {
            if (isExpiring(frame)) hint = frame;
            return renewed && isDenied(frame) && hint !== undefined ? [frame, hint] : frame;
          };
      }),
    ),
  ],
  [
    'WSS-11',
    'an op auth is answered twice where another op was sent before its answer',
    ofFrames(() => () => {
      let [isInFlight, isJoined] = [false, false];
      return {
        up(text) {
          isJoined ||= isInFlight;
          isInFlight ||= frameOf(text)?.['op'] === 'auth';
          return [text];
        },
        down(text) {
          if (!isAuth(frameOf(text) ?? {})) return [text];
          const answers = isJoined ? [text, text] : [text];
          [isInFlight, isJoined] = [false, false];
          return answers;
        },
      };
    }),
  ],
  ['WSS-15', 'the orders of a session follow what its user holds by now', ofBoth(() => followingTheRecords(() => true))],
  ['WSS-15', 'the grant of a session holds for its first order alone', ofBoth(() => followingTheRecords(({ orders }) => orders > 0))],
  [
    'WSS-17',
    'op auth drops the subscription to orders and keeps that to executions',
    ofFrames(
      afterAuths(
        () =>
          ({ renewed }) =>
          (frame) =>
            renewed && frame['event'] === 'orderUpdated' ? undefined : frame,
      ),
    ),
  ],
]);

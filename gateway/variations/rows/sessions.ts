/** Allowed differences of sessions of the trading socket (decisions A93 to A101). */

import { changeFrames, changeSent, grantOf, inFrames, inGrants, isAnswer, isCoded, isExpiring, isRefused, refusalTo } from '../frame-changes.ts';
import type { SocketLayer } from '../frames.ts';
import { frameOf } from '../frames.ts';
import { bearerOf, holderOf, isTrading } from '../handshakes.ts';
import { changeResponse, claimsOf, isObject, type Json, jsonOf, refusal, routeOf, withJson } from '../layer.ts';
import { type Timer, variation, variationOfBoth, variationOfFrames } from '../variation.ts';

const LAPSED = 4001;
const LAST = 'algos:manage';

const closingAs = (code: number) => (): SocketLayer => () => ({ closing: (one) => (one === LAPSED ? code : one) });

/** Changes answers with the ops that they answer. */
const remembering = (change: (answer: Json, op: Json) => Json) => (): SocketLayer => () => {
  const asked = new Map<unknown, Json>();
  return {
    up(text) {
      const op = frameOf(text);
      if (op !== undefined && typeof op['reqId'] === 'string') asked.set(op['reqId'], op);
      return [text];
    },
    down(text) {
      const answer = frameOf(text);
      const op = answer !== undefined && isAnswer(answer) ? asked.get(answer['reqId']) : undefined;
      return op === undefined || answer === undefined ? [text] : [JSON.stringify(change(answer, op))];
    },
  };
};

const hasToken = ({ params }: Json): boolean => isObject(params) && typeof params['token'] === 'string' && params['token'] !== '';

/** Changes the code for an op auth without a token: several codes are allowed. */
const ofTokenless = (code: string) => remembering((answer, op) => (op['op'] === 'auth' && !hasToken(op) && isRefused(answer) ? { ...answer, code } : answer));

/** Changes the refusal of a frame with a reqId that cannot be echoed. The change receives the sent text. */
const ofOdd = (change: (refusal: Json, sent: Json | undefined) => Json) => (): SocketLayer => () => {
  // Several may be in flight: each refusal answers the oldest.
  const odd: (Json | undefined)[] = [];
  return {
    up(text) {
      const frame = frameOf(text);
      const reqId = frame?.['reqId'];
      if (!isText(reqId) || !/^[ -~]{1,128}$/.test(reqId) || text.includes('\\')) odd.push(frame);
      return [text];
    },
    down(text) {
      const frame = frameOf(text);
      const isOdd = frame !== undefined && frame['reqId'] === null && isCoded('MALFORMED')(frame);
      return [isOdd ? JSON.stringify(change(frame, odd.shift())) : text];
    },
  };
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Refuses reqIds with characters other than letters and digits. */
const plainReqIds = (): SocketLayer => (connection) => ({
  up(text) {
    const { op, reqId } = frameOf(text) ?? {};
    if (!isText(reqId) || /^[A-Za-z0-9]+$/.test(reqId) || text.includes('\\')) return [text];
    connection.toClient(JSON.stringify({ ...refusalTo({ op, reqId }, 'MALFORMED'), reqId: null }));
    return [];
  },
});

const closingOnOddFrames = (code: number) => (): SocketLayer => (connection) => ({
  up(text) {
    if (!['[]', 'null'].includes(text)) return [text];
    connection.closeClient(code);
    return [];
  },
});

/** Just under the sandbox's lead time. */
const LEAST_LEAD_MS = 59_000;
const inMsOf = (frame: Json): number => Number((frame['data'] as Json)['inMs']);

/** If a lease is shorter than the lead time, the hint may follow the grant at once. This member does not send it. */
const noHintOfShortLeases = changeFrames(() => {
  let wasGranted = false;
  return (frame) => {
    // A hint at the lead time may also be the next frame after the grant, if the client sends nothing in between.
    const isAtOnce = wasGranted && isExpiring(frame) && inMsOf(frame) < LEAST_LEAD_MS;
    wasGranted = grantOf(frame) !== undefined;
    return isAtOnce ? undefined : frame;
  };
});

const inHints = (change: (inMs: number) => number) =>
  inFrames(isExpiring, (frame) => {
    const data = frame['data'] as Json;
    return { ...frame, data: { ...data, inMs: change(Number(data['inMs'])) } };
  });

/** Refuses messages between the end of the lease and the close: there is a code for it. */
const refusingTheLapsed =
  (timer: Timer): SocketLayer =>
  (connection) => {
    let lapsed = false;
    return {
      closing(code) {
        if (code !== LAPSED) return code;
        lapsed = true;
        void timer.sleep(120).then(() => connection.closeClient(LAPSED));
        return undefined;
      },
      up(text) {
        const op = lapsed ? frameOf(text) : undefined;
        if (op === undefined) return lapsed ? [] : [text];
        connection.toClient(JSON.stringify(refusalTo(op, 'SESSION_EXPIRED')));
        return [];
      },
    };
  };

/** Closes sessions of a disabled user at once (decision A99): only sessions of bearer tokens, which name the user. */
function closingTheDisabled() {
  const userPaths = new Map<string, string>();
  const open = new Map<string, Set<() => void>>();
  return {
    layer: changeResponse((answer, asked) => {
      const bearer = bearerOf(asked);
      const user = routeOf(asked) === 'GET /me' ? jsonOf(answer)?.['user'] : undefined;
      if (bearer !== undefined && isObject(user)) userPaths.set(`/users/${String(user['userId'])}`, holderOf(bearer));
      const isDisabled = asked.method === 'PUT' && jsonOf(asked)?.['status'] === 'DISABLED' && answer.status < 300;
      if (isDisabled) for (const close of open.get(userPaths.get(asked.path) ?? '') ?? []) close();
      return answer;
    }),
    socket: ((connection) => {
      const bearer = bearerOf(connection.request);
      if (bearer === undefined) return {};
      const mine = open.get(holderOf(bearer)) ?? new Set();
      open.set(holderOf(bearer), mine);
      return {
        down(text) {
          if (frameOf(text)?.['event'] === 'sessionOpened') mine.add(() => connection.closeClient(4403));
          return [text];
        },
      };
    }) satisfies SocketLayer,
  };
}

/** Serves scopes in another order everywhere (decision A101): all but the last reversed. */
const reordered = (scopes: unknown): unknown =>
  Array.isArray(scopes) ? [...scopes.filter((scope) => scope !== LAST).toReversed(), ...scopes.filter((scope) => scope === LAST)] : scopes;

/** Variations of sessions of the trading socket (decisions A93 to A101). */
export const SESSIONS_VARIATIONS = [
  variationOfFrames('lapsed-session-1008', ['A95'], 'A session that lapses closes with 1008.', closingAs(1008)),
  variationOfFrames('lapsed-session-1000', ['A95'], 'A session that lapses closes with 1000.', closingAs(1000)),
  variationOfFrames('lapsed-session-4401', ['A95'], 'A session that lapses closes with 4401.', closingAs(4401)),
  variationOfFrames('lapsed-session-without-code', ['A95'], 'A session that lapses closes without a code.', closingAs(1005)),
  variationOfFrames('lapsed-session-cut-off', ['A95'], 'The connection of a session that lapses is cut off.', closingAs(1006)),
  variationOfFrames('lapsed-session-refuses-first', ['A95'], 'A session that lapsed refuses ops for 120 ms before it closes.', refusingTheLapsed),
  variationOfFrames(
    'no-expiring-hint-below-lead-time',
    ['A96'],
    'sessionExpiring is not sent to a session that lives shorter than its lead time.',
    noHintOfShortLeases,
  ),
  variationOfFrames(
    'in-ms-rounded-down',
    ['A96'],
    'inMs of sessionExpiring is rounded down to seconds.',
    inHints((inMs) => Math.floor((inMs - 1) / 1_000) * 1_000),
  ),
  variationOfFrames(
    'in-ms-rounded-up',
    ['A96'],
    'inMs of sessionExpiring is rounded up to seconds.',
    inHints((inMs) => Math.ceil((inMs + 1) / 1_000) * 1_000),
  ),
  variationOfBoth('disabled-users-sessions-close', ['A99'], 'The sessions of a user close when the user is disabled.', closingTheDisabled),
  variation('token-without-exp-refused', ['A93'], 'A token without `exp` opens no session.', () => async (asked, next) => {
    const claims = isTrading(asked) && bearerOf(asked) !== undefined ? claimsOf(asked) : {};
    return 'sub' in claims && !('exp' in claims) ? refusal(asked, 401, 'UNAUTHENTICATED') : next(asked);
  }),
  variationOfFrames('alphanumeric-req-ids-only', ['A97'], 'A reqId with other characters than letters and digits is malformed.', () => plainReqIds()),
  variationOfFrames('arrays-close-1003', ['A98'], 'A frame that is an array or null closes the session with 1003.', closingOnOddFrames(1003)),
  variationOfFrames('arrays-close-1008', ['A98'], 'A frame that is an array or null closes the session with 1008.', closingOnOddFrames(1008)),
  variationOfFrames(
    'op-error-for-bad-req-id',
    ['A97'],
    'A frame whose reqId cannot be echoed is refused with op `error`.',
    ofOdd((frame) => ({ ...frame, op: 'error' })),
  ),
  variationOfFrames(
    'bad-req-id-echoed',
    ['A97'],
    'A malformed reqId is echoed in its refusal.',
    ofOdd((frame, sent) => (isText(sent?.['reqId']) ? { ...frame, reqId: sent['reqId'] } : frame)),
  ),
  variationOfFrames('auth-without-token-invalid-field', ['A94'], 'Op auth without a token answers INVALID_FIELD.', ofTokenless('INVALID_FIELD')),
  variationOfFrames('auth-without-token-malformed', ['A94'], 'Op auth without a token answers MALFORMED.', ofTokenless('MALFORMED')),
  variationOfFrames(
    'auth-without-token-own-code',
    ['A94'],
    'Op auth without a token answers a code that the interface does not name.',
    ofTokenless('TOKEN_MISSING'),
  ),
  variationOfFrames('op-names-case-insensitive', [], 'The name of op auth is taken in any case.', () => {
    const spelt = new Map<unknown, unknown>();
    return () => ({
      up(text) {
        const op = frameOf(text);
        if (!isText(op?.['op']) || op['op'] === 'auth' || op['op'].toLowerCase() !== 'auth') return [text];
        spelt.set(op['reqId'], op['op']);
        return [JSON.stringify({ ...op, op: 'auth' })];
      },
      down(text) {
        const frame = frameOf(text);
        const op = frame === undefined ? undefined : spelt.get(frame['reqId']);
        return [op === undefined ? text : JSON.stringify({ ...frame, op })];
      },
    });
  }),
  variationOfBoth('capabilities-in-other-order', ['A101'], 'Capabilities have another order, with algos:manage last.', () => ({
    layer: changeResponse((answer, asked) => {
      const json = routeOf(asked) === 'GET /me' ? jsonOf(answer) : undefined;
      return json === undefined ? answer : withJson(answer, { ...json, capabilities: reordered(json['capabilities']) });
    }),
    socket: inGrants((grant) => ({ ...grant, capabilities: reordered(grant['capabilities']) }))(),
  })),
] as const;

/** Refuses some ops of a session as busy. */
export function busyNowAndThen(every: number): SocketLayer {
  let n = 0;
  return (connection) => {
    // Nothing is sent after the close has begun (T47).
    let hasLeft = false;
    return {
      down(text) {
        hasLeft ||= frameOf(text)?.['event'] === 'sessionClosing';
        return [text];
      },
      up(text) {
        const op = frameOf(text);
        n += 1;
        if (op === undefined || !isText(op['reqId']) || text.includes('\\') || n % every !== 0) return [text];
        if (!hasLeft) connection.toClient(JSON.stringify({ ...refusalTo(op, 'RATE_LIMITED'), retryable: true }));
        return [];
      },
    };
  };
}

/** A member whose order operations are not the assumed ones. */
export const withoutTheAssumedOps: SocketLayer = changeSent((connection) => (op, text) => {
  if (!['subscribe', 'unsubscribe', 'submit', 'cancel'].includes(String(op['op']))) return [text];
  connection.toClient(JSON.stringify(refusalTo(op, 'UNKNOWN_OP')));
  return [];
})();

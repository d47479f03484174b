/** What a member may decide otherwise about sessions of the trading socket (decisions A93 to A101). */

import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import {
  grantOf,
  inFrames,
  inGrants,
  isAnswer,
  isCoded,
  isExpiring,
  isRefused,
  refusalTo,
  saying,
  telling,
} from '../breaking/in-a-talk.ts';
import { bearerOf, holderOf, isTrading } from '../breaking/on-a-handshake.ts';
import type { SocketLayer } from '../proxy/talk.ts';
import { frameOf } from '../proxy/talk.ts';
import {
  claimsOf,
  isObject,
  type Json,
  jsonOf,
  refusal,
  routeOf,
  telling as tellingJson,
  told,
} from '../proxy/telling.ts';
import { variation, variationOfBoth, variationOfTalk } from './variation.ts';

const LAPSED = 4001;
const LAST = 'algos:manage';

const closingAs = (code: number) => (): SocketLayer => () => ({ closing: (one) => (one === LAPSED ? code : one) });

/** Ops that wait for an answer, by what was sent. */
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

const hasToken = ({ params }: Json): boolean =>
  isObject(params) && typeof params['token'] === 'string' && params['token'] !== '';

/** An op auth that states no token at all: several codes apply. */
const ofTokenless = (code: string) =>
  remembering((answer, op) =>
    op['op'] === 'auth' && !hasToken(op) && isRefused(answer) ? { ...answer, code } : answer,
  );

/** The refusal of a frame whose reqId cannot be echoed, told with what was sent. */
const ofOdd = (change: (refusal: Json, sent: Json | undefined) => Json) => (): SocketLayer => () => {
  // Several may be on their way: each refusal is of the oldest.
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

/** A reqId outside letters and digits is none here. */
const plainReqIds = (): SocketLayer => (talk) => ({
  up(text) {
    const { op, reqId } = frameOf(text) ?? {};
    if (!isText(reqId) || /^[A-Za-z0-9]+$/.test(reqId) || text.includes('\\')) return [text];
    talk.toClient(JSON.stringify({ ...refusalTo({ op, reqId }, 'MALFORMED'), reqId: null }));
    return [];
  },
});

const closingOnOddFrames = (code: number) => (): SocketLayer => (talk) => ({
  up(text) {
    if (!['[]', 'null'].includes(text)) return [text];
    talk.closeClient(code);
    return [];
  },
});

/** A life below the lead time: the hint follows the grant at once, or, as here, does not come. */
const noHintOfShortLives = telling(() => {
  let wasGranted = false;
  return (frame) => {
    const isAtOnce = wasGranted && isExpiring(frame);
    wasGranted = grantOf(frame) !== undefined;
    return isAtOnce ? undefined : frame;
  };
});

const inHints = (change: (inMs: number) => number) =>
  inFrames(isExpiring, (frame) => {
    const data = frame['data'] as Json;
    return { ...frame, data: { ...data, inMs: change(Number(data['inMs'])) } };
  });

/** What comes between the lapse and the close is refused: there is a code for it. */
const refusingTheLapsed = (): SocketLayer => (talk) => {
  const stopwatch = startStopwatch();
  let lapsed = false;
  return {
    closing(code) {
      if (code !== LAPSED) return code;
      lapsed = true;
      stopwatch.after(120, () => talk.closeClient(LAPSED));
      return undefined;
    },
    up(text) {
      const op = lapsed ? frameOf(text) : undefined;
      if (op === undefined) return lapsed ? [] : [text];
      talk.toClient(JSON.stringify(refusalTo(op, 'SESSION_EXPIRED')));
      return [];
    },
  };
};

/** Sessions of a user who is disabled are closed at once (decision A99): those of bearer tokens, which say whose they are. */
function closingTheDisabled() {
  const userPaths = new Map<string, string>();
  const open = new Map<string, Set<() => void>>();
  return {
    layer: told((answer, asked) => {
      const bearer = bearerOf(asked);
      const user = routeOf(asked) === 'GET /me' ? jsonOf(answer)?.['user'] : undefined;
      if (bearer !== undefined && isObject(user)) userPaths.set(`/users/${String(user['userId'])}`, holderOf(bearer));
      const isDisabled = asked.method === 'PUT' && jsonOf(asked)?.['status'] === 'DISABLED' && answer.status < 300;
      if (isDisabled) for (const close of open.get(userPaths.get(asked.path) ?? '') ?? []) close();
      return answer;
    }),
    socket: ((talk) => {
      const bearer = bearerOf(talk.asked);
      if (bearer === undefined) return {};
      const mine = open.get(holderOf(bearer)) ?? new Set();
      open.set(holderOf(bearer), mine);
      return {
        down(text) {
          if (frameOf(text)?.['event'] === 'sessionOpened') mine.add(() => talk.closeClient(4403));
          return [text];
        },
      };
    }) satisfies SocketLayer,
  };
}

/** In the same order wherever they are served (decision A101): all but the last the other way round. */
const reordered = (scopes: unknown): unknown =>
  Array.isArray(scopes)
    ? [...scopes.filter((scope) => scope !== LAST).toReversed(), ...scopes.filter((scope) => scope === LAST)]
    : scopes;

export const IN_CHOICES_OF_SESSIONS = [
  variationOfTalk('a lapsed session is closed 1008', closingAs(1008)),
  variationOfTalk('a lapsed session is closed 1000', closingAs(1000)),
  variationOfTalk('a lapsed session is closed 4401', closingAs(4401)),
  variationOfTalk('a lapsed session is closed without a code', closingAs(1005)),
  variationOfTalk('a lapsed session is cut off', closingAs(1006)),
  variationOfTalk('what is asked of a lapsed session is refused before it is closed', refusingTheLapsed),
  variationOfTalk('sessionExpiring is not sent to lives below its lead time', noHintOfShortLives),
  variationOfTalk(
    'inMs in whole seconds',
    inHints((inMs) => Math.floor((inMs - 1) / 1_000) * 1_000),
  ),
  variationOfTalk(
    'inMs in seconds begun',
    inHints((inMs) => Math.ceil((inMs + 1) / 1_000) * 1_000),
  ),
  variationOfBoth('sessions of the disabled are closed', closingTheDisabled),
  variation('a token without an expiry opens no session', () => async (asked, next) => {
    const claims = isTrading(asked) && bearerOf(asked) !== undefined ? claimsOf(asked) : {};
    return 'sub' in claims && !('exp' in claims) ? refusal(asked, 401, 'UNAUTHENTICATED') : next(asked);
  }),
  variationOfTalk('a reqId that is more than letters and digits is malformed', () => plainReqIds()),
  variationOfTalk('arrays and null close a session', closingOnOddFrames(1003)),
  variationOfTalk('arrays and null are a breach of policy', closingOnOddFrames(1008)),
  variationOfTalk(
    'a frame whose reqId cannot be echoed is told with op error',
    ofOdd((frame) => ({ ...frame, op: 'error' })),
  ),
  variationOfTalk(
    'a reqId that is malformed is told as it was read',
    ofOdd((frame, sent) => (isText(sent?.['reqId']) ? { ...frame, reqId: sent['reqId'] } : frame)),
  ),
  variationOfTalk('an op auth without a token is INVALID_FIELD', ofTokenless('INVALID_FIELD')),
  variationOfTalk('an op auth without a token is MALFORMED', ofTokenless('MALFORMED')),
  variationOfTalk('an op auth without a token has a code of its own', ofTokenless('TOKEN_MISSING')),
  variationOfTalk('the name of op auth in any letters', () => {
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
  variationOfBoth('capabilities in another order', () => ({
    layer: told((answer, asked) => {
      const json = routeOf(asked) === 'GET /me' ? jsonOf(answer) : undefined;
      return json === undefined
        ? answer
        : tellingJson(answer, { ...json, capabilities: reordered(json['capabilities']) });
    }),
    socket: inGrants((grant) => ({ ...grant, capabilities: reordered(grant['capabilities']) }))(),
  })),
] as const;

/** For a session whose next op is refused now and then because it is busy. */
export function busyNowAndThen(every: number): SocketLayer {
  let n = 0;
  return (talk) => {
    // Who has taken leave says nothing any more (T47).
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
        if (!hasLeft) talk.toClient(JSON.stringify({ ...refusalTo(op, 'RATE_LIMITED'), retryable: true }));
        return [];
      },
    };
  };
}

/** A member that has other operations than those that are assumed. */
export const withoutTheAssumedOps: SocketLayer = saying((talk) => (op, text) => {
  if (!['subscribe', 'unsubscribe', 'submit', 'cancel'].includes(String(op['op']))) return [text];
  talk.toClient(JSON.stringify(refusalTo(op, 'UNKNOWN_OP')));
  return [];
})();

/** Members whose sessions go wrong with what comes between two things that are good, each for itself. */
import type { Services } from '../../services.ts';
import type { Frame } from '../../sockets/server-frame.ts';
import type { Grant } from '../../sockets/session-rules.ts';
import type { Caller, Token } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from '../wss/on-its-connection.ts';

const LAPSED = 4001;
const NS_PER_MS = 1_000_000n;
const MINUTE_NS = 60_000_000_000n;

/** What became of an op auth, by the answer to it. */
function authOf({ op, success }: Frame): 'renewed' | 'refused' | undefined {
  if (op !== 'auth') return undefined;
  return success === true ? 'renewed' : 'refused';
}

/** How a session was renewed, and refused to be, so far. */
function renewals() {
  let isRenewed = false;
  let isRefused = false;
  return {
    /** @returns whether the answer refuses what was granted once before, or grants what was refused before. */
    turns(frame: Frame): 'refused' | 'renewed' | undefined {
      const auth = authOf(frame);
      const turned = auth === 'refused' ? isRenewed : auth === 'renewed' && isRefused;
      isRenewed ||= auth === 'renewed';
      isRefused ||= auth === 'refused';
      return turned ? auth : undefined;
    },
  };
}

interface Holder {
  readonly caller: Caller;
  readonly token: Token;
}

/** Asks the records in the place of a session's grant, where `follows` says so of it. */
function followingTheRecords(follows: (grant: Grant, holder: Holder) => boolean): NonNullable<Defect['session']> {
  return (good) => {
    const tokens = new WeakMap<Caller, Token>();
    const holders = new WeakMap<Grant, Holder>();
    let member: Services | undefined;
    const admitted = (services: Services, caller: Caller, token: Token): Caller => {
      member = services;
      const own = { ...caller };
      tokens.set(own, token);
      return own;
    };
    return {
      ...good,
      stillAdmitted(services, token) {
        const caller = good.stillAdmitted(services, token);
        return caller && admitted(services, caller, token);
      },
      admit: async (services, token) => admitted(services, await good.admit(services, token), token),
      grantOf(caller, leaseEndNs) {
        const grant = good.grantOf(caller, leaseEndNs);
        const token = tokens.get(caller);
        if (token !== undefined) holders.set(grant, { caller, token });
        return grant;
      },
      mayTrade(grant) {
        const holder = holders.get(grant);
        if (holder === undefined || !follows(grant, holder)) return good.mayTrade(grant);
        const { orgId, subject } = holder.caller.user;
        const now = member?.state.register.userNamed(orgId, subject);
        return now?.capabilities.includes('orders:trade') ?? good.mayTrade(grant);
      },
    };
  };
}

function grantLastsOneOrder(): NonNullable<Defect['session']> {
  const used = new WeakSet<Grant>();
  return followingTheRecords((grant) => {
    const isUsed = used.has(grant);
    used.add(grant);
    return isUsed;
  });
}

function grantEndsWithARefusal(): NonNullable<Defect['session']> {
  const refused = new WeakSet<Token>();
  const following = followingTheRecords((_, { token }) => refused.has(token));
  return (good) => ({
    ...following(good),
    isSameGrantee(held, fresh) {
      const isSame = good.isSameGrantee(held, fresh);
      if (!isSame) refused.add(held);
      return isSame;
    },
  });
}

export const UNSTEADY_SESSIONS: readonly Defect[] = [
  {
    name: 'greets-again-who-was-refused-before',
    breaks: ['WSS-03'],
    story: 'sends sessionOpened once more with the op auth that renews a session after one that was refused',
    stages: onItsConnection('trading', (connection) => {
      const history = renewals();
      return {
        send(text) {
          const frame = frameOf(text);
          if (history.turns(frame) === 'renewed') {
            const greeting = { event: 'sessionOpened', msgType: 'sessionOpened', data: frame['session'] };
            connection.send(JSON.stringify(greeting));
          }
          connection.send(text);
        },
      };
    }),
  },
  {
    name: 'takes-a-minute-for-a-refused-renewal',
    breaks: ['WSS-07'],
    story: 'a session that was renewed ends a minute before its expiresAtNs where an op auth is refused afterwards',
    stages: onItsConnection('trading', (connection, { services }) => {
      const history = renewals();
      let endNs = 0n;
      return {
        send(text) {
          connection.send(text);
          const frame = frameOf(text);
          const grant = (frame['session'] ?? frame['data']) as Partial<Grant> | undefined;
          if (grant?.capabilities !== undefined) endNs = BigInt(grant.expiresAtNs ?? 0n);
          if (history.turns(frame) !== 'refused' || endNs === 0n) return;
          const waitMs = Number((endNs - MINUTE_NS - services.clock.nowNs()) / NS_PER_MS);
          services.clock.after(Math.max(waitMs, 0), 'session fined', () => connection.close(LAPSED, ''));
        },
      };
    }),
  },
  {
    name: 'stays-open-for-an-order-that-goes-on',
    breaks: ['WSS-07'],
    story: 'does not close a session at the end of its lease while an order that it took is still pending',
    stages: onItsConnection('trading', (connection) => {
      let goesOn = false;
      return {
        send(text) {
          goesOn ||= frameOf(text)['pending'] === true;
          connection.send(text);
        },
        close(code, reason) {
          if (code !== LAPSED || !goesOn) connection.close(code, reason);
        },
      };
    }),
  },
  {
    name: 'says-again-that-what-was-renewed-expires',
    breaks: ['WSS-06'],
    story: 'repeats the sessionExpiring of a session that was renewed when another op auth of it is refused',
    stages: onItsConnection('trading', (connection) => {
      const history = renewals();
      let hint: string | undefined;
      return {
        send(text) {
          connection.send(text);
          const frame = frameOf(text);
          if (frame['event'] === 'sessionExpiring') hint = text;
          const auth = authOf(frame);
          const turned = history.turns(frame);
          if (auth === 'renewed') hint = undefined;
          if (turned === 'refused' && hint !== undefined) connection.send(hint);
        },
      };
    }),
  },
  {
    name: 'answers-twice-what-others-wait-for',
    breaks: ['WSS-11'],
    story: 'answers an op auth two times where the session was sent another op meanwhile',
    stages: onItsConnection('trading', (connection) => {
      let underWay = false;
      let isJoined = false;
      return {
        onMessage: (hear) =>
          connection.onMessage((text) => {
            if (underWay) isJoined = true;
            if (text?.startsWith('{"op":"auth"') === true) underWay = true;
            hear(text);
          }),
        send(text) {
          connection.send(text);
          if (authOf(frameOf(text)) === undefined) return;
          if (isJoined) connection.send(text);
          [underWay, isJoined] = [false, false];
        },
      };
    }),
  },
  {
    name: 'grant-ends-with-a-refused-renewal',
    breaks: ['WSS-15'],
    story: 'where an op auth was refused the next orders are held to what the user holds by now, not to the grant',
    session: grantEndsWithARefusal(),
  },
  {
    name: 'grant-lasts-one-order',
    breaks: ['WSS-15'],
    story: 'the first order of a session is held to its grant, every other to what the user holds by then',
    session: grantLastsOneOrder(),
  },
  {
    name: 'replays-without-a-word-over-a-session',
    breaks: ['IDEM-02'],
    story: 'an order that is sent again under its key over a session is answered as if it was taken just now',
    frame: (frame, { name }) => (name === 'submit' && frame['replay'] === true ? { ...frame, replay: false } : frame),
  },
];

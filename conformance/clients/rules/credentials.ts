/** Rules of tokens and tickets. */
import type { Call, Start } from '../history.ts';
import { nameOf, receivedText, rowOf } from '../reading.ts';
import type { ClientRule, Moment } from '../rule.ts';
import { finding, handshakes, ops } from '../sockets.ts';

/** A ticket lives 10 s (Limits); one that is used later than this was not used at once. */
const AT_ONCE_MS = 5_000;

/** The life of a token, from the answer that issued it; undefined: it is not known. */
function tokenEndMs({ calls }: Start, n: number): number | undefined {
  const grants = calls.filter(({ kind, received }) => kind === 'token' && received?.status === 200);
  const grant = grants.find(({ received }) => rowOf(received?.body ?? '')?.['access_token'] === `[token ${n}]`);
  const life = rowOf(grant?.received?.body ?? '')?.['expires_in'];
  return grant === undefined || typeof life !== 'number' ? undefined : grant.endMs + life * 1_000;
}

export const CREDENTIAL_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-32',
    area: 'sessions',
    severity: 'should',
    from: 'Authentication 1: exp',
    says: 'A token is renewed before it ends.',
    by: ['short-tokens'],
    judge(start) {
      const used = [
        ...new Set(start.calls.map(({ credential }) => (credential?.kind === 'token' ? credential.n : 0))),
      ].filter((n) => n > 0);
      const lived = used.filter((n) => (tokenEndMs(start, n) ?? Number.POSITIVE_INFINITY) < start.endMs);
      const broken = lived.flatMap((n): readonly Moment[] => {
        const late = start.calls.find(
          (call) =>
            call.credential?.kind === 'token' &&
            call.credential.n === n &&
            call.kind !== 'op' &&
            call.atMs > (tokenEndMs(start, n) ?? 0) + 1_000,
        );
        return late === undefined
          ? []
          : [{ text: `token ${n} ended; the client still sent ${nameOf(late)} with it`, at: [late.n] }];
      });
      return finding(lived.length, broken);
    },
  },
  {
    id: 'CLI-33',
    area: 'sessions',
    severity: 'must',
    from: 'WSS-06',
    since: '1.4.0',
    says: 'A session is renewed by op auth after sessionExpiring and before its end.',
    by: ['short-tokens'],
    judge(start) {
      const hints = start.frames.filter(({ event, troubles }) => event === 'sessionExpiring' && troubles.length === 0);
      const due = hints.filter(({ session, n }) => {
        const end = start.ends.find((one) => one.session === session && one.n > n);
        return (
          end === undefined ||
          end.by !== 'client' ||
          ops(start, 'auth').some((call) => call.session === session && call.n > n)
        );
      });
      const broken = due.filter(({ session, n }) => {
        const end = start.ends.find((one) => one.session === session && one.code === 4001);
        // A new token in between is on its way to the socket, and comes too late on a busy machine.
        const isRenewed = start.calls.some(
          (call) =>
            call.n > n &&
            ((call.op === 'auth' && call.session === session) || (call.kind === 'token' && call.n < (end?.n ?? 0))),
        );
        return end !== undefined && !isRenewed;
      });
      return finding(
        due.length,
        broken.map(({ n }) => ({
          text: 'sessionExpiring was sent; the client sent no op auth, and the session came to its end',
          at: [n],
        })),
      );
    },
  },
  {
    id: 'CLI-34',
    area: 'sessions',
    severity: 'must',
    from: 'TKT-08',
    since: '0.14.0',
    says: 'A ticket is used for one handshake: each further one has a new ticket.',
    by: ['handshake-lost', 'session-cut', 'member-leaves'],
    judge(start) {
      const byTicket = Map.groupBy(
        handshakes(start).filter(({ credential }) => credential?.kind === 'ticket'),
        ({ credential }) => credential?.n ?? 0,
      );
      const broken = [...byTicket].filter(([n, { length }]) => n > 0 && length > 1);
      // The first handshake needs no further ticket.
      const further = [...byTicket.values()].flat().length - 1;
      return finding(
        Math.max(0, further),
        broken.map(([n, calls]) => ({
          text: `${receivedText(calls[0] as Call)}; the client used ticket ${n} for ${calls.length} handshakes`,
          at: calls.map((call) => call.n),
        })),
      );
    },
  },
  {
    id: 'CLI-35',
    area: 'sessions',
    severity: 'must',
    from: 'TKT-04',
    since: '0.14.0',
    says: 'A ticket is used at once, not kept for later.',
    by: [],
    judge(start) {
      const minted = start.calls.filter(({ path, received }) => path === '/v1/ws-tickets' && received?.status === 200);
      const pairs = minted.flatMap((mint): readonly (readonly [Call, Call])[] => {
        const mark = rowOf(mint.received?.body ?? '')?.['ticket'];
        const use = handshakes(start).find(
          ({ credential }) => credential?.kind === 'ticket' && `[ticket ${credential.n}]` === mark,
        );
        return use === undefined ? [] : [[mint, use]];
      });
      const late = pairs.filter(([mint, use]) => use.atMs - mint.endMs > AT_ONCE_MS);
      return finding(
        pairs.length,
        late.map(([mint, use]) => ({
          text: `the client used a ticket ${Math.round((use.atMs - mint.endMs) / 1_000)} s after it was minted`,
          at: [mint.n, use.n],
        })),
      );
    },
  },
  {
    id: 'CLI-36',
    area: 'sessions',
    severity: 'must',
    from: 'MKT-04',
    says: 'On the market data socket the client waits for the acknowledgement of op auth before it subscribes.',
    by: ['frame-late'],
    judge(start) {
      const opened = handshakes(start).filter(
        ({ path, received }) => path === '/v1/ws/market-data' && received?.status === 101,
      );
      const sessions = opened.flatMap(({ session }) => session ?? []);
      const broken = sessions.flatMap((session): readonly Moment[] => {
        const first = start.calls.find((call) => call.kind === 'op' && call.session === session && call.op !== 'auth');
        const auth = ops(start, 'auth').find(
          (call) => call.session === session && rowOf(call.said?.body ?? '')?.['success'] === true,
        );
        return first === undefined || (auth !== undefined && auth.n < first.n)
          ? []
          : [{ text: `the client sent op ${first.op} before its op auth was acknowledged`, at: [first.n] }];
      });
      return finding(sessions.length, broken);
    },
  },
];

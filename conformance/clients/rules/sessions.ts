/** Rules of sockets. */
import type { Call, EventFrame, SessionEnd, Start } from '../history.ts';
import { carriesOn, isWrite, receivedText, rowOf, stoppedBy, wantOf } from '../reading.ts';
import type { ClientRule } from '../rule.ts';
import { finding, handshakes, ops } from '../sockets.ts';

/** Reconnects quicker than this have no backoff. */
const LEAST_PAUSE_MS = 100;
/** A client needs some time to come back, or to read what it missed; one that ends before neglected nothing. */
const BACK_WITHIN_MS = 3_000;

interface Lost {
  readonly end: SessionEnd;
  readonly socket: string;
  /** The next handshake of that socket in the same process. */
  readonly next: Call | undefined;
  /** When the process ended. */
  readonly endedMs: number;
}

/** Ends of sessions that were not the client's own, with what the client did next about that socket. */
function lostSessions(start: Start, codes: readonly number[]): readonly Lost[] {
  return start.ends.flatMap((end): readonly Lost[] => {
    const { code, by, atMs, n } = end;
    const process = start.processes.find(
      ({ startedMs, endedMs }) => startedMs < atMs && atMs < endedMs - LEAST_PAUSE_MS,
    );
    if (!codes.includes(code) || by === 'client' || process === undefined) return [];
    const { killed, endedMs } = process;
    if (killed && endedMs - atMs < 500) return [];
    const socket = socketOf(start, end.session);
    const next = handshakes(start).find((call) => call.n > n && call.path === socket && call.atMs < endedMs);
    return [{ end, socket, next, endedMs }];
  });
}

/** Sessions that the client opened again, or had the time to. */
const withTimeToComeBack = ({ next, end, endedMs }: Lost): boolean =>
  next !== undefined || endedMs - end.atMs > BACK_WITHIN_MS;

/** The path of the socket of a session. */
function socketOf({ calls, frames }: Start, session: number): string {
  const op = calls.find((call) => call.kind === 'op' && call.session === session);
  const frame = frames.find((one) => one.session === session);
  return op?.path ?? `/v1/ws/${frame?.socket ?? 'trading'}`;
}

const topicsOf = (start: Start, session: number): readonly string[] =>
  ops(start, 'subscribe')
    .filter((call) => call.session === session)
    .flatMap(
      ({ body }) => ((rowOf(body)?.['params'] as { topics?: unknown } | undefined)?.topics ?? []) as readonly unknown[],
    )
    .map((topic) => JSON.stringify(topic));

/** Closes after which a session is opened again. */
const COMES_BACK: readonly number[] = [1001, 1006, 1012, 4001];

const CODES: Readonly<Record<number, string>> = {
  1001: '1001 (the member leaves)',
  1006: '1006 (no close arrived)',
  4001: '4001 (its lease ended)',
  4003: '4003 (access revoked)',
};
const closedText = ({ code }: SessionEnd): string => `the session was closed with ${CODES[code] ?? code}`;

/** Frames of one event that say the same twice because of a fault. */
const repeated = ({ frames }: Start): readonly EventFrame[] =>
  frames.filter(({ troubles }) => troubles.some(({ effect }) => effect === 'duplicate' || effect === 'delay'));

/** The write that a client sent under the most keys about a row that one of these frames is about. */
function mostOfOneRow(
  { calls }: Start,
  frames: readonly EventFrame[],
): { readonly want: string; readonly times: number } {
  const ids = [...new Set(frames.flatMap(({ text }) => text.match(/\b\d{16,19}\b/g) ?? []))];
  const writes = calls.filter((call) => isWrite(call) && ids.some((id) => `${call.path} ${call.body}`.includes(id)));
  let most = { want: '', times: 0 };
  for (const [want, same] of Map.groupBy(writes, wantOf)) {
    const times = new Set(same.map(({ key }) => key)).size;
    if (times > most.times) most = { want, times };
  }
  return most;
}

export const SESSION_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-37',
    area: 'sessions',
    severity: 'must',
    from: 'close codes 1001, 1006 and 4001',
    says: 'After a close with 1001 or 4001, or without a close frame (1006), the client opens the socket again.',
    by: ['member-leaves', 'session-cut', 'session-expires'],
    judge(start) {
      const lost = lostSessions(start, COMES_BACK).filter(withTimeToComeBack);
      const broken = lost.filter(({ next }) => next === undefined);
      return finding(
        lost.length,
        broken.map(({ end }) => ({
          text: `${closedText(end)}; the client did not open the socket again`,
          at: [end.n],
        })),
      );
    },
  },
  {
    id: 'CLI-38',
    area: 'sessions',
    severity: 'should',
    from: 'backoff of connections',
    says: 'A handshake that fails is repeated after a pause, not at once.',
    by: ['handshakes-refused'],
    judge(start) {
      const failed = handshakes(start).filter(({ received }) => received === null || received.status >= 400);
      const pairs = failed.flatMap((call): readonly (readonly [Call, Call])[] => {
        const next = handshakes(start).find(({ n, path }) => n > call.n && path === call.path);
        return next === undefined ? [] : [[call, next]];
      });
      const quick = pairs.filter(([call, next]) => next.atMs - call.endMs < LEAST_PAUSE_MS);
      return finding(
        pairs.length,
        quick.map(([call, next]) => ({
          text: `${receivedText(call)}; ${Math.max(0, Math.round(next.atMs - call.endMs))} ms later the client tried again`,
          at: [call.n, next.n],
        })),
      );
    },
  },
  {
    id: 'CLI-39',
    area: 'sessions',
    severity: 'must',
    from: 'WSS-07',
    since: '1.4.0',
    says: 'After 4001 (the lease ended) the socket is not opened with a token or ticket that has ended.',
    after: ['CLI-34'],
    by: ['session-expires'],
    judge(start) {
      const lapsed = lostSessions(start, [4001]).filter(({ next }) => next !== undefined);
      const broken = lapsed.filter(({ end, next }) => {
        // The lease may end before the token does.
        if (next?.received?.status !== 401) return false;
        const before = handshakes(start).findLast(({ n, path }) => n < end.n && path === next.path);
        return (
          next.credential !== null &&
          before?.credential?.kind === next.credential.kind &&
          before.credential.n === next.credential.n
        );
      });
      return finding(
        lapsed.length,
        broken.map(({ end }) => ({
          text: `${closedText(end)}; the client opened the socket with the same credential, which was refused`,
          at: [end.n],
        })),
      );
    },
  },
  {
    id: 'CLI-40',
    area: 'sessions',
    severity: 'must',
    from: 'WSS-14',
    since: '1.4.0',
    says: 'After 4003 (access revoked) the client does not open the socket again.',
    by: ['access-revoked'],
    judge(start) {
      const revoked = lostSessions(start, [4003]);
      const broken = revoked.filter(({ next }) => next !== undefined);
      return finding(
        revoked.length,
        broken.map(({ end, next }) => ({
          text: `${closedText(end)}; the client opened it again ${Math.round(((next?.atMs ?? 0) - end.atMs) / 100) / 10} s later`,
          at: [end.n, next?.n ?? 0],
        })),
      );
    },
  },
  {
    id: 'CLI-41',
    area: 'sessions',
    severity: 'must',
    from: 'a new session has no subscriptions',
    says: 'After a reconnect the client subscribes again to what it had.',
    by: ['member-leaves', 'session-cut'],
    judge(start) {
      const back = lostSessions(start, COMES_BACK).flatMap(({ end, next, endedMs }) => {
        const session = next?.session;
        const had = topicsOf(start, end.session);
        const lost = start.ends.find((one) => one.session === session && one.by !== 'client')?.atMs ?? endedMs;
        const has = session === undefined ? [] : topicsOf(start, session);
        // A session that is lost at once, too, leaves no time for it.
        const hadTime = has.length > 0 || lost - (next?.endMs ?? 0) > BACK_WITHIN_MS;
        return session === undefined || had.length === 0 || !hadTime ? [] : [{ end, had, has }];
      });
      const broken = back.filter(({ had, has }) => had.some((topic) => !has.includes(topic)));
      return finding(
        back.length,
        broken.map(({ end, had, has }) => ({
          text: `${closedText(end)}; in the new session the client did not subscribe to ${had.filter((topic) => !has.includes(topic)).join(', ')}`,
          at: [end.n],
        })),
      );
    },
  },
  {
    id: 'CLI-42',
    area: 'sessions',
    severity: 'must',
    from: 'frames are not replayed',
    says: 'After a reconnect the client reads what it may have missed.',
    by: ['member-leaves', 'session-cut'],
    judge(start) {
      const back = lostSessions(start, COMES_BACK).filter(
        ({ next, end, socket }) =>
          next?.received?.status === 101 && socket.endsWith('/trading') && topicsOf(start, end.session).length > 0,
      );
      // What is read before the socket is open again says nothing of the time between.
      const reads = ({ next }: Lost): boolean =>
        start.calls.some(({ n, kind, method }) => n > (next?.n ?? 0) && kind === 'http' && method === 'GET');
      const judged = back.filter((one) => reads(one) || one.endedMs - (one.next?.endMs ?? 0) > BACK_WITHIN_MS);
      const broken = judged.filter((one) => !reads(one));
      return finding(
        judged.length,
        broken.map(({ end }) => ({
          text: `${closedText(end)}; the client opened the socket again and read nothing of what it may have missed`,
          at: [end.n],
        })),
      );
    },
  },
  {
    id: 'CLI-43',
    area: 'sessions',
    severity: 'must',
    from: 'duplicate and late frames',
    says: 'A frame that comes twice or late changes nothing: the client writes what it writes without it.',
    by: ['frame-twice', 'frame-late'],
    judge(start, first) {
      const kinds = ['frame-twice', 'frame-late'];
      if (start.kinds.length !== 1 || !kinds.includes(start.kinds[0] ?? '') || repeated(start).length === 0)
        return finding(0, []);
      const struck = repeated(start);
      const usual = mostOfOneRow(first, first.frames);
      const more = mostOfOneRow(start, struck);
      const stopped = stoppedBy(start, first);
      const schedule = start.schedule.join('; ');
      const texts = [
        ...(more.times > usual.times
          ? [
              `${schedule}; the client sent ${more.want.slice(0, 120)} under ${more.times} keys, ${usual.times} without it`,
            ]
          : []),
        ...(stopped === undefined ? [] : [`${schedule}; ${stopped}`]),
      ];
      return finding(
        1,
        texts.map((text) => ({ text, at: struck.map(({ n }) => n) })),
      );
    },
  },
  {
    id: 'CLI-44',
    area: 'sessions',
    severity: 'must',
    from: 'a frame that is not JSON',
    says: 'A frame that cannot be read does not end the client.',
    by: ['frame-garbled'],
    judge: (start, first) => carriesOn(['frame-garbled'], start, first),
  },
];

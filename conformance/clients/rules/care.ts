/** Rules of deploys, of care for a shared system, and of what is left in the end. */
import type { Call, Intent, Start } from '../history.ts';
import { carriesOn, isOutcome, isWrite, nameOf, wantOf } from '../reading.ts';
import type { ClientRule, Moment } from '../rule.ts';
import { fits, intended } from '../wanted.ts';

/** Connections at once, or handshakes in one second, past this many are a storm. */
const MOST_CONNECTIONS = 20;
/** A connection counts so long after its answer: the gateway may answer quicker than requests arrive. */
const LINGERS_MS = 20;
const A_SECOND_MS = 1_000;
/** A connection that breaks earlier before the end of its process was given up, not left open. */
const AT_THE_END_MS = 100;
/** Tokens of one start past this many, when nothing asked for a new one. */
const MOST_TOKENS = 3;

/** Wanted orders of one content, and the orders that the platform holds of it. */
function accounts(start: Start): readonly {
  readonly wanted: readonly Intent[];
  readonly held: number;
  readonly most: number;
  readonly text: string;
}[] {
  // An intent that states nothing of its order says nothing of what the platform holds.
  const all = intended(start).filter(({ order }) => Object.keys(order).length > 0);
  const groups = Map.groupBy(all, ({ order }) => JSON.stringify(order));
  return [...groups].map(([text, wanted]) => ({
    wanted,
    text,
    // One intent may state more of its order than another.
    most: all.filter(({ order }) => fits(order, wanted[0]?.order ?? {})).length,
    held: start.orders.filter(({ row }) => fits(row, wanted[0]?.order ?? {})).length,
  }));
}

const isEndedByItself = ({ processes }: Start): boolean =>
  processes.at(-1)?.killed === false && processes.at(-1)?.hung === false;

export const CARE_RULES: readonly ClientRule[] = [
  {
    id: 'CLI-45',
    area: 'deploys',
    severity: 'must',
    from: 'Versioning 3',
    says: 'Two versions behind one address are survived.',
    after: ['CLI-46'],
    by: ['two-versions'],
    judge: (start, first) => carriesOn(['two-versions'], start, first),
  },
  {
    id: 'CLI-46',
    area: 'deploys',
    severity: 'must',
    from: 'Versioning 3: routes that an older member lacks',
    says: 'A route that an older member does not have is survived: the client tries again, or does without.',
    by: ['older-member'],
    judge(start, first) {
      const missing = start.calls.filter(
        ({ kind, received }) => kind !== 'op' && received?.status === 404 && received.body.includes('ROUTE_NOT_FOUND'),
      );
      const { broken } = carriesOn(['older-member', 'two-versions'], start, first);
      return { cases: missing.length > 0 ? 1 : 0, broken: missing.length > 0 ? broken : [] };
    },
  },
  {
    id: 'CLI-47',
    area: 'care',
    severity: 'must',
    from: 'Authentication 9',
    says: 'No token, ticket or secret stands in an address, except a ticket in its one handshake.',
    by: [],
    judge: ({ calls, leaks }) => ({
      cases: calls.length,
      broken: leaks.map((text) => ({ text: `the client sent its ${text}`, at: [] })),
    }),
  },
  {
    id: 'CLI-48',
    area: 'care',
    severity: 'should',
    from: 'care for a shared system',
    says: 'The client opens no storm of connections.',
    by: ['handshakes-refused', 'answers-lost'],
    judge({ calls }) {
      const sent = calls.filter(({ kind }) => kind === 'http' || kind === 'handshake');
      const atOnce = ({ atMs }: Call): readonly Call[] => [
        ...new Map(
          sent
            .filter((one) => one.atMs <= atMs && atMs < one.endMs + LINGERS_MS)
            .map((one) => [one.connection, one] as const),
        ).values(),
      ];
      const inOneSecond = ({ atMs }: Call): readonly Call[] =>
        sent.filter((one) => one.kind === 'handshake' && one.atMs >= atMs && one.atMs < atMs + A_SECOND_MS);
      for (const [of, text] of [
        [atOnce, 'connections at once'],
        [inOneSecond, 'handshakes in one second'],
      ] as const) {
        const storm = sent.map(of).find(({ length }) => length > MOST_CONNECTIONS);
        if (storm !== undefined)
          return {
            cases: sent.length,
            broken: [{ text: `the client had ${storm.length} ${text}`, at: storm.slice(0, 3).map(({ n }) => n) }],
          };
      }
      return { cases: sent.length, broken: [] };
    },
  },
  {
    id: 'CLI-49',
    area: 'care',
    severity: 'should',
    from: 'care for the token endpoint',
    says: 'A token is used until it ends: the client does not fetch one for each request.',
    by: [],
    judge(start) {
      if (start.kinds.length > 0) return { cases: 0, broken: [] };
      const grants = start.calls.filter(({ kind }) => kind === 'token');
      const requests = start.calls.filter(({ kind }) => kind === 'http' || kind === 'handshake');
      const isWasteful = grants.length > MOST_TOKENS && grants.length * 2 > requests.length;
      return {
        cases: requests.length > MOST_TOKENS ? grants.length : 0,
        broken: isWasteful
          ? [
              {
                text: `the client fetched ${grants.length} tokens for ${requests.length} requests`,
                at: grants.slice(0, 3).map(({ n }) => n),
              },
            ]
          : [],
      };
    },
  },
  {
    id: 'CLI-50',
    area: 'care',
    severity: 'should',
    from: 'a process closes what it owns',
    says: 'When the client ends, it closes its sockets with a close frame.',
    by: [],
    judge(start) {
      const endMs = start.processes.at(-1)?.endedMs ?? 0;
      if (!isEndedByItself(start)) return { cases: 0, broken: [] };
      const last = start.ends.filter(
        ({ atMs, by }) => (by === 'client' || by === 'connection') && atMs <= endMs + A_SECOND_MS,
      );
      const broken = last.filter(
        ({ by, code, atMs }) => by === 'connection' && code === 1006 && atMs > endMs - AT_THE_END_MS,
      );
      return {
        cases: last.length,
        broken: broken.map(({ n }) => ({
          text: 'the client ended and left its socket open: its connection broke without a close frame',
          at: [n],
        })),
      };
    },
  },
  {
    id: 'CLI-51',
    area: 'care',
    severity: 'must',
    from: 'IDEM-16: over a restart of the client',
    says: 'After a crash the client finds its open writes by their keys, and sends none of them under a new key.',
    by: ['client-crash'],
    judge(start) {
      const [before, after] = start.processes;
      if (before?.killed !== true || after === undefined) return { cases: 0, broken: [] };
      const isEarlier = ({ atMs }: Call): boolean => atMs < after.startedMs;
      const writes = start.calls.filter(
        (call) =>
          isWrite(call) &&
          isEarlier(call) &&
          !start.calls.some(
            (one) => one.key === call.key && isEarlier(one) && isOutcome(one.received) && one.endMs < before.endedMs,
          ),
      );
      const open = [...new Map(writes.map((call) => [call.key, call])).values()];
      const later = start.calls.filter((call) => !isEarlier(call));
      const broken = open.filter((call) => {
        const rival = later.find((one) => isWrite(one) && one.key !== call.key && wantOf(one) === wantOf(call));
        return !later.some(
          (one) =>
            one.n < (rival?.n ?? Number.POSITIVE_INFINITY) &&
            (one.key === call.key ||
              one.path === `/operations/${encodeURIComponent(call.key ?? '')}` ||
              one.body.includes(call.key ?? '') ||
              one.received?.body.includes(`"${call.key}"`) === true),
        );
      });
      return {
        cases: open.length,
        broken: broken.map((call) => ({
          text: `the client was ended while ${nameOf(call)} was open; after its restart it did not look for it`,
          at: [call.n],
        })),
      };
    },
  },
  {
    id: 'CLI-52',
    area: 'care',
    severity: 'must',
    from: 'IDEM-06: over a restart of the client',
    says: 'A key of an earlier process is not used for another intent after a restart.',
    by: ['client-crash'],
    judge(start) {
      const [before, after] = start.processes;
      if (before === undefined || after === undefined) return { cases: 0, broken: [] };
      const earlier = new Map(
        start.calls.filter((call) => isWrite(call) && call.atMs < after.startedMs).map((call) => [call.key, call]),
      );
      const later = start.calls.filter((call) => isWrite(call) && call.atMs >= after.startedMs);
      const broken = later.flatMap((call): readonly Moment[] => {
        const was = earlier.get(call.key);
        return was === undefined || wantOf(was) === wantOf(call)
          ? []
          : [
              {
                text: `the client used the key of ${nameOf(was)} for ${nameOf(call)} after its restart`,
                at: [was.n, call.n],
              },
            ];
      });
      return { cases: later.length, broken };
    },
  },
  {
    id: 'CLI-53',
    area: 'care',
    severity: 'must',
    from: 'nothing is lost',
    says: 'What the client declares as placed is there in the end.',
    after: ['CLI-05', 'CLI-07', 'CLI-09', 'CLI-52'],
    by: ['answer-lost', 'slow-owner', 'refused-after-202', 'client-crash'],
    judge(start) {
      const all = accounts(start);
      const broken = all.flatMap(({ wanted, held, text }): readonly Moment[] => {
        const placed = wanted.filter(({ done }) => done === 'placed').length;
        return placed > held
          ? [{ text: `the client declared ${placed} of ${text} as placed, and the platform holds ${held}`, at: [] }]
          : [];
      });
      return { cases: all.filter(({ wanted }) => wanted.some(({ done }) => done === 'placed')).length, broken };
    },
  },
  {
    id: 'CLI-54',
    area: 'care',
    severity: 'must',
    from: 'nothing is there twice',
    says: 'The platform does not hold an order for which the client declares no intent, nor one twice.',
    after: ['CLI-01', 'CLI-02', 'CLI-28', 'CLI-51', 'CLI-10'],
    by: ['answer-lost', 'slow-owner', 'client-crash'],
    judge(start) {
      const all = accounts(start);
      const broken = all.flatMap(({ most, held, text }): readonly Moment[] =>
        held > most ? [{ text: `the client declared ${most} of ${text}, and the platform holds ${held}`, at: [] }] : [],
      );
      return { cases: all.length, broken };
    },
  },
];

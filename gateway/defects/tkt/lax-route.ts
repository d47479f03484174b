/** Members whose ticket route asks less, or other things, than the good one's: offices and answers are good. */
import { Refusal } from '../../contract/refusals.ts';
import type { Known, Stage } from '../../stage.ts';
import { lettingThrough } from '../auth/letting-through.ts';
import type { Defect } from '../defect.ts';
import { refusing } from '../err/refusing.ts';

const HOUR_S = 3_600;
const TRADING = { stream: 'trading' };

/** Takes bodies that the good stage refuses, where `isTaken` says so of their text. */
function takingBodies(isTaken: (text: string) => boolean): NonNullable<Defect['stages']> {
  return {
    'read-body': (good) => ({
      ...good,
      async run(known, proceed) {
        if (known.route.column !== 'ticket') return good.run(known, proceed);
        const text = await known.readBytes();
        if (isTaken(text)) return proceed({ body: TRADING });
        // They come once.
        return good.run({ ...known, readBytes: async () => text }, proceed);
      },
    }),
  };
}

function isObject(text: string, isTaken: (body: Record<string, unknown>) => boolean): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return (
      typeof body === 'object' && body !== null && !Array.isArray(body) && isTaken(body as Record<string, unknown>)
    );
  } catch {
    return false;
  }
}

/** The good stage, told that the caller is another user. */
function askedBy(user: (known: Known) => Partial<Known['caller']['user']>): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    run(known, proceed) {
      const { caller } = known;
      return good.run({ ...known, caller: { ...caller, user: { ...caller.user, ...user(known) } } }, proceed);
    },
  });
}

export const LAX_ROUTE: readonly Defect[] = [
  {
    name: 'mints-for-a-stream-that-there-is-not',
    breaks: ['TKT-03'],
    story: 'takes the name of any socket for a stream',
    stages: takingBodies((text) => isObject(text, ({ stream }) => stream === 'marketData')),
  },
  {
    name: 'mints-for-a-stream-in-capitals',
    breaks: ['TKT-03'],
    story: 'does not look at the case of a stream',
    stages: takingBodies((text) => isObject(text, ({ stream }) => stream === 'Trading')),
  },
  {
    name: 'mints-without-a-stream',
    breaks: ['TKT-03'],
    story: 'takes an empty object for a request of its one stream',
    stages: takingBodies((text) => isObject(text, (body) => Object.keys(body).length === 0)),
  },
  {
    name: 'mints-without-a-body',
    breaks: ['TKT-03'],
    story: 'takes a request without a body for one of its one stream',
    stages: takingBodies((text) => text === ''),
  },
  {
    name: 'passes-by-what-a-ticket-does-not-have',
    breaks: ['TKT-03'],
    story: 'ignores members of a request that are none',
    stages: takingBodies((text) => isObject(text, (body) => body['stream'] === 'trading')),
  },
  {
    name: 'mints-for-a-token-that-never-expires',
    breaks: ['TKT-05'],
    story: 'takes a token without expiry for one that lives an hour',
    stages: {
      'require-expiry': lettingThrough('UNAUTHENTICATED', ({ token, services }) => ({
        mintable: { ...token, expiresAtS: Number(services.clock.nowNs() / 1_000_000_000n) + HOUR_S },
      })),
    },
  },
  {
    name: 'forbids-a-token-that-never-expires',
    breaks: ['TKT-05'],
    story: 'answers 403 to a token without expiry, as if its principal had none',
    stages: {
      'require-expiry': refusing(
        'UNAUTHENTICATED',
        () => new Refusal('FORBIDDEN_PRINCIPAL', 'a token without an expiry is of no principal'),
      ),
    },
  },
  {
    name: 'mints-sixty-one-tickets-a-minute',
    breaks: ['TKT-06'],
    story: 'refuses the sixty-second ticket of a minute',
    limits: { ticketsPerMinute: 61 },
  },
  {
    name: 'counts-what-it-refuses',
    breaks: ['TKT-06'],
    story: 'a request that is refused for its body costs a ticket',
    stages: {
      'read-body': (good) => ({
        ...good,
        async run(known, proceed) {
          try {
            return await good.run(known, proceed);
          } catch (reason) {
            const isOfABody = reason instanceof Refusal && reason.code === 'MALFORMED_REQUEST';
            if (isOfABody && known.route.column === 'ticket') known.services.ticketAllowance.take(known.caller.user);
            throw reason;
          }
        },
      }),
    },
  },
  {
    name: 'counts-the-tickets-of-an-organisation',
    breaks: ['TKT-06'],
    story: 'the users of one organisation share sixty tickets a minute',
    stages: { 'mint-ticket': askedBy(() => ({ userId: 0 })) },
  },
  {
    name: 'mints-without-a-signing-key',
    // The route that is there is no 503 either.
    breaks: ['TKT-07', 'ERR-12'],
    story: 'a member without a ticket signing key mints all the same',
    stages: {
      'require-surface': (good) => ({
        ...good,
        run: (known, proceed) => (known.route.column === 'ticket' ? proceed({}) : good.run(known, proceed)),
      }),
    },
  },
  {
    name: 'says-not-serving-without-a-signing-key',
    breaks: ['TKT-07', 'ERR-12'],
    story: 'a member without a ticket signing key says NOT_SERVING',
    stages: {
      'require-surface': refusing(
        'TICKETS_UNAVAILABLE',
        () => new Refusal('NOT_SERVING', 'no ticket now: retry shortly'),
      ),
    },
  },
  {
    name: 'tells-anybody-that-it-mints-no-tickets',
    breaks: ['TKT-07'],
    story: 'a member without a ticket signing key says so before it knows who asks',
    stages: {
      authenticate: refusing('UNAUTHENTICATED', ({ route, services }) =>
        route.column === 'ticket' && !services.surfaces.tickets
          ? new Refusal('TICKETS_UNAVAILABLE', 'this member has no ticket key')
          : undefined,
      ),
    },
  },
  {
    name: 'mints-tickets-of-five-seconds',
    breaks: ['TKT-04'],
    story: 'its tickets live half as long as they should',
    limits: { ticketLifeMs: 5_000 },
  },
  {
    name: 'mints-tickets-of-eleven-seconds',
    breaks: ['TKT-04'],
    story: 'its tickets live a second longer than they should',
    limits: { ticketLifeMs: 11_000 },
  },
];

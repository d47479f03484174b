/** Where trouble can strike a client: what it sends and receives when nothing is wrong. */
import { REST_ROUTES } from '../../conformance/contract/routes.ts';
import type { Over } from './kinds.ts';
import type { Spot } from './schedule.ts';

/** What a client did in a start without trouble, as far as spots need it. */
export interface Used {
  readonly calls: readonly {
    readonly kind: string;
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly op?: string;
  }[];
  readonly frames: readonly { readonly socket: string; readonly event: string }[];
}

/** Spots past the nth of one place are like those before. */
const MOST_OF_A_PLACE = 3;

const OPS: readonly string[] = ['auth', 'subscribe', 'unsubscribe', 'submit', 'cancel'];
const COMMANDS: Readonly<Record<string, string>> = { 'POST /orders': 'submit', 'POST /orders/{id}/cancel': 'cancel' };
const SOCKETS: Readonly<Record<string, string>> = { '/v1/ws/trading': 'trading', '/v1/ws/market-data': 'market-data' };

const PATTERNS = REST_ROUTES.map(({ method, path, kind }) => ({
  ...{ method, path, kind },
  pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{[a-z]+\}/g, '[^/]+')}$`),
}));

type On = Spot['on'];

/** The places of one sort that a client used, each as often as it used it. */
function placesOf({ calls, frames }: Used, over: Over): readonly On[] {
  if (over === 'frame') {
    const ops = calls.flatMap(({ op, path }): readonly On[] => (op === undefined ? [] : [frameAt(SOCKETS[path], op)]));
    return [...frames.map(({ socket, event }) => frameAt(socket, event)), ...ops];
  }
  if (over === 'handshake')
    return calls.flatMap(({ kind, path }): readonly On[] =>
      kind === 'handshake' ? [{ edge: 'handshake', ...socketOf(SOCKETS[path]) }] : [],
    );
  const changed = new Set(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path));
  return calls.flatMap(({ kind, method, path, query }): readonly On[] => {
    const route = kind === 'http' ? PATTERNS.find((one) => one.method === method && one.pattern.test(path)) : undefined;
    if (route === undefined) return [];
    const command = COMMANDS[`${method} ${route.path}`];
    const isOf: Readonly<Record<Exclude<Over, 'frame' | 'handshake' | 'once'>, boolean>> = {
      // A row that the client changes, too.
      row: method === 'GET' && changed.has(path),
      placed: method === 'GET' && (route.path === '/orders' || route.path === '/orders/{id}'),
      write: route.kind === 'write',
      order: command !== undefined,
      read: method === 'GET' && route.kind !== 'operation',
      page: route.kind === 'page' && query !== '',
      ticket: route.kind === 'ticket',
      answer: true,
    };
    if (over === 'once' || !isOf[over]) return [];
    return [{ edge: 'answer', method: route.method, path: route.path, ...(command === undefined ? {} : { command }) }];
  });
}

function socketOf(socket: string | undefined): Pick<On, 'socket'> {
  return socket === 'trading' || socket === 'market-data' ? { socket } : {};
}

const frameAt = (socket: string | undefined, frame: string): On => ({ edge: 'frame', ...socketOf(socket), frame });

/** What says most about a client comes first: answers to orders, then of single rows, and frames of records. */
function rankOf({ edge, command, path, socket, frame = '' }: On): number {
  if (edge === 'answer') return command !== undefined ? 0 : path?.includes('{') ? 1 : 2;
  if (socket !== 'trading') return 2;
  return edge === 'frame' && (frame.startsWith('session') || OPS.includes(frame)) ? 1 : 0;
}

/**
 * The spots at which trouble of this sort can strike, in an order that does not depend on when things happened: the same
 * work gives the same schedules. How many frames come is a matter of time, so that only the first of each kind is a spot.
 */
export function spotsOf(used: Used, over: Over): readonly Spot[] {
  const places = [...Map.groupBy(placesOf(used, over), (on) => JSON.stringify(on))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const most = over === 'frame' ? 1 : MOST_OF_A_PLACE;
  const spots = places.flatMap(([, all]) => all.slice(0, most).map((on, i) => ({ on, nth: i + 1 })));
  return spots.toSorted((a, b) => rankOf(a.on) - rankOf(b.on) || a.nth - b.nth);
}

const ORDINALS = ['', 'first', 'second', 'third'];

/** `the second POST /orders` */
export function spotText({ on: { method, path, frame, socket, edge }, nth }: Spot): string {
  const what =
    edge === 'frame'
      ? `frame ${frame} of the ${socket} socket`
      : edge === 'handshake'
        ? `handshake of the ${socket} socket`
        : `${method} ${path}`;
  return `the ${ORDINALS[nth] ?? `${nth}th`} ${what}`;
}

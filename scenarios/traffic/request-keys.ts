/** The keys of a request step, and which requests are retries of an earlier one. */
import { type Exchange, keyOf, sentHeader, textAt } from '../../conformance/member/exchange/exchange.ts';
import { PRINCIPAL_NAMES } from '../../conformance/member/profile/principals.ts';
import { STEP_NAME } from '../format/terms.ts';
import { tokenName } from './control-steps.ts';
import { escaped } from './escaped.ts';
import { isKnownMethod } from './methods.ts';
import type { Rewriting } from './rewriting.ts';

/** Headers that mean something to the contract; all others are of the client. */
const KEPT = ['if-match', 'origin', 'content-type'];

/** What the suite's client adds to each request, and what has its own key. */
const OF_THE_CLIENT =
  /^(accept|user-agent|authorization|idempotency-key|x-request-id|host|content-length|connection|upgrade|sec-.*)$/;

type Keys = Record<string, unknown>;

export interface RequestKeys {
  readonly keys: Keys;
  readonly isRead: boolean;
  /** The first answer to the request that this one repeats. */
  readonly first: Exchange | undefined;
  readonly line: string | undefined;
  /** The name of the ticket that the step mints. */
  readonly ticket?: string;
}

interface Sent {
  readonly keys: Keys;
  first: Exchange | undefined;
}

type Say = (sentence: string) => void;

/** The principals that a step may act as, and `anonymous`; another one is no principal of a profile. */
export function actorOf(actor: string): string {
  return (PRINCIPAL_NAMES as readonly string[]).includes(actor) ? actor : 'anonymous';
}

/** The requests of one scenario. */
export class Requests {
  readonly #rewriting: Rewriting;
  readonly #isExact: boolean;
  /** By what identifies a request with a key. */
  readonly #keyed = new Map<string, Sent>();
  readonly #names = new Set<string>();
  /** The names of minted tickets by what stands for them in the traffic. */
  readonly #tickets = new Map<string, string>();

  constructor(rewriting: Rewriting, isExact = false) {
    this.#rewriting = rewriting;
    this.#isExact = isExact;
  }

  /** undefined: no request step can send it, and `say` received the reason. */
  keysOf(e: Exchange, where: string, say: Say): RequestKeys | undefined {
    const { request, actor, raw } = e;
    const [path = '', ...rest] = request.path.split('?');
    const why =
      raw === true
        ? 'bytes that no HTTP client sends have no step'
        : !isKnownMethod(request.method) || !path.startsWith('/') || /\s/.test(request.path)
          ? `${request.method} ${this.#rewriting.clean(path).slice(0, 80)}: no request step sends it`
          : undefined;
    if (why !== undefined) {
      say(`${where}: ${why}`);
      return undefined;
    }
    // A principal's step sends the token: a refusal for want of one is anonymous.
    const isWithout = e.response?.status === 401 && sentHeader(e, 'authorization') === undefined;
    const as = isWithout ? 'anonymous' : actorOf(actor);
    if (as !== actor && !isWithout) say(`${where}: '${actor}' is no principal of a profile, so the step acts as ${as}`);
    if (path === '/v1/ws-tickets' && request.method === 'POST') return { ...this.#mint(e, as), isRead: false };
    const identity = JSON.stringify([
      actor,
      request.method,
      request.path,
      request.body,
      headersOf(e, where, () => undefined, this.#isExact),
    ]);
    const key = keyOf(e);
    const earlier = key === undefined ? undefined : this.#keyed.get(`${key} ${identity}`);
    if (earlier !== undefined) return { ...this.#repeat(earlier), isRead: false };
    const keys = this.#keys(e, as, path, rest.length === 0 ? undefined : rest.join('?'), where, say);
    const line = key === undefined ? undefined : `${key} ${identity}`;
    if (line !== undefined) this.#keyed.set(line, { keys, first: undefined });
    return { keys, isRead: true, first: undefined, line };
  }

  /** The first answer to a request with a key: a retry is compared with it. */
  answered({ line, ticket }: RequestKeys, e: Exchange): void {
    const minted = ticket === undefined ? undefined : textAt(e, 'ticket');
    if (minted !== undefined && ticket !== undefined) this.#tickets.set(minted, ticket);
    const sent = line === undefined ? undefined : this.#keyed.get(line);
    if (sent !== undefined) sent.first ??= e;
  }

  /** The ticket step of a ticket; undefined: no step of the file mints it. */
  ticketNamed(ticket: string): string | undefined {
    return this.#tickets.get(ticket);
  }

  /** A name for a step: its key, where that is one. */
  nameOf({ key, op }: Keys): string {
    const named = typeof key === 'string' && STEP_NAME.test(key) ? key : op;
    return this.fresh(typeof named === 'string' && STEP_NAME.test(named) ? named : 'request');
  }

  #mint({ request }: Exchange, as: string) {
    const name = this.fresh('ticket');
    const stated = request.body === null ? {} : this.#rewriting.body(request.body);
    const isDefault = JSON.stringify(stated) === '{"body":{"stream":"trading"}}';
    const body = 'body' in stated && !isDefault ? stated : {};
    return { keys: { mint: name, as, ...body }, first: undefined, line: undefined, ticket: name };
  }

  #repeat(earlier: Sent) {
    earlier.keys['name'] ??= this.nameOf(earlier.keys);
    return { keys: { repeat: earlier.keys['name'] }, first: earlier.first, line: undefined };
  }

  #keys(e: Exchange, as: string, path: string, query: string | undefined, where: string, say: Say): Keys {
    const { request } = e;
    const stated = query === undefined ? undefined : this.#rewriting.query(query);
    const line = `${request.method} ${this.#rewriting.path(path)}${typeof stated === 'string' ? `?${stated}` : ''}`;
    const key = keyOf(e);
    const { headers: credential, ...whom } = this.#isExact ? credentialOf(e, as) : { as, headers: {} };
    const lines = Object.fromEntries(
      headersOf(e, where, say, this.#isExact).map(([name, value]) => [
        name,
        name === 'If-Match' ? this.#rewriting.ifMatch(value, path) : escaped(this.#rewriting.clean(value)),
      ]),
    );
    const headers = { ...credential, ...lines };
    return {
      ...whom,
      request: line,
      ...(key === undefined ? {} : { key: this.#rewriting.key(key) }),
      ...(typeof stated === 'object' ? { query: stated } : {}),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(request.body === null || request.body === '' ? {} : this.#rewriting.body(request.body, path)),
    };
  }

  /** A name that no ticket and no request has. */
  fresh(name: string): string {
    let free = name;
    for (let count = 2; this.#names.has(free); count += 1) free = `${name}-${count}`;
    this.#names.add(free);
    return free;
  }
}

/** Of a request of a check: a minted token, the principal's own, none, or a text that is no token. */
function credentialOf(e: Exchange, as: string): Keys & { readonly headers: Readonly<Record<string, string>> } {
  const stated = sentHeader(e, 'authorization');
  if (stated === undefined) return { as: 'anonymous', headers: {} };
  const minted = mintedToken(stated);
  if (minted !== undefined) return { as, bearer: minted, headers: {} };
  const own = /^Bearer <token of ([A-Za-z]+)>$/.exec(stated)?.[1];
  if (own !== undefined) return { as: actorOf(own), headers: {} };
  return { as: 'anonymous', headers: { Authorization: stated } };
}

/** The name of the issue step for the token that a header or a member carries; undefined: it is no minted one. */
export function mintedToken(text: string): string | undefined {
  const n = /^(?:Bearer )?<minted token (\d+) of [A-Za-z]+>$/.exec(text)?.[1];
  return n === undefined ? undefined : tokenName(Number(n));
}

const WRITTEN: Readonly<Record<string, string>> = {
  'if-match': 'If-Match',
  origin: 'Origin',
  'content-type': 'Content-Type',
};

function headersOf(
  { request }: Exchange,
  where: string,
  say: Say,
  isExact: boolean,
): readonly (readonly [string, string])[] {
  const seen = new Set<string>();
  return request.headers.flatMap(([field, value]) => {
    const name = field.toLowerCase();
    if (seen.has(name) && (KEPT.includes(name) || name === 'idempotency-key')) {
      say(`${where}: the second ${field} header has no step`);
      return [];
    }
    seen.add(name);
    if (!KEPT.includes(name) && !(isExact && !OF_THE_CLIENT.test(name))) return [];
    if (name === 'content-type' && (request.body === null || /^application\/json\s*(;\s*charset=utf-8)?$/i.test(value)))
      return [];
    return [[WRITTEN[name] ?? field, value] as const];
  });
}

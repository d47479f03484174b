/** A scene on the ideal member: actors, a control plane, and a clock that counts events. For tests. */

import type { Actor, RequestOptions } from '../../member/actor.ts';
import type { Fault, FaultRule } from '../../member/control/control.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { restingOrder } from '../../member/exchange/order.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { stubControl } from '../../member/testing/stub-control.ts';
import { History } from '../../runner/history.ts';
import type { SequenceScene } from '../../sequence/driver.ts';
import { SYNC_DEADLINE_MS } from '../../sequence/driver.ts';
import { play } from '../../sequence/play.ts';
import type { Sequence } from '../../sequence/sequence.ts';
import { IDEAL_FIXTURES, IdealMember } from './member.ts';

const RECORD_PRINCIPALS = ['trader', 'admin', 'outsider', 'viewer', 'deputy'] as const;

const FACTS: TargetFacts = { rest: '0.14.0', socket: undefined, singleMember: true, strict: true };

class IdealScene {
  readonly exchanges: Exchange[] = [];
  readonly #member = new IdealMember();
  readonly #losing = new Set<string>();
  #now = 0;

  #tick(): number {
    this.#now += 1;
    return this.#now;
  }

  async #exchange(actor: string, options: RequestOptions): Promise<Exchange> {
    const { method, path, query, body, key, label = null, token } = options;
    const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`;
    const whose = token === undefined ? `<token of ${actor}>` : token;
    const { 'If-Match': ifMatch } = (options.headers ?? {}) as Readonly<Record<string, string>>;
    const headers: [string, string][] = [['Authorization', `Bearer ${whose}`]];
    if (key !== undefined) headers.push(['Idempotency-Key', key]);
    if (ifMatch !== undefined) headers.push(['If-Match', ifMatch]);
    const request = { method, path: path + search, headers, body: body === undefined ? null : JSON.stringify(body) };
    const n = this.exchanges.length + 1;
    const sentAtMs = this.#tick();
    const waiting: Exchange = {
      n,
      label,
      actor,
      request,
      sentAtMs,
      answeredAtMs: sentAtMs,
      response: null,
      failure: 'waiting',
    };
    this.exchanges.push(waiting);
    const answered = await this.#member.answer({ ...request, actor, isClerk: token !== undefined, key, ifMatch });
    const lost = key !== undefined && this.#losing.delete(key);
    const done: Exchange = {
      ...waiting,
      answeredAtMs: this.#tick(),
      response: lost ? null : answered,
      failure: lost ? 'reset' : null,
    };
    this.exchanges[n - 1] = done;
    return done;
  }

  #actor(name: string): Actor {
    const request = (options: RequestOptions) => this.#exchange(name, options);
    const refuse = () => Promise.reject(new Error('not of this scene'));
    return {
      name,
      request,
      get: (path, options = {}) => request({ ...options, method: 'GET', path }),
      submit: refuse,
      cancel: refuse,
      post: refuse,
      put: refuse,
      raw: refuse,
      mintTicket: refuse,
      openSocket: refuse,
      freshToken: refuse,
      token: () => Promise.resolve(''),
    };
  }

  #fault(rule: FaultRule): Promise<Fault> {
    const { key = '', edge } = rule.on;
    const held = edge === 'engine' ? `engine ${key}` : key;
    if ('hold' in rule) this.#member.hold(held);
    else this.#losing.add(key);
    const remove = async () => this.#member.letGo(held);
    return Promise.resolve({ id: '', firings: async () => 0, untilHeld: remove, untilFired: remove, remove });
  }

  scene(facts: TargetFacts, controlled: boolean): SequenceScene {
    const control = stubControl({
      advance: async (by) => {
        if (Number(by) >= SYNC_DEADLINE_MS) this.#member.passDeadline();
        return { nowNs: 0n, fired: [], held: [] };
      },
      clockMode: 'virtual',
      clock: async () => ({ mode: 'virtual', nowNs: 0n, timers: this.#member.waiting }),
      fault: (rule) => this.#fault(rule),
      mint: async ({ persona }) => `<minted token of ${persona}>`,
    });
    return {
      ...(Object.fromEntries(RECORD_PRINCIPALS.map((name) => [name, this.#actor(name)])) as Record<
        (typeof RECORD_PRINCIPALS)[number],
        Actor
      >),
      anonymous: this.#actor('trader'),
      takes: () => true,
      others: [],
      fixtures: IDEAL_FIXTURES,
      control: controlled ? control : undefined,
      target: facts,
      recall: () => [],
      actorOf: () => undefined,
      patienceMs: Number.POSITIVE_INFINITY,
      freshKey: () => 'ideal',
      order: (over) => restingOrder(IDEAL_FIXTURES, over),
      note: () => {},
      elapse: async () => {},
      othersDone: async () => {},
    };
  }
}

export interface IdealOptions {
  /** Default: the sequence of orders. */
  readonly how?: typeof play;
  readonly facts?: Partial<TargetFacts>;
  /** Default true. */
  readonly controlled?: boolean;
}

/** The history that a sequence leaves on a fault-free member. */
export async function playIdeally(
  sequence: Sequence,
  { facts, controlled = true, how = play }: IdealOptions = {},
): Promise<History> {
  const ideal = new IdealScene();
  const target = { ...FACTS, ...facts };
  await how(ideal.scene(target, controlled), sequence);
  return new History(ideal.exchanges, target);
}

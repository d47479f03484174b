/** Links socket steps: a step must come after the steps that create its ticket, session or awaited op. */
import type { SocketName } from '../../conformance/member/exchange/conversation.ts';
import type { PrincipalName } from '../../conformance/member/profile/principals.ts';
import type { StepInput } from './format.ts';
import { eventProblem } from './frame-problems.ts';
import type { Judging } from './link.ts';
import type { Common, Judged } from './scenario.ts';
import { SOCKET_STEP_SHAPES, SOCKETS } from './socket-format.ts';
import type { Bearer, HearStep, SocketStep } from './socket-steps.ts';
import type { YamlWay } from './source.ts';

type SocketKind = keyof typeof SOCKET_STEP_SHAPES;
export type SocketInput = Extract<StepInput, { kind: SocketKind }>;
type Input<Kind extends SocketKind> = Extract<SocketInput, { kind: Kind }>;

/** Whether a step uses a socket, a ticket or a token. */
export function isSocketInput(input: StepInput): input is SocketInput {
  return Object.hasOwn(SOCKET_STEP_SHAPES, input.kind);
}

/** What the linker of all steps provides to this one. */
export interface Links {
  say(way: YamlWay, message: string): void;
  mustBe(what: string, name: string, known: Iterable<string>, way: YamlWay): void;
  judged(input: Judging, way: YamlWay): Pick<Judged, 'expect' | 'save' | 'placeOf'>;
  /** Registers an op whose answer an await step must take. */
  outstanding(name: string, way: YamlWay): void;
}

/** Links the socket steps of one scenario. */
export class SocketLinker {
  readonly #links: Links;
  readonly #tickets = new Set<string>();
  readonly #tokens = new Set<string>();
  readonly #sockets = new Map<string, SocketName>();
  /** The used reqIds by socket: one answer a reqId. */
  readonly #reqIds = new Set<string>();
  readonly #ops = new Set<string>();

  constructor(links: Links) {
    this.#links = links;
  }

  mustBeIssued(name: string, way: YamlWay): void {
    this.#links.mustBe('token', name, this.#tokens, way);
  }

  isOp(name: string): boolean {
    return this.#ops.has(name);
  }

  step(input: SocketInput, common: Common, way: YamlWay): SocketStep {
    const judged = () => this.#links.judged(input as Judging, way);
    switch (input.kind) {
      case 'mint':
        this.#name('ticket', input.mint, this.#tickets, [...way, 'mint']);
        this.#tickets.add(input.mint);
        return {
          ...common,
          ...judged(),
          kind: 'mint',
          name: input.mint,
          as: input.as ?? 'anonymous',
          body: input.body ?? { stream: 'trading' },
        };
      case 'issue':
        this.#name('token', input.issue, this.#tokens, [...way, 'issue']);
        this.#tokens.add(input.issue);
        return {
          ...common,
          kind: 'issue',
          name: input.issue,
          as: input.as as PrincipalName,
          claims: input.claims ?? {},
          ...(input.forged === undefined ? {} : { forged: input.forged }),
          ...(input.expiresIn === undefined ? {} : { expiresInMs: input.expiresIn }),
        };
      case 'open':
        return { ...common, ...judged(), kind: 'open', ...this.#open(input, way) };
      case 'op':
        return { ...common, ...judged(), kind: 'op', ...this.#op(input, common.n, way) };
      case 'send':
        this.#links.mustBe('socket', input.send, this.#sockets.keys(), [...way, 'send']);
        return {
          ...common,
          kind: 'send',
          socket: input.send,
          content: input.text === undefined ? { json: input.frame } : { text: input.text },
        };
      case 'hear':
        this.#links.mustBe('socket', input.hear, this.#sockets.keys(), [...way, 'hear']);
        this.#mustBeSent(input, way);
        return {
          ...common,
          ...(judged() as Pick<HearStep, 'expect' | 'save' | 'placeOf'>),
          kind: 'hear',
          socket: input.hear,
          ...(input.event === undefined ? {} : { event: input.event }),
          ...(input.within === undefined ? {} : { withinMs: input.within }),
        };
      case 'close':
        this.#links.mustBe('socket', input.close, this.#sockets.keys(), [...way, 'close']);
        return { ...common, kind: 'close', socket: input.close };
    }
  }

  #name(what: string, name: string, taken: Pick<Set<string>, 'has'>, way: YamlWay): void {
    if (taken.has(name)) this.#links.say(way, `a ${what} '${name}' exists already; give this one another name`);
  }

  #mustBeSent({ hear, event, expect }: Input<'hear'>, way: YamlWay): void {
    const socket = this.#sockets.get(hear);
    if (socket === undefined) return;
    const stated: readonly (readonly [YamlWay, unknown])[] = [
      [['event'], event],
      ...(['event', 'msgType'] as const).map(
        (member) => [['expect', 'frame', member], memberOf(expect?.frame, member)] as const,
      ),
    ];
    for (const [below, name] of stated) {
      const problem = eventProblem(name, socket);
      if (problem !== undefined) this.#links.say([...way, ...below], problem);
    }
  }

  #bearer(input: Input<'open' | 'op'>, way: YamlWay): { readonly bearer?: Bearer } {
    if (input.bearer !== undefined) {
      this.#links.mustBe('token', input.bearer, this.#tokens, [...way, 'bearer']);
      return { bearer: { issued: input.bearer } };
    }
    return input.as === undefined || input.as === 'anonymous' ? {} : { bearer: { as: input.as } };
  }

  #open(input: Input<'open'>, way: YamlWay) {
    this.#name('socket', input.open, this.#sockets, [...way, 'open']);
    this.#sockets.set(input.open, SOCKETS[input.socket ?? 'trading']);
    if (input.ticket !== undefined) this.#links.mustBe('ticket', input.ticket, this.#tickets, [...way, 'ticket']);
    return {
      name: input.open,
      socket: SOCKETS[input.socket ?? 'trading'],
      ...this.#bearer(input, way),
      ...(input.ticket === undefined ? {} : { ticket: input.ticket }),
      ...(input.origin === undefined ? {} : { origin: input.origin }),
      ...(input.query === undefined ? {} : { query: input.query }),
    };
  }

  #op(input: Input<'op'>, n: number, way: YamlWay) {
    const socket = input.on ?? '';
    this.#links.mustBe('socket', socket, this.#sockets.keys(), [...way, 'on']);
    const reqId = input.reqId ?? input.name ?? `step${n}`;
    if (this.#reqIds.has(`${socket} ${reqId}`)) {
      const known = `'${reqId}' was sent over ${socket} before: its answers could not be distinguished`;
      this.#links.say([...way, input.reqId === undefined ? 'name' : 'reqId'], known);
    }
    this.#reqIds.add(`${socket} ${reqId}`);
    if (input.background && input.name !== undefined) {
      this.#links.outstanding(input.name, way);
      this.#ops.add(input.name);
    }
    return {
      socket,
      op: input.op,
      reqId,
      params: input.params ?? {},
      ...this.#bearer(input, way),
      ...(input.name === undefined ? {} : { name: input.name }),
      background: input.background ?? false,
    };
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

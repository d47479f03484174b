/**
 * A world's front behind variations, in this process: the members answer on in-process connections, and the layers
 * change what they send. On the wire it equals a proxy in front of the sandbox.
 */
import { holdingTime } from '../../gateway/host-work.ts';
import { serverOptions } from '../../gateway/http/server.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import type { Parts, Timer } from '../../gateway/variations/variation.ts';
import { openPort, type Served } from '../front/open-port.ts';
import { exchange } from './http-exchange.ts';
import { Dropped, sendTo } from './upstream.ts';
import { upgradeThrough } from './websocket-exchange.ts';

type Front = Required<Served>;

export interface PermissiveFront extends Front {
  /** Gives the layers a new memory, after a reset of the world. */
  begin(): void;
}

/** Called once. `failed` is called with errors of layers. */
export type MakePermissive = (front: Front, clock: Clock, failed: (error: unknown) => void) => PermissiveFront;

const NAME = 'http://member.test';
/** Turns of the event loop that a frame takes from one end of an in-process connection to the other. */
const FRAME_TURNS = 6;
/** The host's own, because a test file may fake its timers. */
const nextTurn = setImmediate;

/** Layers around the members of a world: variations, known-bad members. */
export interface Layered {
  readonly parts: (timer: Timer) => Parts;
}

/** The front of one world. The first layer is the outermost. */
export async function permissiveFront(layered: readonly Layered[], machineClock: Clock): Promise<MakePermissive> {
  const timer = timerOf(machineClock);
  const inner = await openPort({ host: '127.0.0.1', port: 'none', option: '', serverOptions, clock: machineClock });
  return (front, clock, failed) => {
    const arrivals: (() => void)[] = [];
    inner.serve({
      ...front,
      handle(request, response) {
        arrivals.shift()?.();
        front.handle(request, response);
      },
    });
    const upstream = { baseUrl: NAME, connect: inner.connect };
    let parts: readonly Parts[] = [];
    const begin = (): void => {
      parts = layered.map((one) => one.parts(timer));
    };
    begin();
    const layers = () => parts.flatMap(({ layer }) => layer ?? []);
    const socketLayers = () => parts.flatMap(({ socket }) => socket ?? []);
    const end = (error: unknown, destroy: () => void): void => {
      if (!(error instanceof Dropped)) failed(error);
      destroy();
    };
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < FRAME_TURNS; turn += 1) await new Promise((resolve) => nextTurn(resolve));
    };

    return {
      begin,
      continues: 'when read',
      handle(incoming, response) {
        const busy = new Busy(clock);
        const onContinue = (): void => response.writeContinue();
        const toMember = sendTo({ upstream, incoming, onContinue });
        const send: typeof toMember = async (request) => {
          const arrived = (): void => busy.rest();
          arrivals.push(arrived);
          try {
            return await toMember(request);
          } finally {
            // A request that Node's parser rejects never arrives.
            const at = arrivals.indexOf(arrived);
            if (at >= 0) arrivals.splice(at, 1);
            busy.work();
          }
        };
        exchange(incoming, response, { layers: layers(), send, timer, begun: () => busy.work() })
          .catch((error: unknown) => end(error, () => response.destroy()))
          .finally(() => busy.rest());
      },
      takesUpgrade: front.takesUpgrade,
      upgrade(incoming, socket, head) {
        const stirred = (): void => void holdingTime(clock, 'a frame on its way through variations', turns());
        stirred();
        upgradeThrough(
          { upstream, layers: layers(), socketLayers: socketLayers(), timer, failed, stirred },
          incoming,
          socket,
          head,
        ).catch((error: unknown) => end(error, () => socket.destroy()));
      },
      onClientError: front.onClientError,
      holdBack: () => undefined,
    };
  };
}

/** Host work for a clock that is moved by hand: exchanges that are neither at the client nor at the member. */
class Busy {
  readonly #clock: Clock;
  #done: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  work(): void {
    if (this.#done !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#done = resolve;
    void holdingTime(this.#clock, 'a request on its way through variations', promise);
  }

  rest(): void {
    this.#done?.();
    this.#done = undefined;
  }
}

const NS_PER_MS = 1_000_000;

function timerOf(clock: Clock): Timer {
  return {
    nowMs: () => Number(clock.nowNs()) / NS_PER_MS,
    sleep: (ms) => new Promise((resolve) => clock.after(ms, 'variation', resolve)),
  };
}

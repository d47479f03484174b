/** A running world as the bus serves it to members of other processes. */
import type { Clock } from '../../../gateway/platform-port.ts';
import type { ControllableClock } from '../../clock.ts';
import { EDGES } from '../../faults/edges.ts';
import type { FrontRouting } from '../../front/front.ts';
import type { RunningPlatform } from '../../hosting/running-platform.ts';
import type { SandboxLimits } from '../../hosting/world-options.ts';
import type { Issuer } from '../../identity/issuer.ts';
import type { ClockState } from './messages.ts';
import type { BusWorld } from './platform-bus.ts';

export interface WorldOnBus extends Pick<BusWorld, 'name' | 'record' | 'addMark'> {
  readonly clock: ControllableClock;
  readonly machineClock: Clock;
  readonly issuer: Pick<Issuer, 'url' | 'audience'>;
  readonly limits: Partial<SandboxLimits>;
  readonly allowedHosts: readonly string[];
  /** How its address goes about requests. */
  routing(): FrontRouting;
  /** The stream of its current sequence. */
  stream(): string;
  /** The current backing: a reset replaces it. */
  backing(): RunningPlatform;
}

/** Everything is read at each call. */
export function worldOnBus({
  backing,
  stream,
  routing,
  clock,
  machineClock,
  issuer,
  record,
  addMark,
  ...of
}: WorldOnBus): BusWorld {
  const { name, limits, allowedHosts } = of;
  return {
    name,
    state() {
      const { platform, seed, faults, sealing } = backing();
      return {
        world: name,
        stream: stream(),
        head: platform.head(),
        seed,
        clock: clockStateOf(clock, machineClock),
        standing: EDGES.filter((edge) => faults.stands(edge)),
        issuer: { url: issuer.url, audience: issuer.audience },
        keys: { cursors: base64(sealing.cursorKey), tickets: base64(sealing.ticketKey) },
        limits,
        allowedHosts,
        namesMember: routing().namesMember,
      };
    },
    port: (member) => backing().platform.port(member),
    restate: (command) => backing().platform.reference.restate(command),
    faults: () => backing().faults,
    jwks: (member) => backing().jwks(member),
    ...{ record, addMark },
    hasMember: (member) => backing().members.named(member) !== undefined,
  };
}

/** Real or scaled: a virtual clock moves in one process only, and is refused. */
function clockStateOf(clock: ControllableClock, machineClock: Clock): ClockState {
  const mode = clock.mode === 'real' ? 'real' : 'scaled';
  return { mode, rate: clock.rate, nowNs: `${clock.nowNs()}`, machineNs: `${machineClock.nowNs()}` };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

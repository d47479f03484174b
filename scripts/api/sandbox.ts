/**
 * A whole trading gateway on a simulated platform, for a test file: in this process, on a virtual clock, on free ports or on
 * none. The package's main export.
 *
 *     await using sandbox = await startSandbox();
 *     const headers = { Authorization: `Bearer ${await sandbox.token('trader')}` };
 *     await fetch(`${sandbox.baseUrl}/me`, { headers });
 *     await sandbox.control.advanceClock({ by: '2s' });
 */
import './needed-node.ts';
import type { ControlOperations } from '../../conformance/member/control/control-plane.ts';
import { controlPlane } from '../../conformance/member/control/control-plane.ts';
import type * as wire from '../../conformance/member/control/wire.gen.ts';
import type { SandboxWorld } from '../../platform-sim/hosting/world.ts';
import type { NewWorld } from '../../platform-sim/hosting/world-options.ts';
import type { SandboxOptions, Sandbox as Served } from '../../platform-sim/sandbox.ts';
import { startSandbox as serve } from '../../platform-sim/sandbox.ts';
import type { PrincipalName } from '../../platform-sim/seed-data/world.ts';
import { SANDBOX_WIRING } from '../cli/sandbox/sandbox-wiring.ts';
import { checkSandboxOptions, checkWorldOptions } from './checked-options.ts';
import type { Connectable } from './in-process.ts';
import { inProcess } from './in-process.ts';

export type { ControlOperations } from '../../conformance/member/control/control-plane.ts';
export { ControlRefused } from '../../conformance/member/control/control-plane.ts';
export { PortError, WorldError } from '../../platform-sim/sandbox.ts';
export type { NewWorld, PrincipalName, SandboxOptions };

/** Deviations from a normal token: `{ expiresIn: '30s' }`, `{ claims: { org: null } }`. */
export type TokenOptions = Omit<wire.Mint, 'persona'>;

/** The operations of a test on a world, in this process, with or without ports. */
export interface InHand {
  /** Every operation of the control plane by its name. Rejects with ControlRefused if it is refused. */
  readonly control: ControlOperations;
  /** A bearer token of one of the world's principals, valid for an hour of its clock unless stated. */
  token(principal: PrincipalName, options?: TokenOptions): Promise<string>;
}

export type World = SandboxWorld & InHand;

export interface Sandbox extends Omit<Served, 'createWorld' | 'world' | 'worlds' | 'request'>, InHand {
  /**
   * Creates another world behind the same ports, isolated from every other: clock, data, faults, issuer, ids. Rejects
   * with WorldError for an invalid or used name, and past 64 worlds.
   */
  createWorld(options?: NewWorld): Promise<World>;
}

/** Rejects with PortError if a port is not available, and with TypeError for an invalid option. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkSandboxOptions(options);
  const served = await serve(options, SANDBOX_WIRING);
  const { world, close } = inHand(served, served, '');
  return Object.assign(world, {
    async createWorld(stated: NewWorld = {}) {
      checkWorldOptions(stated);
      const made = await served.createWorld(stated);
      return inHand(made, served, `/worlds/${made.name}`).world;
    },
    async close(drain?: Parameters<Served['close']>[0]) {
      await close();
      await served.close(drain);
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  });
}

/**
 * The world with the operations of a test; `close` ends these too. `path`: the world's, below the control plane's
 * address.
 */
function inHand<Of extends SandboxWorld>(of: Of, sandbox: Connectable, path: string) {
  const { close, ...control } = controlPlane(inProcess(sandbox, 'control', `http://localhost${path}`));
  const world: Of & InHand = Object.assign(Object.create(of) as Of, {
    control,
    token: async (persona: PrincipalName, options: TokenOptions = {}) =>
      (await control.mintToken({ ...options, persona })).token,
  });
  return { world, close };
}

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
import type { ControlOperations } from '../../conformance/client/control-plane/control-plane.ts';
import { controlPlane } from '../../conformance/client/control-plane/control-plane.ts';
import type * as wire from '../../conformance/client/control-plane/wire.gen.ts';
import type { NewWorld, SandboxWorld } from '../../platform-sim/hosting/sandbox-world.ts';
import type { SandboxOptions, Sandbox as Served } from '../../platform-sim/sandbox.ts';
import { startSandbox as serve } from '../../platform-sim/sandbox.ts';
import type { PrincipalName } from '../../platform-sim/seed-data/world.ts';
import { checkSandboxOptions, checkWorldOptions } from './checked-options.ts';
import type { Connectable } from './in-process.ts';
import { inProcess } from './in-process.ts';

export type { ControlOperations } from '../../conformance/client/control-plane/control-plane.ts';
export { ControlRefused } from '../../conformance/client/control-plane/control-plane.ts';
export { PortError, WorldError } from '../../platform-sim/sandbox.ts';
export type { NewWorld, PrincipalName, SandboxOptions };

/** A token that is not as the issuer would grant it: `{ expiresIn: '30s' }`, `{ claims: { org: null } }`. */
export type TokenOptions = Omit<wire.Mint, 'persona'>;

/** What a test does to a world: in this process, whether it has ports or none. */
export interface InHand {
  /** Every operation of the control plane by its name. Rejects with ControlRefused where it says no. */
  readonly control: ControlOperations;
  /** A bearer token of one of the world's principals, good for an hour of its clock unless stated. */
  token(principal: PrincipalName, options?: TokenOptions): Promise<string>;
}

export type World = SandboxWorld & InHand;

export interface Sandbox extends Omit<Served, 'createWorld' | 'world' | 'worlds'>, InHand {
  /**
   * Another world behind the same ports, isolated from every other: clock, data, faults, issuer, ids. Rejects with
   * WorldError for a name that is taken or none, and past 64 worlds.
   */
  createWorld(options?: NewWorld): Promise<World>;
}

/** Rejects with PortError where a port cannot be had, with TypeError for an option that it does not take. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkSandboxOptions(options);
  const served = await serve(options);
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

/** The world, and what a test does to it; `close` ends the latter. `path`: of the world, below the control plane's address. */
function inHand<Of extends SandboxWorld>(of: Of, sandbox: Connectable, path: string) {
  const { close, ...control } = controlPlane(inProcess(sandbox, 'control', `http://localhost${path}`));
  const world: Of & InHand = Object.assign(Object.create(of) as Of, {
    control,
    token: async (persona: PrincipalName, options: TokenOptions = {}) =>
      (await control.mintToken({ ...options, persona })).token,
  });
  return { world, close };
}

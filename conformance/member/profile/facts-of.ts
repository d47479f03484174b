/** The facts about a target, from its profile and from what it serves. */

import type { ControlPlane } from '../control/control-plane.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Unreached } from '../sending/unreached.ts';
import { allowanceOf } from './allowance.ts';
import type { Profile } from './profile.ts';
import { servedVersion } from './served-versions.ts';
import type { TargetFacts } from './target-facts.ts';
import { USUAL_READ_LAG_MS } from './target-facts.ts';

/** Derives the facts. `document`: the exchange that read the contract document, if any. */
export async function factsOf(
  profile: Profile,
  document: Exchange | undefined,
  plane: ControlPlane | undefined,
): Promise<TargetFacts> {
  return {
    rest: profile.contract?.rest ?? servedVersion(profile, document),
    socket: profile.contract?.socket,
    singleMember: profile.members === 'single',
    controlled: profile.control !== undefined,
    ...(profile.surfaces?.replica !== undefined && { replica: profile.surfaces.replica }),
    destructive: allowanceOf(profile).destructive,
    readLagMs: profile.limits?.readLagMs ?? USUAL_READ_LAG_MS,
    strict: profile.strict === true && (await isOwnGateway(profile.baseUrl, plane)),
  };
}

/**
 * Whether the control plane reports this address as its own gateway's. Any other address, even a proxy in front of the
 * same gateway, is judged by the interface alone, not by the sandbox's own decisions.
 */
async function isOwnGateway(baseUrl: string, plane: ControlPlane | undefined): Promise<boolean> {
  if (plane === undefined) return false;
  try {
    const { baseUrl: own } = await plane.readHealth();
    return new URL(own).origin === new URL(baseUrl).origin;
  } catch (error) {
    // No or an unreadable report: the gateway is not known to be the control plane's own.
    if (error instanceof Unreached || error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

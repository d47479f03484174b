/** The facts about a target, from its profile and from what it serves. */

import type { ControlPlane } from '../control/control-plane.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { allowanceOf } from './allowance.ts';
import { isOwnGateway } from './own-gateway.ts';
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

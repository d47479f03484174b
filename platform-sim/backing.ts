/** A platform and its members: what stands behind the front until a reset puts another in its place. */
import { createHash } from 'node:crypto';
import type { Version } from '../gateway/contract/versions.ts';
import type { Defect } from '../gateway/defects/defect.ts';
import type { ExchangeEvent, Member } from '../gateway/member.ts';
import { createMember } from '../gateway/member.ts';
import type { Clock } from '../gateway/platform-port.ts';
import type { MemberLimits } from '../gateway/services.ts';
import type { Backing, Members } from './front/front.ts';
import type { Issuer } from './identity/issuer.ts';
import type { PlatformLimits } from './limits.ts';
import type { Platform } from './platform.ts';
import { createPlatform } from './platform.ts';
import { createSeed } from './seed.ts';
import { buildWorld } from './world/build-world.ts';
import type { WorldSize } from './world/world.ts';

export type SandboxLimits = MemberLimits & PlatformLimits;

export interface BackingOptions {
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly seed: number;
  readonly world: WorldSize;
  readonly versions: readonly [Version, ...Version[]];
  readonly limits: Partial<SandboxLimits>;
  readonly defects: readonly Defect[];
  readonly requestIds: () => string;
  observe(event: ExchangeEvent): void;
}

export interface SandboxBacking extends Backing {
  readonly seed: number;
  readonly platform: Platform;
  /** Lets go what is held, ends what the platform does of itself, and lets each member answer what it has begun. */
  retire(): void;
}

export function createBacking(options: BackingOptions): SandboxBacking {
  const { clock, issuer, limits, seed } = options;
  const world = buildWorld({ seed, size: options.world });
  const platform = createPlatform({ clock, seed: createSeed(seed), world, limits });
  const orgIds = new Map(world.principals.map(({ externalOrgId, orgId }) => [externalOrgId, orgId]));
  const cursorKey = createHash('sha256').update(`touchstone cursors ${seed}`).digest();

  const members = options.versions.map((version, index): Member => {
    const name = `m${index + 1}`;
    return createMember({
      name,
      version,
      clock,
      limits,
      cursorKey,
      port: platform.port(name),
      identity: { issuer: issuer.url, audience: issuer.audience, jwks: () => ({ keys: [...issuer.jwks.keys] }) },
      requestIds: options.requestIds,
      defects: options.defects,
      observe: options.observe,
    });
  });

  return {
    seed,
    platform,
    faults: platform.faults,
    members: members as unknown as Members,
    orgIdOf: (externalOrgId) => orgIds.get(externalOrgId),
    retire() {
      platform.faults.clear();
      platform.close();
      for (const member of members) void member.drain().then(() => member.stop());
    },
  };
}

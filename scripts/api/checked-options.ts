/** Validates the options of a test file, whose runner strips the types: a misspelt option is reported, not ignored. */
import { VERSIONS } from '../../gateway/contract/versions.ts';
import { MOST_RATE } from '../../platform-sim/clock.ts';
import { corsOrigin } from '../../platform-sim/front/cors.ts';
import { ROUTINGS } from '../../platform-sim/front/routing.ts';
import type { NewWorld, WorldOptions } from '../../platform-sim/hosting/world-options.ts';
import { withDefaults } from '../../platform-sim/hosting/world-options.ts';
import type { SandboxOptions } from '../../platform-sim/sandbox.ts';

const OF_BOTH = {
  seed: true,
  world: true,
  clock: true,
  members: true,
  route: true,
  limits: true,
  defects: true,
  permissive: true,
} as const satisfies Record<keyof WorldOptions, true>;

const OF_A_WORLD = { ...OF_BOTH, name: true } as const satisfies Record<keyof NewWorld, true>;

const OF_A_SANDBOX = {
  ...OF_BOTH,
  ports: true,
  baseUrl: true,
  controlUrl: true,
  port: true,
  controlPort: true,
  host: true,
  controlHost: true,
  publicUrl: true,
  allowHosts: true,
  cors: true,
  data: true,
  platform: true,
  standsBy: true,
  said: true,
  signal: true,
  serves: true,
  observe: true,
  failed: true,
  watch: true,
  secrets: true,
} as const satisfies Record<keyof SandboxOptions, true>;

/** @throws TypeError that names the first invalid option and its valid values */
export function checkSandboxOptions(options: SandboxOptions): void {
  check('startSandbox', options, Object.keys(OF_A_SANDBOX));
  const { cors } = options;
  if (cors !== undefined && !(Array.isArray(cors) && cors.every((one) => corsOrigin(one) === one))) {
    throw new TypeError("startSandbox: cors is an array of origins such as 'http://localhost:5173', or '*'");
  }
  if (options.data?.trim() === '') throw new TypeError('startSandbox: data is the name of a folder');
}

/** @throws TypeError that names the first invalid option and its valid values */
export function checkWorldOptions(options: NewWorld): void {
  check('createWorld', options, Object.keys(OF_A_WORLD));
}

function check(where: string, options: SandboxOptions | NewWorld, known: readonly string[]): void {
  const stranger = Object.entries(options).find(([name, value]) => value !== undefined && !known.includes(name));
  if (stranger !== undefined) {
    throw new TypeError(`${where}: there is no option ${stranger[0]}; there are ${known.join(', ')}`);
  }
  const { members = [{ version: VERSIONS[0] }] } = options;
  const { seed, world, clock, route } = withDefaults(options);
  const wrong = [
    [Number.isSafeInteger(seed) && seed >= 0, 'seed', 'a whole number from 0 on'],
    [world === 'small' || world === 'large', 'world', "'small' or 'large'"],
    [isClock(clock), 'clock', "'virtual', 'real' or { rate: 60 }"],
    [ROUTINGS.includes(route), 'route', `one of ${ROUTINGS.join(', ')}`],
    [
      Array.isArray(members) && members.length > 0 && members.every((member) => VERSIONS.includes(member?.version)),
      'members',
      `one or more of { version }, such as { version: '0.13.0' }, from ${VERSIONS[0]} to ${VERSIONS.at(-1)}`,
    ],
  ] as const;
  for (const [isRight, name, takes] of wrong) if (!isRight) throw new TypeError(`${where}: ${name} is ${takes}`);
}

function isClock(clock: unknown): boolean {
  if (clock === 'virtual' || clock === 'real') return true;
  const rate = (clock as { rate?: unknown } | null)?.rate;
  return typeof rate === 'number' && rate > 0 && rate <= MOST_RATE;
}

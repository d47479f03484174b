/** Converts the command line of the sandbox to its options. */
import { nearest } from '../../../conformance/member/profile/nearest.ts';
import { SOCKET_VERSIONS, type SocketVersion } from '../../../gateway/contract/sockets.ts';
import { VERSIONS } from '../../../gateway/contract/versions.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { EVERY_SURFACE, type Surfaces } from '../../../gateway/services.ts';
import { MOST_RATE } from '../../../platform-sim/clock.ts';
import { corsOrigin } from '../../../platform-sim/front/cors.ts';
import { ROUTINGS } from '../../../platform-sim/front/routing.ts';
import type { MemberPlan } from '../../../platform-sim/members/member-seat.ts';
import type { SandboxOptions } from '../../../platform-sim/sandbox.ts';
import { UsageError } from '../usage-error.ts';

export interface SandboxCommandOptions {
  readonly port: number;
  readonly controlPort: number;
  readonly host: string;
  readonly controlHost: string;
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
  readonly cors?: readonly string[];
  readonly member?: readonly string[];
  readonly route: string;
  readonly seed: number;
  readonly world: string;
  readonly clock: string;
  readonly defect?: readonly string[];
  readonly data?: string;
  /** memory, or a NATS server. */
  readonly platform?: string;
  /** true: without a name. */
  readonly permissive?: string | true;
  /** Absent: the default file, or the next one where another sandbox has it. */
  readonly profileOut?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly endWithStdin?: boolean;
  readonly record?: string;
}

/** @throws UsageError that names the option and its valid values */
export async function sandboxOptions(given: SandboxCommandOptions): Promise<SandboxOptions> {
  const { port, controlPort, host, controlHost, seed, data } = given;
  // An empty name would resolve to the current folder: a log and private keys among other files.
  if (data?.trim() === '') throw new UsageError('--data: it names no folder; name one, such as --data ./kept');
  return {
    ...{ port, controlPort, host, controlHost },
    ...(given.publicUrl === undefined ? {} : { publicUrl: publicUrlOf(given.publicUrl) }),
    ...(given.allowHost === undefined ? {} : { allowHosts: given.allowHost.map(hostOf) }),
    ...(given.cors === undefined ? {} : { cors: given.cors.map(originOf) }),
    ...(isNats(given.platform) ? { platform: platformOf(given.platform) } : {}),
    seed,
    world: oneOf('--world', given.world, ['small', 'large']),
    route: oneOf('--route', given.route, ROUTINGS),
    clock: clockOf(given.clock),
    ...(given.member === undefined ? {} : { members: given.member.map(memberPlan) }),
    ...(given.defect === undefined ? {} : { defects: await defectsOf(given.defect) }),
    ...(given.permissive === undefined ? {} : { permissive: await permissiveOf(given.permissive) }),
  };
}

function isNats(platform: string | undefined): platform is string {
  return platform !== undefined && platform !== 'memory';
}

/** The address of a NATS server, one or several. @throws UsageError */
export function platformOf(text: string): string {
  const isRight = text.split(',').every((one) => {
    const url = URL.canParse(one) ? new URL(one) : undefined;
    return url !== undefined && ['nats:', 'tls:', 'ws:', 'wss:'].includes(url.protocol) && url.hostname !== '';
  });
  if (isRight) return text;
  throw new UsageError(
    `--platform ${text}: the address of a NATS server with JetStream is needed, such as nats://127.0.0.1:4222`,
  );
}

/** An origin without a path: members are served at its root. */
function publicUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isHttp || `${url.origin}/` !== url.href) {
    throw new UsageError(`--public-url ${text}: scheme, host and port are needed, such as http://sandbox:4010`);
  }
  return url.origin;
}

function hostOf(text: string): string {
  const host = text.toLowerCase();
  if (!URL.canParse(`http://${host}/`) || new URL(`http://${host}/`).host !== host || host.includes(':')) {
    throw new UsageError(
      `--allow-host ${text}: the name of a host is needed, without scheme and port, such as sandbox`,
    );
  }
  return host;
}

export function originOf(text: string): string {
  const origin = corsOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(
    `--cors ${text}: an origin is needed, scheme, host and port without a path, such as http://localhost:5173, or *`,
  );
}

function oneOf<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  const found = words.find((known) => known === word);
  if (found === undefined) throw new UsageError(`${option} ${word}: one of ${words.join(', ')} is needed`);
  return found;
}

function clockOf(text: string): NonNullable<SandboxOptions['clock']> {
  if (text === 'real' || text === 'virtual') return text;
  const rate = /^x([0-9]+(?:\.[0-9]+)?)$/.exec(text)?.[1];
  if (rate === undefined || Number(rate) === 0 || Number(rate) > MOST_RATE) {
    throw new UsageError(
      `--clock ${text}: real, virtual or xN is needed, such as x60 for an hour a minute, up to x${MOST_RATE}`,
    );
  }
  return { rate: Number(rate) };
}

/** VERSION[@ws=VERSION][,SURFACE=on|off...][,weight=N]. @throws UsageError */
export function memberPlan(text: string): MemberPlan {
  const [stated = '', ...more] = text.split(',');
  const weight = more.find((word) => word.startsWith('weight='));
  const surfaces = more.filter((word) => word !== weight);
  const [rest = '', ...socket] = stated.split('@');
  const version = VERSIONS.find((known) => known === rest);
  if (version === undefined) {
    throw new UsageError(
      `--member ${text}: no such contract version; there are ${VERSIONS[0]} to ${VERSIONS.at(-1)}, as in its changelog`,
    );
  }
  return {
    version,
    ...(socket.length === 0 ? {} : { socketVersion: socketVersionOf(text, socket.join('@')) }),
    ...(surfaces.length === 0 ? {} : { surfaces: Object.fromEntries(surfaces.map((word) => surfaceOf(text, word))) }),
    ...(weight === undefined ? {} : { weight: weightOf(text, weight) }),
  };
}

function socketVersionOf(text: string, word: string): SocketVersion {
  const version = SOCKET_VERSIONS.find((known) => `ws=${known}` === word);
  if (version === undefined) {
    throw new UsageError(`--member ${text}: @${word} is none of @ws=${SOCKET_VERSIONS.join(', @ws=')}`);
  }
  return version;
}

function surfaceOf(text: string, word: string): readonly [keyof Surfaces, boolean] {
  const [name = '', state = ''] = word.split('=');
  const names = Object.keys(EVERY_SURFACE) as (keyof Surfaces)[];
  const surface = names.find((known) => known === name);
  if (surface === undefined || (state !== 'on' && state !== 'off')) {
    throw new UsageError(
      `--member ${text}: ${word === '' ? 'nothing' : word} is none of ${names.join(', ')}, each =on or =off, and weight=N`,
    );
  }
  return [surface, state === 'on'];
}

function weightOf(text: string, word: string): number {
  const weight = /^weight=([0-9]{1,4})$/.exec(word)?.[1];
  if (weight === undefined || Number(weight) > 1000) {
    throw new UsageError(`--member ${text}: ${word} is no weight: a whole number from 0 to 1000 is needed`);
  }
  return Number(weight);
}

/** Known-bad members by name. @throws UsageError for an unknown one */
export async function defectsOf(names: readonly string[]): Promise<readonly Defect[]> {
  const { DEFECTS } = await import('../../../gateway/defects/index.ts');
  return names.map((name) => {
    const defect = DEFECTS.find((known) => known.name === name);
    if (defect !== undefined) return defect;
    const like = nearest(
      name,
      DEFECTS.map((known) => known.name),
    );
    throw new UsageError(
      `--defect ${name}: no such defect; ${like === undefined ? '--defect list prints them' : `did you mean ${like}?`}`,
    );
  });
}

async function permissiveOf(text: string | true): Promise<readonly string[]> {
  if (text === true) return ['decisions'];
  const { variationNames } = await import('../../../gateway/variations/named.ts');
  const known = variationNames();
  const names = text.split(',').map((name) => name.trim());
  for (const name of names.filter((one) => !known.includes(one))) {
    const like = nearest(name, known);
    const hint = like === undefined ? '--permissive=list prints them' : `did you mean ${like}?`;
    throw new UsageError(`--permissive=${name}: no such variation; ${hint}`);
  }
  return names;
}

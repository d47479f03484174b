import type { SocketVersion } from '../contract/sockets.ts';
import type { Version } from '../contract/versions.ts';
import type { PlatformPort } from '../platform-port.ts';
import type { SocketLayer } from '../variations/frames.ts';
import type { Layer } from '../variations/layer.ts';
import type { Parts, Timer } from '../variations/variation.ts';

/**
 * A known-bad member: the sandbox's own member that breaks one sentence of the interface. The checks that prove the
 * requirement must fail against it, and no others (`npm run mutants`).
 */
export interface Defect {
  /** kebab-case: `touchstone sandbox --defect NAME`. */
  readonly name: string;
  /** Ids of the requirements that it breaks. */
  readonly breaks: readonly string[];
  /** The member's behaviour in one line. */
  readonly story: string;
  /** Creates the layers with their own memory; called once per world. */
  readonly parts: (timer: Timer) => Parts;
  /** Wraps the platform, for defects that no request, response or frame can show. */
  readonly port?: (good: PlatformPort) => PlatformPort;
  /** The contract versions of the member, where the newest version cannot show the defect. */
  readonly contract?: { readonly rest: Version; readonly socket: SocketVersion };
}

/** @param breaks ids, separated by spaces */
export function defect(breaks: string, story: string, layer: () => Layer): Defect {
  return defectOfBoth(breaks, story, () => ({ layer: layer() }));
}

/** Changes frames of open sockets. */
export function defectOfFrames(breaks: string, story: string, socket: () => SocketLayer): Defect {
  return defectOfBoth(breaks, story, () => ({ socket: socket() }));
}

/** Changes responses and frames with one shared memory. */
export function defectOfBoth(breaks: string, story: string, parts: Defect['parts']): Defect {
  return { name: nameOf(story), breaks: breaks.split(' '), story, parts };
}

/** Changes what the member receives from its platform, or sends to it. */
export function defectOfPlatform(breaks: string, story: string, port: NonNullable<Defect['port']>): Defect {
  return { ...defectOfBoth(breaks, story, () => ({})), port };
}

/** Runs the defect on a member without tickets, whose handshakes need no credential. */
export function ofAnOlderMember(row: Defect): Defect {
  return { ...row, contract: { rest: '0.13.0', socket: '1.1.0' } };
}

function nameOf(story: string): string {
  return story
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

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
  /** Ids of requirements that it breaks as a consequence: their checks may fail too. `any`: it breaks nearly every response. */
  readonly also?: readonly string[] | 'any';
  /** The member's behaviour in one line. */
  readonly story: string;
  /** Creates the layers with their own memory; called once per world. */
  readonly parts: (timer: Timer) => Parts;
  /** Wraps the platform, for defects that no request, response or frame can show. */
  readonly port?: (good: PlatformPort) => PlatformPort;
  /** The contract versions of the member, if the newest version cannot show the defect. */
  readonly contract?: { readonly rest: Version; readonly socket: SocketVersion };
}

/** How the member differs: a layer over its requests and responses, or one of the kinds below. */
export type Change = (() => Layer) | Pick<Defect, 'parts' | 'port' | 'contract'>;

/** `breaks`: ids, separated by spaces; those after a bar are broken as a consequence: `PAGE-01 | SVC-11`, `RID-01 | any`. */
export type Row = readonly [breaks: string, story: string, change: Change];

const ofLayer = (layer: () => Layer): Pick<Defect, 'parts' | 'port'> => ({ parts: () => ({ layer: layer() }) });

/** Changes frames of open sockets. */
export const ofFrames = (socket: () => SocketLayer): Change => ({ parts: () => ({ socket: socket() }) });

/** Changes responses and frames with one shared memory. */
export const ofBoth = (parts: Defect['parts']): Change => ({ parts });

/** Changes what the member receives from its platform, or sends to it. */
export const ofPlatform = (port: NonNullable<Defect['port']>): Change => ({ parts: () => ({}), port });

export function defect(...[breaks, story, change]: Row): Defect {
  const [own = '', also = ''] = breaks.split(' | ');
  return {
    name: nameOf(story),
    breaks: own.split(' '),
    also: also === 'any' ? 'any' : also.split(' ').filter((id) => id !== ''),
    story,
    ...(typeof change === 'function' ? ofLayer(change) : change),
  };
}

/** A table of known-bad members. */
export function defects(rows: readonly Row[]): readonly Defect[] {
  return rows.map((row) => defect(...row));
}

/** Runs the defects on a member without tickets, whose handshakes need no credential. */
export function ofAnOlderMember(rows: readonly Row[]): readonly Row[] {
  const contract = { rest: '0.13.0', socket: '1.1.0' } as const;
  return rows.map(([breaks, story, change]): Row => {
    return [breaks, story, { ...(typeof change === 'function' ? ofLayer(change) : change), contract }];
  });
}

function nameOf(story: string): string {
  return story
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The faults of a sandbox between a member's sessions and their connections. */
import type { FrameFate, SocketEdge, SocketPlace } from '../../gateway/sockets/socket-edge.ts';
import type { Random } from '../seed.ts';
import { corrupted } from './corrupted.ts';
import type { Faults } from './faults.ts';
import type { Outcome } from './kind.ts';
import type { Where } from './match.ts';

/** @param random garbles frames: the same seed and frames give the same corrupted bytes. */
export function createSocketEdge(faults: Pick<Faults, 'at'>, random: Random): SocketEdge {
  return {
    handshake: (place) =>
      faults.at('handshake', whereOf(place))?.then(({ act }) => (act === 'refuse' || act === 'drop' ? act : 'go')),
    firstFrame: (place) => faults.at('first-frame', whereOf(place))?.then(() => undefined),
    frame: (place, text) => faults.at('frame', whereOf(place))?.then((outcome) => fateOf(outcome, text, random)),
  };
}

function whereOf({ socket, orgId, member, frame }: SocketPlace): Where {
  return { socket, org: orgId, member, frame };
}

function fateOf(outcome: Outcome, text: string, random: Random): FrameFate {
  switch (outcome.act) {
    case 'duplicate':
      return { act: 'replace', texts: [text, text] };
    case 'garble':
      return { act: 'replace', texts: [corrupted(text, random)] };
    case 'close':
      return { act: 'close', code: outcome.code };
    case 'cut':
      return { act: 'cut' };
    // The connection of a crashed member is already gone.
    case 'drop':
    case 'crash':
      return { act: 'drop' };
    default:
      return { act: 'go' };
  }
}

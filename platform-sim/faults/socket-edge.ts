/** The faults of a sandbox where a member's sessions meet their connections. */
import type { FrameFate, SocketEdge, SocketPlace } from '../../gateway/sockets/socket-edge.ts';
import type { Random } from '../seed.ts';
import type { Faults } from './faults.ts';
import type { Outcome } from './kind.ts';
import type { Where } from './match.ts';
import { spoilt } from './spoilt.ts';

/** @param random what garbles frames: the same seed and the same frames, the same spoilt bytes. */
export function createSocketEdge(faults: Faults, random: Random): SocketEdge {
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
      return { act: 'replace', texts: [spoilt(text, random)] };
    case 'close':
      return { act: 'close', code: outcome.code };
    case 'cut':
      return { act: 'cut' };
    // Of a member that has crashed the connection is gone already.
    case 'drop':
    case 'crash':
      return { act: 'drop' };
    default:
      return { act: 'go' };
  }
}

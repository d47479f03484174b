/** The faults of a sandbox between a member's sessions and their connections. */
import type { FrameFate, SocketEdge, SocketPlace } from '../../gateway/sockets/socket-edge.ts';
import type { Random } from '../seed.ts';
import type { Faults } from './faults.ts';
import type { Outcome } from './kind.ts';
import type { Where } from './match.ts';

/** Replacement characters: ASCII, so that the frame stays text, and invalid in JSON outside a string. */
const STRAY = '~^%#@!?;';
/** One corrupted place per this many characters, and at least one. */
const CHARACTERS_A_PLACE = 16;

/** The text with corrupted places, chosen by the seed, so that it is not valid JSON. */
export function corrupted(text: string, random: Random): string {
  const characters = [...text];
  for (let places = Math.ceil(characters.length / CHARACTERS_A_PLACE); places > 0; places -= 1) {
    characters[random.int(0, characters.length - 1)] = random.pick([...STRAY]);
  }
  const changed = characters.join('');
  // Changes within strings still parse; then the first character is replaced, too.
  return parses(changed) ? `${random.pick([...STRAY])}${characters.slice(1).join('')}` : changed;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param random garbles frames: the same seed and frames give the same corrupted bytes. */
export function createSocketEdge(faults: Pick<Faults, 'at'>, random: Random): SocketEdge {
  return {
    handshake: (place) =>
      faults
        .at('handshake', whereOf(place))
        ?.then(({ act, strikes = [] }) => ({ strikes, act: act === 'refuse' || act === 'drop' ? act : 'go' })),
    firstFrame: (place) => faults.at('first-frame', whereOf(place)),
    frame: (place, text) =>
      faults.at('frame', whereOf(place))?.then((outcome) => ({
        ...fateOf(outcome, text, random),
        strikes: outcome.strikes ?? [],
      })),
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

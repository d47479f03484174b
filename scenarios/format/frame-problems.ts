/**
 * Validates frame names in a scenario: a misspelt name never matches, so a step that waits for it would prove nothing.
 */
import type { SocketName } from '../../conformance/member/exchange/conversation.ts';
import { FRAME_NAMES } from '../../conformance/member/exchange/frame-names.ts';
import { hint } from './suggest.ts';

type Part = 'events' | 'ops';

const ALL = Object.keys(FRAME_NAMES) as SocketName[];
const WORDS: Readonly<Record<SocketName, string>> = { trading: 'trading', marketData: 'market-data' };

function namesOf(sockets: readonly SocketName[], parts: readonly Part[]): readonly string[] {
  return [
    ...new Set(parts.flatMap((part) => sockets.flatMap((socket): readonly string[] => FRAME_NAMES[socket][part]))),
  ];
}

/** What is wrong with a name of these parts; undefined if it is valid, a reference, or not text. */
function problemOf(name: unknown, what: string, socket: SocketName | undefined, parts: readonly Part[]) {
  const known = namesOf(socket === undefined ? ALL : [socket], parts);
  if (typeof name !== 'string' || name.includes('${') || known.includes(name)) return undefined;
  const sender = socket !== undefined && ALL.find((other) => namesOf([other], parts).includes(name));
  const elsewhere = sender ? `, the ${WORDS[sender]} socket does` : '';
  const who =
    socket === undefined
      ? `no socket sends ${what}`
      : `the ${WORDS[socket]} socket sends no ${what.slice(what.indexOf(' ') + 1)}`;
  return `${who} '${name}'${elsewhere}${hint(name, known)}`;
}

/** Checks the event that a step waits for. */
export function eventProblem(name: unknown, socket: SocketName): string | undefined {
  return problemOf(name, 'an event', socket, ['events']);
}

/** Checks the frame that a fault changes. @param socket undefined: either socket */
export function frameProblem(name: unknown, socket: SocketName | undefined): string | undefined {
  return problemOf(name, 'a frame', socket, ['events', 'ops']);
}

/** What a fault did, in the words of a client author. */
import type { FaultStrike } from '../../gateway/sockets/socket-edge.ts';
import { spellNs } from '../duration.ts';
import { type Edge, type Effect, edgeRow } from '../faults/edges.ts';

/** A strike with its sentence. */
export interface ShownStrike extends FaultStrike {
  readonly says: string;
}

/** What the member did before its answer met the fault: the beginning of a sentence. */
interface Done {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly refused: { readonly code: string } | null;
}

/** What passes each edge, as the subject of a sentence. */
const SUBJECTS: Readonly<Record<Edge, string>> = {
  'look-up': 'the look-up of the key',
  intake: 'the intake of the key material',
  send: 'the command, on its way to the platform,',
  inbox: "the command, on its way into its owner's inbox,",
  verdict: "the owner's verdict",
  sequencer: 'the place in the sequence',
  log: 'the write to the log',
  reply: 'the record, on its way back to the member,',
  record: 'the record, on its way to the member,',
  apply: 'the new reference data',
  venue: "the venue's report",
  engine: "the engine's verdict",
  token: 'the token',
  jwks: 'the key set',
  answer: 'its answer',
  answered: 'the connection',
  handshake: 'the handshake',
  'first-frame': 'the first frame',
  frame: 'the frame',
};

function effectText({ effect, value, atNs, endNs }: FaultStrike, edge: Edge): string {
  const texts: Readonly<Record<Effect, string>> = {
    delay: `was delayed by ${value ?? '0'}`,
    hold:
      endNs === null
        ? `is held as ${value}`
        : `was held as ${value} for ${spellNs(Number(BigInt(endNs) - BigInt(atNs)))}`,
    refuse: `was refused with ${value} by the fault`,
    drop: 'was lost',
    fail: 'failed',
    duplicate: 'was sent twice',
    garble: 'was corrupted, so that it is not JSON',
    cut: 'was cut: only half of it was sent',
    reset: 'was lost: the connection was reset',
    close: `was replaced by a close with code ${value}`,
    crash: edge === 'answered' ? 'ended after the answer: the member crashed' : 'was lost: the member crashed',
    answer: `was replaced by ${value}`,
  };
  return texts[effect as Effect];
}

const DONE: readonly (readonly [method: string, path: RegExp, sentence: string])[] = [
  ['POST', /^\/orders$/, 'The order was placed'],
  ['DELETE', /^\/orders\//, 'The cancellation was accepted'],
];

function doneText({ method, path, status, refused }: Done): string {
  if (refused !== null) return `The request was refused with ${refused.code}`;
  if (method === 'GET' || method === 'WS') return 'The request was served';
  if (status === 202) return 'The write was accepted, and its outcome was open';
  return DONE.find((row) => row[0] === method && row[1].test(path))?.[2] ?? 'The write was made';
}

/** One sentence: "The order was placed; only its answer was lost." @param done absent: no answer was ready */
function sentenceOf(strike: FaultStrike, done?: Done): string {
  const edge = strike.edge as Edge;
  const what = `${SUBJECTS[edge]} ${effectText(strike, edge)}`;
  if (done !== undefined && edge === 'answer') return `${doneText(done)}; only ${what}.`;
  const truth = edge === 'answer' ? undefined : edgeRow(edge).truths?.[strike.effect as Effect];
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}.${truth === undefined ? '' : ` Its outcome: ${truth}.`}`;
}

/** The strikes with their sentences. @param done what the member did before its answer */
export function shownStrikes(strikes: readonly FaultStrike[], done?: Done): readonly ShownStrike[] {
  return strikes.map((strike) => ({ ...strike, says: sentenceOf(strike, done) }));
}

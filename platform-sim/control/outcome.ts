/** What the client of an exchange received, which is not always what the member answered. */
import type { ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import type { FaultStrike } from '../../gateway/sockets/socket-edge.ts';
import type { OtherAnswer } from '../faults/other-answer.ts';

/** What became of a member's answer. Times are on the sandbox's clock. */
export type Fate =
  /** All of it was written. */
  | { readonly act: 'sent'; readonly atNs: string }
  /** A fault delays or holds it. */
  | { readonly act: 'held' }
  /** The connection ended in its place. */
  | { readonly act: 'lost'; readonly atNs: string }
  /** Its head and this many bytes of its body were sent, then the connection ended. */
  | { readonly act: 'cut'; readonly atNs: string; readonly bytes: number }
  /** Another answer was sent in its place. */
  | { readonly act: 'replaced'; readonly atNs: string; readonly with: OtherAnswer }
  /** The client closed the connection before it. */
  | { readonly act: 'left'; readonly atNs: string }
  /** A fault struck the frame that answers an op. */
  | { readonly act: 'frame'; readonly did: string };

export const OUTCOME_KINDS = ['answered', 'refused', 'open', 'lost', 'replaced', 'cut', 'held', 'ended'] as const;

export interface Outcome {
  readonly kind: (typeof OUTCOME_KINDS)[number];
  /** `201`, `lost (was 201)`, `429 by fault f21`, `202, then SUCCEEDED`, `cut after 120 bytes`. */
  readonly text: string;
  /** When its client read it, if that was after the answer. */
  readonly atNs?: string;
}

/** What a client reads of an operation that an exchange left open. */
export interface Later {
  readonly text: string;
  readonly atNs: string;
}

interface Ending {
  readonly fate: Fate | undefined;
  readonly strikes: readonly FaultStrike[];
  readonly later: Later | undefined;
}

/** What the client received. */
export function outcomeOf(event: ExchangeEvent, { fate, strikes, later }: Ending): Outcome {
  const said = saidBy(event, later);
  const by = strikes.at(-1) === undefined ? 'by a fault' : `by fault ${strikes.at(-1)?.fault}`;
  switch (fate?.act) {
    case undefined:
    case 'sent':
      if (strikes.some(({ edge, effect }) => edge === 'handshake' && effect === 'drop'))
        return { kind: 'lost', text: `lost ${by}` };
      return event.refused !== null && isFaulty(event, strikes)
        ? { kind: 'replaced', text: `${said.text} ${by}` }
        : said;
    case 'held':
      return { kind: 'held', text: `held ${by} (${said.text})` };
    case 'lost':
      return { kind: 'lost', text: `lost (was ${said.text})` };
    case 'left':
      return { kind: 'lost', text: event.status === 0 ? 'lost in a crash' : `the client left (was ${said.text})` };
    case 'cut':
      return { kind: 'cut', text: `cut after ${fate.bytes} bytes` };
    case 'replaced':
      return { kind: 'replaced', text: `${fate.with.status} ${by}` };
    case 'frame':
      return {
        kind: FRAME_KINDS[fate.did] ?? 'replaced',
        text: `${FRAME_TEXTS[fate.did] ?? fate.did} (was ${said.text})`,
      };
  }
}

/** Of what a fault did to the frame that answers an op. */
const FRAME_KINDS: Readonly<Record<string, Outcome['kind']>> = { dropped: 'lost', 'closed on': 'lost', cut: 'cut' };
const FRAME_TEXTS: Readonly<Record<string, string>> = { dropped: 'lost', 'closed on': 'lost in a close' };

/** Whether a fault made the refusal. */
function isFaulty({ refused }: ExchangeEvent, strikes: readonly FaultStrike[]): boolean {
  return strikes.some(({ effect, value }) => effect === 'fail' || (effect === 'refuse' && value === refused?.code));
}

/** What the member answered. */
function saidBy({ status, refused, closed, fault, op, method }: ExchangeEvent, later: Later | undefined): Outcome {
  if (closed !== undefined) return { kind: 'ended', text: `ended ${closed.code}` };
  if (fault !== undefined) return { kind: FRAME_KINDS[fault.did] ?? 'replaced', text: `${fault.did} by a fault` };
  if (status === 0) return { kind: 'lost', text: 'no answer' };
  if (refused !== null) return { kind: 'refused', text: op === undefined ? `${status} ${refused.code}` : refused.code };
  if (method === 'WS') return { kind: 'answered', text: 'ok' };
  if (status !== 202) return { kind: status < 400 ? 'answered' : 'refused', text: `${status}` };
  if (later === undefined) return { kind: 'open', text: '202' };
  return { kind: 'answered', text: `202, then ${later.text}`, atNs: later.atNs };
}

import { stagesWith } from '../answering.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Defect } from '../defects/defect.ts';
import type { ExchangeEvent } from '../exchange-event.ts';
import type { Stage } from '../stage.ts';
import type { Frame } from './server-frame.ts';
import { SESSION_RULES, type SessionRules } from './session-rules.ts';

/** Which frame: of which socket, and the event that it is or the op that it answers. */
export interface FrameOf {
  readonly socket: SocketName;
  readonly name: string;
}

/** What a member's sessions are made of besides its services: all that a known-bad member may have changed. */
export interface SessionParts {
  readonly rules: SessionRules;
  /** Reads a message in the client's place; null: a binary one. */
  readonly reads: (text: string | null) => string | null;
  /** Has the last word on every frame; null: it is not sent. */
  readonly spoil: (frame: Frame, of: FrameOf) => Frame | null;
  /** What an order operation runs down. */
  readonly orderStages: readonly Stage[];
  readonly observe: (event: ExchangeEvent) => void;
}

export function sessionPartsOf(
  defects: readonly Defect[],
  observe: ((event: ExchangeEvent) => void) | undefined,
): SessionParts {
  const readers = defects.flatMap(({ reads }) => reads ?? []);
  const spoilers = defects.flatMap(({ frame }) => frame ?? []);
  return {
    rules: defects.reduce((good, defect) => defect.session?.(good) ?? good, SESSION_RULES),
    reads: (text) => readers.reduce((good, reads) => (good === null ? null : reads(good)), text),
    spoil: (frame, of) => spoilers.reduce<Frame | null>((good, spoil) => good && spoil(good, of), frame),
    orderStages: stagesWith(defects, 'order-op'),
    observe(event) {
      try {
        observe?.(event);
      } catch {
        // Who watches this member cannot spoil its answers.
      }
    },
  };
}

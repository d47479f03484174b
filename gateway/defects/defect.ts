import type { IncomingMessage } from 'node:http';
import type { SocketVersion } from '../contract/sockets.ts';
import type { Version } from '../contract/versions.ts';
import type { PlatformPort } from '../platform-port.ts';
import type { MemberLimits } from '../services.ts';
import type { Frame } from '../sockets/server-frame.ts';
import type { FrameOf } from '../sockets/session-parts.ts';
import type { SessionRules } from '../sockets/session-rules.ts';
import type { TicketOffice } from '../sockets/ticket-office.ts';
import type { Answer, Stage } from '../stage.ts';

/** What a defect may look at when it spoils an answer. */
export interface Spoiled {
  readonly request: IncomingMessage;
  /** The request target's path, as sent. */
  readonly path: string;
  /** Of the member that answers. */
  readonly version: Version;
}

/**
 * A known-bad member: the good one with one thing wrong. The suite is proven by it (`npm run mutants`): the check of what
 * it breaks must fail against it, and no other. Inert until a member is made with it.
 */
export interface Defect {
  /** Names what is wrong; equals the file's name. */
  readonly name: string;
  /** The requirements that it breaks. */
  readonly breaks: readonly string[];
  /** One line for a person: what this member does. */
  readonly story: string;
  /** The contracts of the member that it is of, where those of the newest have nothing to break; a sandbox's own members go before. */
  readonly contract?: { readonly rest?: Version; readonly socket?: SocketVersion };
  /** Replaces stages of the pipeline, by the name of each. */
  readonly stages?: Readonly<Record<string, (good: Stage) => Stage>>;
  /** Has the last word on an answer, after every stage. */
  readonly spoil?: (answer: Answer, of: Spoiled) => Answer | Promise<Answer>;
  /** Stands between the member and the platform. */
  readonly port?: (good: PlatformPort) => PlatformPort;
  readonly limits?: Partial<MemberLimits>;
  /** Mints and takes the member's tickets in the good one's place. */
  readonly tickets?: (good: TicketOffice) => TicketOffice;
  /** Answers one of the questions that a session asks in the good one's place. */
  readonly session?: (good: SessionRules) => SessionRules;
  /** Reads another text in the place of each message of a session's client. */
  readonly reads?: (text: string) => string;
  /** Has the last word on every frame that a session sends; null: it is not sent. */
  readonly frame?: (good: Frame, of: FrameOf) => Frame | null;
  /** Changes the document before it is served. */
  readonly document?: (good: Record<string, unknown>) => Record<string, unknown>;
}

/** Rewrites an answer's JSON body; an answer that has none stays as it is. */
export function rewriteBody(answer: Answer, rewrite: (body: Record<string, unknown>) => unknown): Answer {
  const { body, headers } = answer;
  if (body === null || !(headers['Content-Type'] ?? '').startsWith('application/json')) return answer;
  // Documents are kept as bytes.
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  return { ...answer, body: JSON.stringify(rewrite(JSON.parse(text))) };
}

/** The answer without a header. */
export function without(answer: Answer, header: string): Answer {
  return {
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => name.toLowerCase() !== header.toLowerCase()),
    ),
  };
}

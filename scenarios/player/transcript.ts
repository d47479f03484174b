/**
 * The transcript as JSON lines: one a request, one a socket, one a fault, the verdict last. It contains no real time,
 * connection details or secrets of a process, so that two plays in the sandbox can be compared as text.
 */
import type { Conversation } from '../../conformance/client/conversation.ts';
import { received, sent } from '../../conformance/client/conversation.ts';
import type { Exchange } from '../../conformance/client/exchange.ts';
import type { Played, PlayedStep } from './played.ts';
import { stepSubject, stepWords } from './words.ts';

/** Headers of the connection, not of the answer. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'sec-websocket-accept']);

function exchangeLine(step: number, { request, response, failure }: Exchange): unknown {
  const own = new Set(['authorization', 'accept', 'user-agent']);
  return {
    step,
    sent: `${request.method} ${request.path}`,
    headers: request.headers.filter(([name]) => !own.has(name.toLowerCase())),
    body: request.body,
    answered:
      response === null
        ? failure
        : {
            status: response.status,
            headers: response.headers.filter(([name]) => !HOP.has(name.toLowerCase())),
            body: response.body,
          },
  };
}

function stepLines({
  step,
  exchanges,
  verdict,
  happened,
  heard,
  why,
  mismatches,
  movedMs,
}: PlayedStep): readonly unknown[] {
  return [
    ...exchanges.map((exchange) => exchangeLine(step.n, exchange)),
    {
      step: step.n,
      line: step.at.line,
      does: `${stepSubject(step)} ${stepWords(step)}`,
      verdict,
      ...(happened === undefined ? {} : { happened }),
      ...(heard === undefined ? {} : { heard }),
      ...(why === undefined ? {} : { why }),
      ...(mismatches.length === 0 ? {} : { mismatches }),
      ...(movedMs === 0 ? {} : { movedMs }),
    },
  ];
}

/**
 * Messages by direction, each in its own order: the order of two frames that cross depends on the machine, not the
 * member. Closes by the player at the end are left out.
 */
function socketLine(conversation: Conversation): unknown {
  const { label, socket, closed } = conversation;
  return {
    socket: label,
    of: socket,
    sent: sent(conversation).map(({ text }) => text),
    received: received(conversation).map(({ text }) => text),
    closed: closed === null || closed.by === 'suite' ? null : { code: closed.code, reason: closed.reason },
  };
}

/** The transcript of a play as JSON lines. */
export function transcriptOf(played: Played): string {
  const { scenario, steps, faults, conversations, verdict, reason } = played;
  const lines = [
    { scenario: scenario.id, proves: scenario.proves, seed: scenario.world.seed },
    ...steps.flatMap(stepLines),
    ...conversations.map(socketLine),
    ...faults.map(({ step, firings }) => ({ fault: step.name, firings })),
    { verdict, ...(reason === undefined ? {} : { reason }) },
  ];
  return withNumberedCursors(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Replaces cursors by numbers: their spelling is sealed under a key of their process. */
function withNumberedCursors(text: string): string {
  const cursors = new Set(Array.from(text.matchAll(CURSOR), ([, cursor = '']) => cursor));
  return [...cursors].reduce((read, cursor, index) => read.replaceAll(cursor, `<cursor ${index + 1}>`), text);
}

/** In a body, which is text within JSON. With fewer than 12 characters it could be any word. */
const CURSOR = /(?:next|prev)Cursor\\*"\s*:\s*\\*"([^"\\]{12,})/g;

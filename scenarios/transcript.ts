/**
 * What was sent and answered, as JSON lines: one a request, one a fault, the verdict last. No real time and no connection
 * detail is in it, so that two plays in the sandbox can be compared as text.
 */
import type { Exchange } from '../conformance/target/exchange.ts';
import type { Played, PlayedStep } from './played.ts';
import { stepSubject, stepWords } from './words.ts';

/** Of the connection, not of the answer. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

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

function stepLines({ step, exchanges, verdict, happened, why, mismatches, movedMs }: PlayedStep): readonly unknown[] {
  return [
    ...exchanges.map((exchange) => exchangeLine(step.n, exchange)),
    {
      step: step.n,
      line: step.at.line,
      does: `${stepSubject(step)} ${stepWords(step)}`,
      verdict,
      ...(happened === undefined ? {} : { happened }),
      ...(why === undefined ? {} : { why }),
      ...(mismatches.length === 0 ? {} : { mismatches }),
      ...(movedMs === 0 ? {} : { movedMs }),
    },
  ];
}

export function transcriptOf(played: Played): string {
  const { scenario, steps, faults, verdict, reason } = played;
  const lines = [
    { scenario: scenario.id, proves: scenario.proves, seed: scenario.world.seed },
    ...steps.flatMap(stepLines),
    ...faults.map(({ step, firings }) => ({ fault: step.name, firings })),
    { verdict, ...(reason === undefined ? {} : { reason }) },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

import { withoutTokens } from '../../../platform-sim/control/without-tokens.ts';
import type { Written } from '../../recording/incident-file.ts';
import type { Recorded } from '../../recording/recorded.ts';
import { plain } from '../sandbox/request-line.ts';

/** One line a request: `POST /orders 201`, `GET /v1/ws/trading 101`, `WS /v1/ws/trading ended 1000`. */
export function recordedLine(recorded: Recorded): string {
  const { request, response, failure } = recorded;
  const path = harmless(request.path.replace(/\?.*/s, ''));
  if ('closed' in recorded && recorded.closed !== null) return `WS ${path} ended ${recorded.closed.code}\n`;
  return `${request.method} ${path} ${response?.status ?? failure}\n`;
}

const harmless = (text: string): string => plain(withoutTokens(text));
const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** More sentences are counted. */
const MOST_SENTENCES = 40;

/** What was recorded, what is not in the file, and what to do next. */
export function recordedSummary(file: string, written: Written): string {
  const { requests, sockets, messages, actions, missing } = written;
  const parts = [
    count(requests, 'request'),
    `${count(sockets, 'socket')} with ${count(messages, 'message')}`,
    `${count(actions, 'action')} of the control plane`,
  ];
  const shown = missing.slice(0, MOST_SENTENCES).map((sentence) => `  ${harmless(sentence)}\n`);
  const more = missing.length > MOST_SENTENCES ? [`  and ${missing.length - MOST_SENTENCES} more\n`] : [];
  const next = file.endsWith('.jsonl') ? 'touchstone import' : 'touchstone replay';
  return `\n${file}: ${parts.join(', ')}\n${[...shown, ...more].join('')}Next: ${next} ${file}\n`;
}

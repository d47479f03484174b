import { styleText } from 'node:util';
import type { Exchange } from '../../../platform-sim/control/exchanges.ts';
import type { CommandIo } from '../command.ts';

/**
 * One line a request: `POST /orders 422 TICK_SIZE_VIOLATION the price is finer than the tick 0.01 [req-17]`; an op of a
 * socket: `WS /v1/ws/trading submit ok`; a session's end: `WS /v1/ws/trading ended 4001: lapsed`.
 */
export function requestLine(exchange: Exchange, io: CommandIo): string {
  const { method, path, status, op, refused, requestId, closed, fault } = exchange;
  const coloured = io.stdout.isTTY === true && io.env['NO_COLOR'] === undefined;
  const paint = (colour: 'green' | 'red' | 'yellow', text: string): string =>
    coloured ? styleText(colour, text, { validateStream: false }) : text;
  const request = `${method} ${plain(path)}${op === undefined ? '' : ` ${plain(op)}`}`;
  if (fault !== undefined) {
    const ended = closed === undefined ? '' : `, ended ${closed.code}`;
    return `${request} ${plain(fault.frame)}: ${paint('yellow', `${fault.did} by a fault${ended}`)}\n`;
  }
  if (closed !== undefined) return `${request} ${paint('yellow', `ended ${closed.code}: ${closed.why}`)}\n`;
  // An op has no status: 101 is that of its session's handshake.
  if (refused === null) return `${request} ${paint('green', op === undefined ? `${status}` : 'ok')}\n`;
  const code = op === undefined ? `${status} ${refused.code}` : refused.code;
  const answer = paint(status < 500 ? 'yellow' : 'red', code);
  return `${request} ${answer} ${plain(refused.message)}${requestId === null ? '' : ` [${requestId}]`}\n`;
}

/** Client text must not move a terminal's cursor. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

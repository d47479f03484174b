import { styleText } from 'node:util';
import type { Exchange } from '../../platform-sim/control/exchanges.ts';
import type { CommandIo } from './command.ts';

/** One line a request: `POST /orders 422 TICK_SIZE_VIOLATION the price is finer than the tick 0.01 [req-17]`. */
export function requestLine({ method, path, status, refused, requestId }: Exchange, io: CommandIo): string {
  const coloured = io.stdout.isTTY === true && io.env['NO_COLOR'] === undefined;
  const paint = (colour: 'green' | 'red' | 'yellow', text: string): string =>
    coloured ? styleText(colour, text, { validateStream: false }) : text;
  const request = `${method} ${plain(path)}`;
  if (refused === null) return `${request} ${paint('green', `${status}`)}\n`;
  const answer = paint(status < 500 ? 'yellow' : 'red', `${status} ${refused.code}`);
  return `${request} ${answer} ${plain(refused.message)}${requestId === null ? '' : ` [${requestId}]`}\n`;
}

/** What a client sent must not move a terminal's cursor. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

import { styleText } from 'node:util';
import type { Exchange } from '../../../platform-sim/control/exchanges.ts';
import { spellNs } from '../../../platform-sim/duration.ts';
import { type CommandIo, coloured } from '../command.ts';

/** Longer targets are cut: the console has the whole of them. */
const LONGEST_TARGET = 120;

/**
 * One line an exchange, with what its client received: `16:02:11.482 m1 trader POST /orders 201 12 ms key order-1`; a
 * refused one ends with why, and with the id to search for. The time is on the sandbox's clock, in UTC.
 */
export function requestLine(exchange: Exchange, io: CommandIo): string {
  const { atNs, member, principal, method, path, query, op, fault, outcome, tookNs, key, requestId } = exchange;
  const time = new Date(Number(BigInt(atNs) / 1_000_000n)).toISOString().slice(11, 23);
  const target = query === undefined ? path : `${path}?${query}`;
  const cut = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}...` : target;
  const what = plain([cut, op ?? fault?.frame].filter((word) => word !== undefined).join(' '));
  const from = `${plain(member).padEnd(3)} ${plain(principal ?? '-').padEnd(8)} ${method.padEnd(4)} ${what.padEnd(24)}`;
  const said = plain(outcome.text);
  const text = coloured(io) ? styleText(colourOf(exchange), said, { validateStream: false }) : said;
  // Aligned where the outcome is a status alone.
  const took = tookNs === undefined ? '' : ` ${spellNs(Number(tookNs)).padStart(7)}`;
  const why = plain(reasonsOf(exchange).join('; '));
  const id = exchange.refused === null || requestId === null ? '' : ` [${plain(requestId)}]`;
  return `${time} ${from} ${text}${took}${key === null ? '' : ` key ${plain(key)}`}${why === '' ? '' : ` - ${why}`}${id}\n`;
}

function reasonsOf({ refused, closed, fault, strikes, notes }: Exchange): readonly string[] {
  const ended = fault === undefined || closed === undefined ? closed?.why : `${fault.did} by a fault`;
  const all = [refused?.message, ended, ...strikes.map(({ says }) => says), ...notes];
  return all.filter((text) => text !== undefined);
}

function colourOf({ outcome: { kind }, status, op }: Exchange): 'green' | 'yellow' | 'red' | 'magenta' {
  if (kind === 'answered') return 'green';
  if (kind === 'refused') return status < 500 || op !== undefined ? 'yellow' : 'red';
  return kind === 'open' || kind === 'ended' ? 'yellow' : 'magenta';
}

/** Text of a client must not move a terminal's cursor. */
export function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

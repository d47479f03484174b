/** Handshakes and ops of a history, for the rules of sockets. */
import type { Call, Start } from './history.ts';
import type { Finding, Moment } from './rule.ts';

export const handshakes = ({ calls }: Start): readonly Call[] => calls.filter(({ kind }) => kind === 'handshake');
export const ops = ({ calls }: Start, op: string): readonly Call[] => calls.filter((call) => call.op === op);

export function finding(cases: number, broken: readonly Moment[]): Finding {
  return { cases, broken };
}

/** What known-bad members make of a good one's answer to op auth. */
import type { Connection } from '../../sockets/connection.ts';
import type { Frame } from '../../sockets/server-frame.ts';
import type { Defect } from '../defect.ts';
import { frameOf, onItsConnection } from './on-its-connection.ts';

/** A refusal of op auth by one code, under another. */
export function refusedInstead(code: string, instead: string): NonNullable<Defect['frame']> {
  return (frame, { socket, name }) =>
    socket === 'trading' && name === 'auth' && frame['code'] === code ? { ...frame, code: instead } : frame;
}

/** Closes a session behind an answer to op auth. */
export function closingBehind(isLast: (answer: Frame, asked: string) => boolean): NonNullable<Defect['stages']> {
  return onItsConnection('trading', (connection: Connection) => {
    let asked = '';
    return {
      onMessage(hear) {
        connection.onMessage((text) => {
          asked = text ?? '';
          hear(text);
        });
      },
      send(text) {
        connection.send(text);
        const answer = frameOf(text);
        if (answer['op'] === 'auth' && isLast(answer, asked)) connection.close(1008, 'unauthorised');
      },
    };
  });
}

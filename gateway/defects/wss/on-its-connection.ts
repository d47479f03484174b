import type { Connection } from '../../sockets/connection.ts';
import type { Frame } from '../../sockets/server-frame.ts';
import type { Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';

type Between = (connection: Connection, known: Known) => Partial<Connection>;

/** A good member's sessions of one socket, each over a connection that does some things otherwise: one is made a session. */
export function onItsConnection(socket: 'trading' | 'market-data', between: Between): NonNullable<Defect['stages']> {
  return {
    [`open-${socket}-session`]: (good) => ({
      ...good,
      async run(known, proceed) {
        const answer = await good.run(known, proceed);
        return { ...answer, opens: (connection) => answer.opens?.(overridden(connection, between(connection, known))) };
      },
    }),
  };
}

function overridden(good: Connection, other: Partial<Connection>): Connection {
  return {
    send: (text) => good.send(text),
    cut: (text) => good.cut(text),
    close: (code, reason) => good.close(code, reason),
    onMessage: (hear) => good.onMessage(hear),
    onClose: (hear) => good.onClose(hear),
    get bufferedBytes() {
      return good.bufferedBytes;
    },
    ...other,
  };
}

/** The frame of a text that a session sends. */
export function frameOf(text: string): Frame {
  return JSON.parse(text) as Frame;
}

/** A client of the trading socket: opens a session, subscribes, asks, and closes it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Stopwatch } from '../../../../conformance/runner/stopwatch.ts';

const WAIT_MS = 10_000;

/** Rejects if the session is refused, ended early, or silent for ten seconds. */
export async function tradingSession({ after }: Stopwatch, url: string, token: string, key: string): Promise<void> {
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } });
  const limit = after(WAIT_MS, () => socket.terminate());
  const frames: string[] = [];
  let heard = () => {};
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  socket.on('message', (data) => {
    frames.push(String(data));
    heard();
  });
  socket.on('unexpected-response', (_, { statusCode }) => {
    end(new Error(`refused with ${statusCode}`));
    socket.terminate();
  });
  socket.on('error', () => end(new Error('cut')));
  socket.on('close', (code) => end(new Error(`closed with ${code}`)));
  /** Waits for a frame that is this one's answer. */
  const until = async (isAnswer: (frame: Readonly<Record<string, unknown>>) => boolean): Promise<void> => {
    for (;;) {
      for (const text of frames.splice(0)) if (isAnswer(JSON.parse(text) as Record<string, unknown>)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      await Promise.race([promise, ended]);
    }
  };
  try {
    await until(({ event }) => event === 'sessionOpened');
    socket.send(JSON.stringify({ op: 'subscribe', reqId: key, params: { topics: ['orders', 'executions'] } }));
    await until(({ reqId }) => reqId === key);
    const params = { account: 'main', instrument: 'BTC-USD', side: 'SELL', price: '50.00', qty: '1' };
    socket.send(
      JSON.stringify({ op: 'submit', reqId: `${key}-s`, params: { ...params, clientOrderId: `session-${key}` } }),
    );
    await until(({ reqId }) => reqId === `${key}-s`);
    socket.close(1000);
    await once(socket, 'close');
  } finally {
    limit.cancel();
    socket.terminate();
  }
}

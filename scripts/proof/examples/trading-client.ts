/** A client under test: it submits orders over HTTP and follows them on the trading socket. */
export interface Order {
  readonly clientOrderId: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly qty: string;
}

export class TradingClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }

  /** If the answer is lost, a retry with the same key gets the outcome. `pending`: the outcome is not known yet. */
  async submit(order: Order): Promise<{ readonly status: number; readonly isReplay: boolean; readonly tries: number }> {
    const body = JSON.stringify({ account: 'main', instrument: 'BTC-USD', ...order });
    const headers = { ...this.#headers, 'Idempotency-Key': order.clientOrderId };
    for (let tries = 1; ; tries += 1) {
      try {
        const { status, headers: answered } = await fetch(`${this.#baseUrl}/orders`, { method: 'POST', headers, body });
        return { status, isReplay: answered.get('Idempotent-Replay') === 'true', tries };
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  }

  /** Calls `onFrame` for every frame of a session as it arrives, and last with the close code. */
  async follow(onFrame: (frame: { readonly event?: string; readonly code?: number }) => void): Promise<void> {
    const body = JSON.stringify({ stream: 'trading' });
    const answer = await fetch(`${this.#baseUrl}/v1/ws-tickets`, { method: 'POST', headers: this.#headers, body });
    const { ticket } = (await answer.json()) as { ticket: string };
    const socket = new WebSocket(`${this.#baseUrl.replace('http', 'ws')}/v1/ws/trading?ticket=${ticket}`);
    socket.addEventListener('message', ({ data }) => onFrame(JSON.parse(data as string)));
    socket.addEventListener('close', ({ code }) => onFrame({ code }));
    await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
    socket.send(JSON.stringify({ op: 'subscribe', reqId: '1', params: { topics: ['orders'] } }));
  }
}

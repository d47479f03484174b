/** The example client with keys that a recording repeats: it numbers them, and stores none. */
import { TradingClient, type TradingClientOptions, type Write } from '../../examples/trading-client.ts';

export interface NumberedOptions extends Omit<TradingClientOptions, 'stateFile' | 'marketDataUrl'> {
  /** Keys are this and a number, from 1. */
  readonly keys: string;
  /** Between two tries, in milliseconds, unless the gateway states it. */
  readonly retryMs: number;
  /** A known bug: a write is sent again with another key, so that it may be done twice. */
  readonly hasNewKeyBug?: boolean;
}

export class NumberedClient extends TradingClient {
  readonly #numbered: NumberedOptions;
  #count = 0;

  constructor(options: NumberedOptions) {
    super({ ...options, stateFile: '', marketDataUrl: '' });
    this.#numbered = options;
  }

  protected override keep(): void {}

  protected override newKey(): string {
    this.#count += 1;
    return `${this.#numbered.keys}-${this.#count}`;
  }

  protected override pauseMs(_tries: number, retryAfter: string | null): number {
    return retryAfter === null ? this.#numbered.retryMs : Number(retryAfter) * 1_000;
  }

  protected override again(write: Write): Write {
    if (this.#numbered.hasNewKeyBug !== true) return write;
    const key = this.newKey();
    return { ...write, key, body: { ...write.body, clientOrderId: key } };
  }
}

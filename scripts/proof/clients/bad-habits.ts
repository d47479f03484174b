/** How known-bad clients differ from the good one of scripts/examples: one habit each. */
import { type Answer, type Row, TradingClient, type Write } from '../../examples/trading-client.ts';
import type { Session } from '../../examples/trading-session.ts';
import { type Work, work } from '../../examples/trading-work.ts';

export type ClientClass = new (options: TradingClient['options']) => TradingClient;

export interface BadClient {
  readonly name: string;
  readonly rule: `CLI-${string}`;
  readonly client?: ClientClass;
  readonly session?: typeof Session;
  /** What the work is besides. */
  readonly work?: (client: TradingClient, on: Work, session: typeof Session) => Promise<void>;
  readonly watchMs?: number;
  /** Its rule needs a process that can be ended. */
  readonly isProcess?: true;
}

let keys = 0;
export const otherKey = (write: Write): Write => {
  keys += 1;
  const key = `${write.key.slice(0, 40)}-${keys}`;
  return { ...write, key, body: { ...write.body, ...('clientOrderId' in write.body ? { clientOrderId: key } : {}) } };
};

/** Sends an attempt in another way after an answer of this kind. */
export const again = (isMet: (answer: Answer | undefined) => boolean, change: (write: Write) => Write): ClientClass =>
  class extends TradingClient {
    protected override again(write: Write, answer: Answer | undefined): Write {
      return isMet(answer) ? change(write) : write;
    }
  };

export const codeOf = ({ body }: Answer): unknown => (body['error'] as Row | undefined)?.['code'];

export const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replay') === 'true';

/** Judges otherwise whether a request may be sent again; undefined: as usual. */
export const repeating = (may: (answer: Answer) => boolean | undefined): ClientClass =>
  class extends TradingClient {
    protected override mayRepeat(answer: Answer): boolean {
      return may(answer) ?? super.mayRepeat(answer);
    }
  };

/** Other pauses between retries; reads of an operation keep theirs. */
export const pausing = (ms: (tries: number, retryAfter: string | null, usual: number) => number): ClientClass =>
  class extends TradingClient {
    #follows = 0;

    protected override pauseMs(tries: number, retryAfter: string | null): number {
      const usual = super.pauseMs(tries, retryAfter);
      return this.#follows > 0 ? usual : ms(tries, retryAfter, usual);
    }

    protected override async follow(key: string): Promise<void> {
      this.#follows += 1;
      await super.follow(key).finally(() => {
        this.#follows -= 1;
      });
    }
  };

/** Throws where an answer is not as it expects; a read that fails ends the work. */
export const strict = (check: (path: string, answer: Answer) => void): ClientClass =>
  class extends TradingClient {
    protected override async sendOnce(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
      const answer = await super.sendOnce(...sent);
      if (answer !== undefined) failing(this, () => check(sent[1], answer));
      return answer;
    }
  };

/** Errors that nothing of a client catches: its work ends with the first. */
const failures = new WeakMap<TradingClient, Error>();
export function failing(client: TradingClient, act: () => void): void {
  try {
    act();
  } catch (error) {
    failures.set(client, failures.get(client) ?? (error as Error));
  }
}

export async function strictly(client: TradingClient, on: Work, session: typeof Session): Promise<void> {
  await work(client, on, session);
  const failure = failures.get(client);
  if (failure !== undefined) throw failure;
}

/** The same work, and something more. */
export const also =
  (more: (client: TradingClient, on: Work) => Promise<unknown>): NonNullable<BadClient['work']> =>
  async (client, on, session) => {
    await work(client, on, session);
    await more(client, on).catch(() => {});
  };

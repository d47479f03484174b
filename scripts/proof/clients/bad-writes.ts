/** Known-bad clients whose writes, retries or tokens are wrong. */
import { type Answer, type Row, TradingClient, type Write, wait } from '../../examples/trading-client.ts';
import { Session } from '../../examples/trading-session.ts';
import { again, type BadClient, codeOf, isReplay, otherKey, pausing, repeating } from './bad-habits.ts';

/** For what looks at a first answer by itself. */
class TriesOnce extends TradingClient {
  /** As usual, after an attempt with this answer. */
  protected async goOn(write: Write, answer: Answer | undefined): Promise<Answer> {
    if (answer !== undefined && !this.mayRepeat(answer)) return answer;
    await this.pause(1, answer);
    return super.untilKnown(write);
  }
}

export const BAD_WRITES: readonly BadClient[] = [
  { name: 'new-key-after-no-answer', rule: 'CLI-01', client: again((answer) => answer === undefined, otherKey) },
  {
    name: 'new-key-after-a-202',
    rule: 'CLI-02',
    client: class extends TradingClient {
      protected override async follow(): Promise<void> {}
      protected override again(write: Write, answer: Answer | undefined): Write {
        return answer?.status === 202 ? otherKey(write) : write;
      }
    },
  },
  { name: 'new-key-after-a-503', rule: 'CLI-03', client: again((answer) => (answer?.status ?? 0) >= 429, otherKey) },
  {
    name: 'other-body-under-the-key',
    rule: 'CLI-04',
    client: again(
      (answer) => answer?.status !== 202,
      (write) => ({ ...write, body: { ...write.body, ...('qty' in write.body ? { qty: '3' } : {}) } }),
    ),
  },
  {
    name: 'one-key-for-two-orders',
    rule: 'CLI-05',
    client: class extends TradingClient {
      protected override keyOf(intent: string): string {
        return super.keyOf(intent === 'second' ? 'first' : intent);
      }
    },
  },
  {
    name: 'repeats-a-replayed-refusal',
    rule: 'CLI-06',
    client: repeating((answer) => (answer.status >= 400 && answer.status < 429 && isReplay(answer) ? true : undefined)),
  },
  {
    name: 'takes-a-202-for-done',
    rule: 'CLI-07',
    client: class extends TriesOnce {
      protected override async untilKnown(write: Write): Promise<Answer> {
        const answer = await this.send(write.method, write.path, write);
        return answer?.status === 202 ? answer : this.goOn(write, answer);
      }
    },
  },
  {
    name: 'polls-at-one-pace',
    rule: 'CLI-08',
    client: class extends TradingClient {
      protected override async follow(key: string): Promise<void> {
        for (let reads = 0; reads < 200; reads += 1) {
          const answer = await this.send('GET', `/operations/${key}`);
          if (((answer?.body['outcome'] ?? {}) as Row)['status'] !== 'PENDING') return;
          await wait(150);
        }
      }
    },
  },
  {
    name: 'believes-the-202',
    rule: 'CLI-09',
    client: class extends TriesOnce {
      protected override async untilKnown(write: Write): Promise<Answer> {
        const answer = await this.send(write.method, write.path, write);
        if (answer?.status !== 202) return this.goOn(write, answer);
        await this.follow(write.key);
        return answer;
      }
    },
  },
  {
    name: 'repeats-a-refusal',
    rule: 'CLI-10',
    client: repeating((answer) => (answer.status === 409 && !isReplay(answer) ? true : undefined)),
  },
  {
    name: 'does-not-read-retry-after',
    rule: 'CLI-11',
    client: class extends TradingClient {
      protected override pauseMs(tries: number): number {
        return super.pauseMs(tries, null);
      }
    },
  },
  {
    name: 'pauses-do-not-grow',
    rule: 'CLI-12',
    client: pausing((tries, retryAfter, usual) => (retryAfter === null ? usual / 2 ** Math.min(tries - 1, 4) : usual)),
  },
  {
    name: 'pauses-without-jitter',
    rule: 'CLI-13',
    client: pausing((tries, retryAfter, usual) => (retryAfter === null ? 400 * 2 ** Math.min(tries - 1, 2) : usual)),
  },
  {
    name: 'reads-a-404-in-a-loop',
    rule: 'CLI-14',
    client: class extends TradingClient {
      override async confirm(_: string, { orderId }: Row): Promise<Row> {
        for (let reads = 0; reads < 30; reads += 1) {
          const answer = await this.send('GET', `/orders/${String(orderId)}`);
          if (answer?.status === 200) return answer.body;
          if (answer?.status !== 404) break;
          await wait(50);
        }
        throw new Error('not there');
      }
    },
  },
  {
    name: 'gives-up-under-load',
    rule: 'CLI-15',
    client: repeating((answer) =>
      ['OWNER_ABSENT', 'INBOX_FULL', 'NOT_SERVING'].includes(String(codeOf(answer))) ? false : undefined,
    ),
  },
  {
    name: 'never-gives-up',
    rule: 'CLI-16',
    client: class extends pausing((tries, retryAfter, usual) =>
      retryAfter === null ? (usual / 2 ** Math.min(tries - 1, 4)) * 0.2 * 1.12 ** Math.min(tries, 30) : usual,
    ) {
      constructor(options: TradingClient['options']) {
        super({ ...options, mostTries: 1_000 });
      }
    },
  },
  {
    name: 'stays-with-a-refused-token',
    rule: 'CLI-17',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        return this.sendOnce(...sent);
      }
    },
    session: Session,
  },
  {
    name: 'fetches-tokens-in-a-loop',
    rule: 'CLI-18',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        let answer = await this.sendOnce(...sent);
        for (let tries = 0; tries < 6 && answer?.status === 401; tries += 1) {
          this.dropToken();
          answer = await this.sendOnce(...sent);
        }
        return answer;
      }
    },
  },
  {
    name: 'fetches-a-token-after-a-403',
    rule: 'CLI-19',
    client: class extends TradingClient {
      protected override async send(...sent: Parameters<TradingClient['sendOnce']>): Promise<Answer | undefined> {
        const answer = await super.send(...sent);
        if (answer?.status !== 403) return answer;
        this.dropToken();
        await this.bearer();
        return answer;
      }
    },
  },
];

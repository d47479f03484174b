/** Whatever a platform does, a write is answered by its deadlines, and its key has one effect. */
import { assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../services.ts';
import { briefly, posted, until } from '../testing/sample-client.ts';
import { type Serving, serve } from '../testing/sample-platform.ts';

/** The look-up, the owner's judgement and the storage of the promise. */
const LONGEST_MS = DEFAULT_LIMITS.syncDeadlineMs;
const STEP_MS = 100;
const ANSWER = /^(201( replayed)? at 2|202|503 NOT_SERVING retryable|500 INTERNAL_ERROR)$/;

/** How a platform replies: after some time, with a failure, or never; `lost` does what it was asked for first. */
const replies = constantFrom<number | 'fails' | 'never' | 'lost'>(0, 400, 900, 1_900, 'fails', 'never', 'lost');

async function replied<Reply>({ clock }: Serving, how: number | string, reply: () => Promise<Reply>): Promise<Reply> {
  if (how === 'fails') throw new Error('the bus failed');
  if (how === 'lost') await reply();
  if (typeof how !== 'number') return new Promise(() => undefined);
  if (how > 0) await new Promise<void>((resolve) => void clock.after(how, 'late reply', resolve));
  return reply();
}

/** The answer to a write, while time passes; it fails by the property's own timeout if there is none by the deadlines. */
async function answerTo(serving: Serving): Promise<string> {
  const { clock, machineClock } = serving;
  const timers = clock.waiting;
  let answer: string | undefined;
  void posted(serving, 'k-1').then((got) => {
    answer = got;
  });
  await until(() => answer !== undefined || clock.waiting > timers);
  for (let passedMs = 0; passedMs < LONGEST_MS; passedMs += STEP_MS) {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    for (const each of [clock, machineClock]) each.advance(STEP_MS);
  }
  await until(() => answer !== undefined);
  return answer ?? '';
}

test('every write is answered by its deadlines, and once the platform replies again its key has one effect', async () => {
  await assert(
    asyncProperty(
      record({ lookUp: replies, submit: replies, promise: replies, isRetried: boolean() }),
      async ({ lookUp, submit, promise, isRetried }) => {
        await using serving = await serve();
        const { platform } = serving;
        let isWell = false;
        const good = platform.submit.bind(platform);
        let sequenced: ReturnType<typeof good> | undefined;
        platform.beforeLookUp = () => replied(serving, isWell ? 0 : lookUp, async () => undefined);
        platform.submit = (command) => {
          // A platform sequences a key once.
          const once = () => (sequenced ??= good(command));
          return replied(serving, isWell ? 0 : submit, once);
        };
        Object.assign(platform, {
          ...{ storesPromises: true, promise: () => replied(serving, isWell ? 0 : promise, async () => undefined) },
        });
        await briefly(serving, { path: '/me' });
        expect(await answerTo(serving)).toMatch(ANSWER);
        if (isRetried) expect(await answerTo(serving)).toMatch(ANSWER);
        isWell = true;
        let last = '';
        for (let tries = 0; tries < 4 && !last.startsWith('201'); tries += 1) last = await answerTo(serving);
        expect(last).toMatch(/^201( replayed)? at 2$/);
        expect(platform.records).toHaveLength(2);
      },
    ),
    { numRuns: 60, timeout: 20_000, endOnFailure: true },
  );
});

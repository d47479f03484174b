import { AS_OF_HEADER, POSITION_HEADER } from '../../answers.ts';
import type { Services } from '../../services.ts';
import type { Answer, Known } from '../../stage.ts';
import type { Defect } from '../defect.ts';

/** What a read is made into, given what this member remembers; a member's memory goes with it. */
function remembering<Memory>(
  fresh: () => Memory,
  spoilt: (answer: Answer, known: Known, memory: Memory) => Answer,
): NonNullable<Defect['stages']> {
  const memories = new WeakMap<Services['state'], Memory>();
  return {
    'serve-read': (good) => ({
      ...good,
      async run(known, proceed) {
        const { state } = known.services;
        const memory = memories.get(state) ?? fresh();
        memories.set(state, memory);
        return spoilt(await good.run(known, proceed), known, memory);
      },
    }),
  };
}

export const STALE_READS: readonly Defect[] = [
  {
    name: 'names-the-first-position-for-good',
    breaks: ['POS-07'],
    story: 'GET /me names the position and the time of the first answer that it gave',
    stages: remembering(
      () => ({ first: undefined as Answer['headers'] | undefined }),
      (answer, { operation }, memory) => {
        if (operation !== 'getMe') return answer;
        memory.first ??= answer.headers;
        return { ...answer, headers: { ...answer.headers, ...memory.first } };
      },
    ),
  },
  {
    name: 'serves-an-order-as-it-first-was',
    breaks: ['POS-08'],
    story: 'GET /orders/{id}?view=latest serves the row that it first served, at the position of now',
    stages: remembering(
      () => new Map<string, Answer['body']>(),
      (answer, { operation, rawQuery, params }, rows) => {
        if (operation !== 'getOrder' || rawQuery !== 'view=latest' || answer.status !== 200) return answer;
        const orderId = params['id'] ?? '';
        if (!rows.has(orderId)) rows.set(orderId, answer.body);
        return { ...answer, body: rows.get(orderId) ?? null };
      },
    ),
  },
  {
    name: 'times-a-read-by-its-request',
    breaks: ['POS-10'],
    story: 'GET /me names the time of the request, not of the change that its position names',
    stages: remembering(
      () => ({ requests: 0n }),
      (answer, { operation }, memory) => {
        const asOf = answer.headers[AS_OF_HEADER];
        if (operation !== 'getMe' || asOf === undefined || answer.headers[POSITION_HEADER] === undefined) return answer;
        memory.requests += 1n;
        return { ...answer, headers: { ...answer.headers, [AS_OF_HEADER]: String(BigInt(asOf) + memory.requests) } };
      },
    ),
  },
];

/** The short form of `npm run soak nats-trouble`. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WITHOUT_NATS } from '../../../platform-sim/nats/testing/nats-server.ts';
import { NGINX } from '../nginx/start-nginx.ts';
import { ALL_KINDS } from './nats-kinds.ts';
import { run } from './nats-trouble.ts';

const isMissing = WITHOUT_NATS !== undefined || !existsSync(NGINX);

test.skipIf(isMissing)(
  'writes are answered while the NATS server is gone, hangs or is full, and nothing acknowledged is lost or doubled',
  { timeout: 300_000 },
  async () => {
    const { wrong, counts, ...sum } = await run({ kinds: ALL_KINDS, lastsMs: [2_000, 2_500] });
    expect(wrong).toEqual([]);
    expect(sum.rounds).toBe(ALL_KINDS.length);
    expect(counts.get('503 NOT_SERVING')).toBeGreaterThan(0);
    expect([...counts.keys()].filter((answer) => !ANSWERS.includes(answer))).toEqual([]);
  },
);

/** Of writes and of reads; OWNER_ABSENT is the answer of a platform that another has replaced. */
const ANSWERS = ['200', '201', '202', '503 NOT_SERVING', '503 OWNER_ABSENT', '429 IN_FLIGHT_FULL', '429 INBOX_FULL'];

if (isMissing) console.warn(WITHOUT_NATS ?? `skipped: ${NGINX} is not here; apt-get install nginx brings it`);

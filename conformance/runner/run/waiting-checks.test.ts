import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { pass } from '../judgement.ts';
import type { CheckRow } from '../record/run-record.ts';
import { sideBySide, startWaiting } from './waiting-checks.ts';

const PROFILE = { baseUrl: 'http://stub.example', principals: {} };
const REAL = { profile: PROFILE, clockMode: 'real' } as const;
const waits = { ms: 1_000, for: 'a while' };
const of = (id: string, over: object) =>
  check({
    id: `test/${id}`,
    proves: ['RID-01'],
    title: '',
    needs: [],
    drive: async () => {},
    judge: () => pass,
    ...over,
  });
const plain = of('plain', {});
const patient = of('patient', { waits });
const throttled = of('throttled', { waits, needs: ['throttled', 'writes'], opens: 4 });
const alsoThrottled = of('also', { needs: ['throttled'] });
const ALL = [plain, patient, throttled, alsoThrottled];
const chosen = (...of: Parameters<typeof sideBySide>) => [...sideBySide(...of)].map(({ id }) => id.slice(5));

test("checks that wait run beside the others, and so do those that use up a principal's allowance", () => {
  expect(chosen(ALL, REAL, false)).toEqual(['patient', 'throttled', 'also']);
});

test('no check does where time is moved or the world is reset', () => {
  expect(chosen(ALL, { ...REAL, clockMode: 'virtual' }, false)).toEqual([]);
  expect(chosen(ALL, REAL, true)).toEqual([]);
});

test('no more orders are left open than the profile allows', () => {
  const limited = { ...REAL, profile: { ...PROFILE, limits: { openOrders: 5 } } };
  expect(chosen(ALL, limited, false)).toEqual(['patient']);
});

test('one check at a time uses the throttled principal', async () => {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const rows = startWaiting(new Set([patient, throttled, alsoThrottled]), ({ id }) => {
    running.push(id.slice(5));
    const { promise, resolve } = Promise.withResolvers<CheckRow>();
    ends.set(id.slice(5), () => resolve({ id } as CheckRow));
    return promise;
  });
  expect(running).toEqual(['patient', 'throttled']);
  ends.get('throttled')?.();
  await rows.get(throttled);
  await Promise.resolve();
  expect(running).toEqual(['patient', 'throttled', 'also']);
});

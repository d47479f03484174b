import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { wrongOf, wrongOfRetries } from './kill/oracle.ts';
import type { Answer, Write } from './kill/writer.ts';
import { run } from './kill-cycles.ts';

/** The short form; `npm run soak kill-cycles` has 1,000. */
const CYCLES = 5;

test('what was answered is there once, as it was answered, however often the sandbox is killed', {
  timeout: 120_000,
}, async () => {
  const { cycles, answered, inFlight, wrong } = await run(CYCLES, 3);
  expect(wrong).toEqual([]);
  expect(cycles).toBe(CYCLES);
  expect(answered).toBeGreaterThan(CYCLES * 10);
  expect(inFlight).toBeGreaterThanOrEqual(20);
});

describe('the oracle', () => {
  const answer = (of: Partial<Answer> = {}): Answer => {
    return { status: 201, position: '7', replayed: false, body: '{"orderId":"9"}', ...of };
  };
  const write = (of: Partial<Write> = {}): Write => {
    return { key: 'kill-1', qty: '2.0000', side: 'BUY', answer: answer(), ...of };
  };
  const record = (of: { key?: string; position?: number; qty?: string; orderId?: string } = {}): SequencedRecord => {
    const { key = 'kill-1', position = 7, qty = '2', orderId = '9' } = of;
    const body = { kind: 'submit', accountId: 1, instrumentId: 1, side: 'BUY', price: '50', qty };
    const command = { owner: 'orders', principal: { orgId: 1, userId: 1 }, key, operation: 'submitOrder', body };
    const verdict = { facts: [{ kind: 'OrderUpdated', order: { orderId } }] };
    return { position, atNs: '1', command, verdict } as unknown as SequencedRecord;
  };

  test.each<[string, readonly Write[], readonly SequencedRecord[], RegExp | undefined]>([
    ['what was answered and is there', [write()], [record()], undefined],
    ['what was not answered and is there', [write({ answer: undefined })], [record()], undefined],
    ['what was not answered and is not', [write({ answer: undefined })], [], undefined],
    ['what was answered and is not there', [write()], [], /answered at 7, and is lost/],
    ['what is there twice', [write()], [record(), record({ position: 8 })], /sequenced 2 times/],
    [
      'what was not answered and is there twice',
      [write({ answer: undefined })],
      [record(), record({ position: 8 })],
      /sequenced 2 times/,
    ],
    ['another position', [write()], [record({ position: 8 })], /answered at 7, and stands at 8/],
    ['another quantity', [write()], [record({ qty: '3' })], /sequenced as something else/],
    ['another order', [write()], [record({ orderId: '10' })], /and is order 10/],
    ['what nobody sent', [], [record()], /kill-1 was never sent/],
  ])('%s', (_, writes, records, expected) => {
    const wrong = wrongOf(writes, records);
    expect(wrong).toHaveLength(expected === undefined ? 0 : 1);
    if (expected !== undefined) expect(wrong[0]).toMatch(expected);
  });

  const replay = answer({ replayed: true });
  test.each<[string, Write, readonly (Answer | undefined)[], RegExp | undefined]>([
    ['the outcome that was told', write(), [replay, replay], undefined],
    ['one outcome of what was not answered', write({ answer: undefined }), [answer(), replay], undefined],
    ['another outcome', write(), [answer({ replayed: true, position: '8' }), replay], /has 2 outcomes/],
    ['a second effect', write({ answer: undefined }), [answer(), answer()], /is no replay/],
    ['no answer', write(), [undefined, replay], /was not answered when it was sent again/],
    ['a refusal', write({ answer: undefined }), [answer({ status: 503 }), replay], /has 2 outcomes/],
  ])('sent again: %s', (_, sent, retries, expected) => {
    const wrong = wrongOfRetries(sent, retries);
    if (expected === undefined) expect(wrong).toEqual([]);
    else expect(wrong.join('\n')).toMatch(expected);
  });
});

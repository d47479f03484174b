/**
 * What must hold of a sandbox that was killed and started again, judged by what a client outside it was told: nothing
 * answered is lost, doubled or changed; what was not answered is there once or not at all; and nothing else is there.
 */
import type { SequencedRecord } from '../../../../gateway/facts.ts';
import type { Answer, Write } from './writer.ts';

/** Keys of the clients of a soak: every other record is the platform's own. */
export const OWN_KEY = 'kill-';

/** What is wrong, for a person. `records` are those of the sequence from its first on, or from behind an earlier look. */
export function wrongOf(writes: readonly Write[], records: readonly SequencedRecord[]): readonly string[] {
  const wrong: string[] = [];
  const byKey = Map.groupBy(
    records.filter(({ command }) => command.key?.startsWith(OWN_KEY)),
    ({ command }) => command.key ?? '',
  );
  for (const write of writes) {
    const [record, ...more] = byKey.get(write.key) ?? [];
    byKey.delete(write.key);
    if (more.length > 0) wrong.push(`${write.key} was sequenced ${1 + more.length} times`);
    if (record !== undefined) wrong.push(...changed(write, record));
    if (write.answer === undefined) continue;
    if (record === undefined) wrong.push(`${write.key} was answered at ${write.answer.position}, and is lost`);
    else if (write.answer.position !== String(record.position)) {
      wrong.push(`${write.key} was answered at ${write.answer.position}, and stands at ${record.position}`);
    }
  }
  for (const key of byKey.keys()) wrong.push(`${key} was never sent`);
  return wrong;
}

function changed({ key, qty, side, answer }: Write, { command, verdict }: SequencedRecord): readonly string[] {
  const { body } = command;
  const wrong: string[] = [];
  if (body.kind !== 'submit' || Number(body.qty) !== Number(qty) || body.side !== side) {
    wrong.push(`${key} was sequenced as something else: ${JSON.stringify(body)}`);
  }
  const fact = verdict.facts?.find(({ kind }) => kind === 'OrderUpdated');
  const orderId = fact?.kind === 'OrderUpdated' ? fact.order.orderId : undefined;
  if (answer !== undefined && orderId !== undefined && !answer.body.includes(`"${orderId}"`)) {
    wrong.push(`${key} was answered ${answer.body}, and is order ${orderId}`);
  }
  return wrong;
}

/** Of a write that is sent again twice: one outcome, and the one that was told before. */
export function wrongOfRetries(write: Write, retries: readonly (Answer | undefined)[]): readonly string[] {
  const { key, answer } = write;
  const told = [answer, ...retries].filter((one) => one !== undefined);
  const outcomes = new Set(told.map(({ status, position, body }) => `${status} at ${position}: ${body}`));
  const wrong: string[] = [];
  if (retries.includes(undefined)) wrong.push(`${key} was not answered when it was sent again`);
  if (outcomes.size > 1) wrong.push(`${key} has ${outcomes.size} outcomes: ${[...outcomes].join(' | ')}`);
  if (told.some(({ status }) => status !== 201)) wrong.push(`${key} was answered ${told.map(({ status }) => status)}`);
  if (told.at(-1)?.replayed !== true) wrong.push(`${key} was sent again and is no replay`);
  return wrong;
}

import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, rows, sentJson } from '../../client/exchange.ts';
import { canonicalDecimal, sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { rowKeyOf } from '../../scenes/every-page.ts';
import { everyWrite, WRITING_NEEDS } from '../../scenes/every-write.ts';
import { isRefused } from '../../scenes/known-body.ts';
import { bodyOf, byWrite, labelOf, type OfOneWrite, type SampleWrite, sent } from '../../scenes/sample-write.ts';
import { keyLine, NO_KEYS } from './no-keys.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the write states of a row that it makes, as far as the row has it. */
function isMadeOf(row: Row, body: Row): boolean {
  const same = (value: unknown, stated: unknown) =>
    value === stated ||
    (typeof value === 'string' && typeof stated === 'string' && canonicalDecimal(value) === canonicalDecimal(stated));
  return Object.entries(body).every(([name, stated]) => {
    const isTold = Object.hasOwn(row, name) && (typeof stated !== 'object' || stated === null);
    return !isTold || same(row[name], stated);
  });
}

/** A row that is new on the page and is what one of the refused creations states. */
function isMade(before: Exchange, after: Exchange, tries: readonly Exchange[], path: string): boolean {
  const keyOf = rowKeyOf(path);
  const known = new Set(rows(before).map(keyOf));
  const added = rows(after).filter((row) => !known.has(keyOf(row)));
  return added.some((row) => tries.some((e) => isMadeOf(row, (sentJson(e) ?? {}) as Row)));
}

function recordsNothing(of: OfOneWrite, tries: readonly Exchange[]): Judgement {
  const [before, after] = [of.get('before'), of.get('after')];
  if (before === undefined || after === undefined || !isOk(before) || !isOk(after)) return pass;
  const path = before.request.path.split('?', 1)[0] ?? '';
  const isPage = Array.isArray((json(after) as Row)['items']);
  const stands = isPage ? !isMade(before, after, tries, path) : sameBody(json(before), json(after));
  return stands ? pass : violated('nothing recorded of a write without a key', before, ...tries, after);
}

function isHeldToItsKey(history: History, of: OfOneWrite): Judgement {
  const tries = NO_KEYS.flatMap(([what]) => of.get(what) ?? []);
  const refused = { status: 400, position: 'absent', retryable: false } as const;
  return allOf(...tries.map((e) => isRefused(history, of, e, refused)), recordsNothing(of, tries));
}

/** An engine and a venue move such rows of their own accord; in a simulated world they have done so before the next read. */
const MOVES_BY_ITSELF = /^(POST|PUT) \/(credentials|orders|algos)\//;

export const keyIsRequiredOnEveryWrite = check({
  id: 'idem/key-is-required-on-every-write',
  proves: ['IDEM-01'],
  title: 'every write without a well-formed Idempotency-Key is refused 400, and nothing is recorded of it',
  needs: WRITING_NEEDS,

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const look = async (write: SampleWrite, what: string) => {
      const { about, name } = write;
      const isLookedAt = control !== undefined || !MOVES_BY_ITSELF.test(name);
      if (name === 'POST /algos/halt' || !isLookedAt) return;
      const query = about === '/orders' ? { query: { limit: 50 } } : {};
      await admin.get(about, { ...query, label: labelOf(what, write) });
    };
    await everyWrite(scene, 'touchstone-keyless', async (write, actor) => {
      const { method, path } = write;
      await look(write, 'before');
      for (const [what, key] of NO_KEYS) {
        const body = bodyOf(write, freshKey());
        await actor.request({ method, path, body, headers: keyLine(key), label: labelOf(what, write) });
      }
      await look(write, 'after');
      return write.isWithheld ? undefined : sent(actor, write, freshKey(), { label: labelOf('taken', write) });
    });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (!writes.some((of) => of.has('taken'))) return inconclusive('no write was sent');
    return allOf(...writes.map((of) => isHeldToItsKey(history, of)));
  },
});

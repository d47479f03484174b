/** The Idempotency-Key of a write: required, bound to one operation, and left free by refusals at the door. */

import { isAtLeast } from '../../contract/versions.ts';
import {
  at,
  type Exchange,
  isOk,
  isReplay,
  json,
  keyOf,
  position,
  rows,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { etagOf } from '../../member/exchange/row-version.ts';
import { canonicalDecimal, replays, sameBody } from '../../member/exchange/same-answer.ts';
import { MOST_MEETING } from '../../member/hooks/operator.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { besideServed } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { isRefused } from '../../scenes/known-body.ts';
import { rowKeyOf } from '../../scenes/paged.ts';
import { bodyOf, byWrite, labelOf, type OfOneWrite, type SampleWrite, sent } from '../../scenes/sample-write.ts';

/** What no member may accept as a key (decision A19): none, empty, a space within, past ASCII, far too long. */
const NO_KEYS: readonly (readonly [what: string, key: string | undefined])[] = [
  ['no key', undefined],
  ['an empty key', ''],
  ['a key with a space', 'two words'],
  ['a key past ASCII', 'clé-12345678'],
  ['a key of 300 characters', 'k'.repeat(300)],
];

/** The header line as it goes over the wire; none for no key. */
function keyLine(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
}

const WRITES = ['submit', 'cancel'] as const;

/** The same write under a key: a member that refuses it has another reason to refuse the others. */
function isTakenWithAKey(e: Exchange | undefined, write: string): Judgement {
  return e !== undefined && isOk(e) ? pass : inconclusive(`the same ${write} is not taken under a key either`);
}

export const keyIsRequired = check({
  id: 'idem/key-is-required',
  proves: ['IDEM-01'],
  title: 'a write without a well-formed Idempotency-Key is refused 400, and nothing is recorded',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    for (const [what, key] of NO_KEYS) {
      const body = { clientOrderId: freshKey(), ...order() };
      const headers = keyLine(key);
      await trader.request({ method: 'POST', path: '/orders', body, headers, label: `submit, ${what}` });
    }
    const submitted = await trader.submit(order(), { label: 'submit, a key' });
    const path = `/orders/${textAt(submitted, 'orderId') ?? '1'}/cancel`;
    for (const [what, key] of NO_KEYS)
      await trader.request({ method: 'POST', path, body: {}, headers: keyLine(key), label: `cancel, ${what}` });
    await trader.post(path, {}, { label: 'cancel, a key' });
  },

  judge(history) {
    const refused = { status: 400, position: 'absent', retryable: false } as const;
    return allOf(
      eachOf(NO_KEYS, ([what]) =>
        allOf(WRITES.map((write) => expects(history.one(`${write}, ${what}`), refused, what))),
      ),
      WRITES.map((write) => isTakenWithAKey(history.maybe(`${write}, a key`), write)),
    );
  },
});

type Row = Readonly<Record<string, unknown>>;

/** Whether the row has what the write states, as far as the row has it. */
function isMadeOf(row: Row, body: Row): boolean {
  const same = (value: unknown, stated: unknown) =>
    value === stated ||
    (typeof value === 'string' && typeof stated === 'string' && canonicalDecimal(value) === canonicalDecimal(stated));
  return Object.entries(body).every(([name, stated]) => {
    const isComparable = Object.hasOwn(row, name) && (typeof stated !== 'object' || stated === null);
    return !isComparable || same(row[name], stated);
  });
}

/** Whether a new row on the page matches one of the refused creations. */
function isMade(before: Exchange, after: Exchange, tries: readonly Exchange[], path: string): boolean {
  const keyOf = rowKeyOf(path);
  const known = new Set(rows(before).map(keyOf));
  const added = rows(after).filter((row) => !known.has(keyOf(row)));
  return added.some((row) => tries.some((e) => isMadeOf(row, (sentJson(e) ?? {}) as Row)));
}

/** The version of a row whose strong ETag equals it: a write of the same values changes only the version. */
function versionOf(row: Exchange): string | undefined {
  return etagOf(row) === `"${String(at(row, 'version'))}"` ? etagOf(row) : undefined;
}

function recordsNothing(of: OfOneWrite, tries: readonly Exchange[]): Judgement {
  const [before, after] = [of.get('before'), of.get('after')];
  if (before === undefined || after === undefined || !isOk(before) || !isOk(after)) return unseen;
  const path = before.request.path.split('?', 1)[0] ?? '';
  const isPage = Array.isArray((json(after) as Row)['items']);
  const isSame = () => sameBody(json(before), json(after)) && versionOf(before) === versionOf(after);
  const stands = isPage ? !isMade(before, after, tries, path) : isSame();
  return stands ? unseen : violated('nothing recorded of a write without a key', before, tries, after);
}

function isHeldToItsKey(history: History, of: OfOneWrite): Judgement {
  const tries = NO_KEYS.flatMap(([what]) => of.get(what) ?? []);
  const refused = { status: 400, position: 'absent', retryable: false } as const;
  return allOf(
    tries.map((e) => isRefused(history, of, e, refused)),
    recordsNothing(of, tries),
  );
}

/**
 * An engine and a venue change such rows by themselves; a simulated world does so before the next read. Credentials and
 * policies have no name, so a check cannot distinguish its own from those of another check.
 */
const MOVES_BY_ITSELF = /^(POST|PUT) \/(credentials|orders|algos)\/|^POST \/(credentials|[a-z]+-policies)$/;

const KEYLESS = writeCases({ whats: NO_KEYS.map(([what]) => what) });

export const keyIsRequiredOnEveryWrite = check({
  id: 'idem/key-is-required-on-every-write',
  proves: ['IDEM-01'],
  title: 'every write without a well-formed Idempotency-Key is refused 400, and nothing is recorded of it',
  needs: WRITING_NEEDS,
  holds: WRITING_HOLDS,
  cases: KEYLESS,

  async drive(scene) {
    const { admin, control, freshKey } = scene;
    const look = async (write: SampleWrite, what: string) => {
      const { about, name } = write;
      const isLookedAt = control !== undefined || !MOVES_BY_ITSELF.test(name);
      if (name === 'POST /algos/halt' || !isLookedAt) return;
      const query = about === '/orders' ? { query: { limit: 50 } } : {};
      await admin.get(about, { ...query, label: labelOf(what, write) });
    };
    await everyWrite(scene, 'touchstone-keyless', KEYLESS, async (write, actor, takes) => {
      const { method, path } = write;
      await look(write, 'before');
      for (const [what, key] of NO_KEYS) {
        if (!takes(what)) continue;
        const body = bodyOf(write, freshKey());
        await actor.request({ method, path, body, headers: keyLine(key), label: labelOf(what, write) });
      }
      await look(write, 'after');
      return write.isWithheld ? undefined : sent(actor, write, freshKey(), { label: labelOf('taken', write) });
    });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (writes.length === 0) return unseen;
    return allOf(writes.map((of) => isHeldToItsKey(history, of)));
  },
});

export const bodyUserIsRefused = check({
  id: 'idem/body-user-is-refused',
  proves: ['IDEM-15'],
  title: 'a body that states userId is refused 400 MALFORMED_REQUEST on every write',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    const orderId = textAt(placed, 'orderId') ?? '1';
    await trader.submit({ ...order(), userId: 1 }, { label: 'submit' });
    await trader.cancel(orderId, { body: { userId: 1 }, label: 'cancel' });
  },

  judge(history) {
    const refused = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;
    const judged = allOf(expects(history.one('submit'), refused), expects(history.one('cancel'), refused));
    return besideServed(judged, history.labelled('placed'), 'an order without userId');
  },
});

export const keyIsBoundToItsOperation = check({
  id: 'idem/key-is-bound-to-its-operation',
  proves: ['IDEM-06'],
  title:
    'a key that is used for another operation or resource answers 409 IDEMPOTENCY_KEY_REUSED, and still replays for its own',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const first = await trader.submit(body, { key, label: 'first' });
    const orderId = textAt(first, 'orderId') ?? '1';
    await trader.cancel(orderId, { key, label: 'another operation' });

    const cancelKey = freshKey();
    const other = await trader.submit(order(), { label: 'other order' });
    const otherId = textAt(other, 'orderId') ?? '1';
    await trader.cancel(otherId, { key: cancelKey, label: 'cancelled' });
    await trader.cancel(orderId, { key: cancelKey, label: 'another resource' });
    await trader.submit(body, { key, label: 'retried' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first) || !isOk(history.one('cancelled')))
      return inconclusive('the order or its cancel was not accepted');
    const reused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } as const;
    const retried = history.one('retried');
    return allOf(
      expects(history.one('another operation'), reused),
      expects(history.one('another resource'), reused),
      replays(retried, first) ? pass : violated('the first answer, replayed after the refused use', first, retried),
    );
  },
});

/** Each differs in one property from a valid order; and the version from which the door refuses it. */
const FLAWS = [
  ['a price past the grammar', '0.4.1', { price: '1e2' }],
  ['another user', '0.1.0', { userId: 1 }],
  ['a symbol that nothing holds', '0.3.4', { instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }],
  ['an account name that nothing holds', '0.5.0', { accountId: undefined, account: 'no such account' }],
] as const;

function flawsOf({ rest }: TargetFacts) {
  return FLAWS.filter(([, since]) => isAtLeast(rest, since));
}

export const doorRefusalLeavesTheKeyFree = check({
  id: 'idem/door-refusal-leaves-the-key-free',
  proves: ['IDEM-07'],
  title: 'a refusal at the door leaves the key free: the corrected request is served as a first answer',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: 4,

  async drive({ trader, order, freshKey, target }) {
    for (const [what, , flaw] of flawsOf(target)) {
      const key = freshKey();
      await trader.submit({ ...order(), ...flaw }, { key, label: `refused for ${what}` });
      await trader.submit(order(), { key, label: `corrected of ${what}` });
    }
  },

  judge: (history) =>
    eachOf(flawsOf(history.target), ([what]) => {
      const refused = history.one(`refused for ${what}`);
      const corrected = history.one(`corrected of ${what}`);
      const seen = status(refused) ?? 0;
      if (seen < 400 || seen >= 500 || position(refused) !== undefined) {
        return inconclusive(`the door did not refuse ${what}`);
      }
      if (isOk(corrected) && !isReplay(corrected)) return pass;
      return violated('the corrected request served as a first answer', refused, corrected);
    }),
});

export const interruptedWriteMayBeSentAgain = check({
  id: 'idem/interrupted-write-may-be-sent-again',
  proves: ['IDEM-18'],
  title: 'INTERRUPTED is retryable true: the same key sent again is served',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'INTERRUPTED', times: 1 });
    await trader.submit(order(), { key, label: 'interrupted' });
    await trader.submit(order(), { key, label: 'sent again' });
  },

  judge(history) {
    return allOf(
      expects(history.one('interrupted'), { status: 'not 2xx', code: 'INTERRUPTED', retryable: true }),
      expects(history.one('sent again'), { status: '2xx', replay: false }),
    );
  },
});

export const unreadableKeyIsNotServing = check({
  id: 'idem/unreadable-key-is-not-serving',
  proves: ['IDEM-14'],
  title:
    'a write answers 503 NOT_SERVING if its key cannot be looked up by the write deadline: nothing is sent, the key stays free',
  needs: ['trader', 'account', 'instrument', 'writes', 'cutOff'],
  opens: MOST_MEETING,

  async drive({ trader, order, operator }) {
    const journal = await operator.begin('cutOff');
    const stalled = await journal.meet((key) => trader.submit(order(), { key, label: 'stalled' }));
    const key = keyOf(stalled) ?? '';
    await journal.end();
    await journal.afterwards(() => trader.get(`/operations/${key}`, { label: 'record' }));
    await journal.afterwards(() => trader.submit(order(), { key, label: 'retried' }));
  },

  judge: (history) =>
    allOf(
      expects(history.last('stalled'), { status: 503, code: 'NOT_SERVING', position: 'absent' }),
      expects(history.last('record'), { status: 404, code: 'UNKNOWN_OPERATION' }, 'nothing was stored'),
      expects(history.last('retried'), { status: '2xx', replay: false }, 'the key is free'),
    ),
});

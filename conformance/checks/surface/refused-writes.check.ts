/** Every write that is refused, at the door and by its owner, by the rules of all answers. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Actor } from '../../member/actor.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import {
  type Exchange,
  errorCode,
  isFactual,
  isOk,
  isReplay,
  position,
  status,
} from '../../member/exchange/exchange.ts';
import { owes } from '../../member/exchange/owed.ts';
import { replays } from '../../member/exchange/same-answer.ts';
import { judgedBy, OF_A_REFUSAL, OF_AN_OWNER, OF_EVERY_ANSWER, OF_THE_DOOR } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { isSpentFor, replaysTheRefusal } from '../../rules/refusal-rules.ts';
import { namesItsPosition } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { differs, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { isRefused } from '../../scenes/known-body.ts';
import { ASSET_POLICIES, ended, proposed, subjectOf } from '../../scenes/policy-families.ts';
import { bodyOf, byWrite, labelOf, type OfOneWrite, sent, whatOf } from '../../scenes/sample-write.ts';

const REFUSED = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;

/** Writes whose body carries nothing, as far as the interface shows: a member may not read it, nor see what is wrong in it. */
const MAY_BE_UNREAD = /\{id\}\/(?!rotate|cancel)[a-z]+$|^POST \/algos\/halt$/;

function judgedRefusal(history: History, name: string, of: OfOneWrite, what: string): readonly Blamed[] {
  const e = of.get(what);
  const id = ({ 'no JSON': 'ERR-07', 'no charset': 'ERR-08', 'a user': 'IDEM-15' } as const)[what];
  if (e === undefined || id === undefined) return [];
  const isUnread = id !== 'IDEM-15' && isOk(e) && MAY_BE_UNREAD.test(name) && !history.target.strict;
  const rules = isOk(e) ? [OF_EVERY_ANSWER] : [OF_EVERY_ANSWER, OF_A_REFUSAL];
  return [
    ...judgedBy(e, ...rules),
    ...(status(e) === 400 ? judgedBy(e, OF_THE_DOOR) : []),
    [id, isUnread ? unseen : isRefused(history, of, e, REFUSED)],
  ];
}

/** The key of a refusal at the door stays free: the next request with it gets a first answer, whatever that says. */
function isFree(refused: Exchange, taken: Exchange): Judgement {
  if (status(refused) !== 400 || position(refused) !== undefined) return unseen;
  if (isReplay(taken) || errorCode(taken) === 'IDEMPOTENCY_KEY_REUSED')
    return violated('the corrected request served as a first answer', refused, taken);
  return isOk(taken) || isFactual(taken) ? pass : unseen;
}

function judgedAtTheDoor(history: History, name: string, of: OfOneWrite): readonly Blamed[] {
  const [user, taken] = [of.get('a user'), of.get('taken')];
  return [
    ...['no JSON', 'no charset', 'a user'].flatMap((what) => judgedRefusal(history, name, of, what)),
    ...(user !== undefined && taken !== undefined ? ([['IDEM-07', isFree(user, taken)]] as const) : []),
  ];
}

/** What every refusal shows. */
const OF_REFUSALS = ['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'AUTH-13'] as const;

const OF_DEFECTS: Readonly<Record<string, readonly RequirementId[]>> = {
  'no JSON': ['ERR-07'],
  'no charset': ['ERR-08'],
  'a user': ['IDEM-15', 'IDEM-07'],
};

const AT_THE_DOOR = writeCases({
  whats: Object.keys(OF_DEFECTS),
  // A member that does not read the body would accept the write.
  only: 'sent',
  shows: (name) => [...OF_REFUSALS, 'POS-04', 'ERR-11', ...(OF_DEFECTS[whatOf(name)] ?? [])],
});

/** Bodies that the door refuses, on every route that writes. */
export const everyWriteIsRefusedAtTheDoor = check({
  id: 'surface/every-write-is-refused-at-the-door',
  proves: [
    ...(['ERR-07', 'ERR-08', 'IDEM-15', 'IDEM-07', 'POS-04'] as const),
    ...(['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every write refuses a body that is not JSON, in a charset that is none, or that states userId, 400 at the door, and the key stays free',
  needs: WRITING_NEEDS,
  holds: WRITING_HOLDS,
  cases: AT_THE_DOOR,

  async drive(scene) {
    const { freshKey } = scene;
    await everyWrite(scene, 'touchstone-at-the-door', AT_THE_DOOR, async (write, actor, takes) => {
      const { isWithheld, method, path } = write;
      const raw = (what: string, rawBody: string, key: string, contentType = 'application/json') =>
        actor.request({ method, path, rawBody, contentType, key, label: labelOf(what, write) });
      if (takes('no JSON')) await raw('no JSON', '{', freshKey());
      const stated = freshKey();
      const text = JSON.stringify(bodyOf(write, stated));
      if (takes('no charset')) await raw('no charset', text, stated, 'application/json; charset=bogus');
      const key = freshKey();
      const user = { body: { ...bodyOf(write, key), userId: 1 }, label: labelOf('a user', write) };
      if (takes('a user')) await sent(actor, write, key, user);
      return isWithheld ? undefined : sent(actor, write, key, { label: labelOf('taken', write) });
    });
  },

  judge(history) {
    const judged = [...byWrite(history.exchanges)].flatMap(([name, of]) => judgedAtTheDoor(history, name, of));
    return judged.length === 0 ? unseen : allBlamed(history, judged);
  },
});

const REUSED = 'IDEMPOTENCY_KEY_REUSED';

/** Writes that need a capability by the interface; it does not state what the others need. */
const NEEDS_A_CAPABILITY = /^(POST|PUT) \/(users|credentials|orders|algos)\b/;

function ofAnswer(e: Exchange): readonly Blamed[] {
  return judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [] : [OF_A_REFUSAL]));
}

function judgedDenied(history: History, name: string, of: OfOneWrite): readonly Blamed[] {
  const [denied, again, otherwise] = [of.get('denied'), of.get('denied again'), of.get('denied otherwise')];
  if (denied === undefined || again === undefined) return [];
  const refused = { status: 403, code: 'CAPABILITY_DENIED' } as const;
  if (errorCode(denied) !== refused.code) {
    const owed = NEEDS_A_CAPABILITY.test(name) ? isRefused(history, of, denied, refused) : unseen;
    return [...ofAnswer(denied), ['AUTH-14', owed]];
  }
  const replayed = replaysTheRefusal(denied, again);
  // A refusal of the body itself shows nothing.
  const isSeen = otherwise !== undefined && status(otherwise) !== 400;
  const isSpent = isSeen && isSpentFor(history, denied, otherwise);
  const spent = isSpent
    ? pass
    : differs('the recorded refusal, replayed to another request', denied, otherwise ?? denied);
  return [
    ...[denied, again].flatMap((e) => [...ofAnswer(e), ...judgedBy(e, OF_AN_OWNER)]),
    ['POS-05', namesItsPosition(denied)],
    ['AUTH-14', expects(denied, { ...refused, position: 'present', replay: false })],
    ['IDEM-04', replayed],
    ['AUTH-14', replayed],
    ['IDEM-08', isSeen ? spent : unseen],
  ];
}

function judgedAbsent(history: History, of: OfOneWrite): readonly Blamed[] {
  const absent = of.get('absent');
  if (absent === undefined) return [];
  const { strict } = history.target;
  const unheld = { status: 404, code: 'NOT_FOUND' } as const;
  const stated = { status: 404, asOf: 'present', ...(strict ? ({ position: 'present' } as const) : {}) } as const;
  return [
    ...ofAnswer(absent),
    ['ERR-09', isRefused(history, of, absent, unheld)],
    ['POS-03', status(absent) === 404 ? expects(absent, stated, 'a path entity that is not held') : unseen],
  ];
}

function judgedReused(history: History, of: OfOneWrite): readonly Blamed[] {
  const reused = of.get('reused');
  if (reused === undefined) return [];
  // A first use that was refused at the door left the key free.
  const first = history.maybe(`first of ${reused.actor}`);
  if (first !== undefined && isBusy(first)) return [];
  if (first !== undefined && !history.target.strict && status(first) === 400) return ofAnswer(reused);
  // Before 0.11.3 the material of a credential reaches the intake before the key is checked, and the intake refuses first.
  const codes = owes(reused, '0.11.3') ? REUSED : [REUSED, 'INTAKE_KEY_REUSED'];
  const refused = { status: 409, code: codes, position: 'absent', retryable: false } as const;
  return [...ofAnswer(reused), ['IDEM-06', isRefused(history, of, reused, refused)]];
}

/** The first use of each key still replays (decision A33). */
function judgedFirstUses(history: History): readonly Blamed[] {
  return ['admin', 'deputy'].flatMap((who): readonly Blamed[] => {
    const [first, still] = [history.maybe(`first of ${who}`), history.maybe(`still of ${who}`)];
    if (first === undefined || still === undefined || !isOk(first)) return [];
    return [['IDEM-06', replays(still, first) ? pass : differs('the first answer, replayed', first, still)]];
  });
}

const OF_OWNERS: Readonly<Record<string, readonly RequirementId[]>> = {
  denied: ['AUTH-14', 'IDEM-04', 'POS-05', 'ERR-15'],
  absent: ['ERR-09', 'POS-03', 'ERR-11'],
  reused: ['IDEM-06', 'ERR-11'],
};

const BY_ITS_OWNER = writeCases({
  whats: Object.keys(OF_OWNERS),
  isOf({ name, body, isWithheld = false }, what, { controlled = false }) {
    if (what === 'absent') return name.includes('{id}');
    // A member that forgot the key, or the capability, would accept a write that must not happen.
    const isSafe = body !== undefined || !isWithheld;
    return isSafe && (what === 'reused' || controlled || NEEDS_A_CAPABILITY.test(name));
  },
  shows(name) {
    const ofOthers = whatOf(name) === 'denied' && !name.includes('/orders') ? (['IDEM-08'] as const) : [];
    return [...OF_REFUSALS, ...(OF_OWNERS[whatOf(name)] ?? []), ...ofOthers];
  },
});

/** What an owner refuses, on every route that writes. */
export const everyWriteIsRefusedByItsOwner = check({
  id: 'surface/every-write-is-refused-by-its-owner',
  proves: [
    ...(['AUTH-14', 'IDEM-04', 'IDEM-06', 'IDEM-08', 'POS-03', 'POS-05', 'ERR-09'] as const),
    ...(['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every write refuses a row that does not exist, a key of another write, and a caller without its capability, whose key is then spent',
  needs: [...WRITING_NEEDS, 'viewer'],
  holds: WRITING_HOLDS,
  cases: BY_ITS_OWNER,

  async drive(scene) {
    const { admin, deputy, viewer, fixtures, freshKey } = scene;
    // A policy that no write below is about: a different operation from most, a different resource from all.
    const terms = { ...subjectOf(ASSET_POLICIES, fixtures), maxTicketAmount: '7500000' };
    let policy: string | undefined;
    const keys = new Map<Actor, string>();
    const use = (actor: Actor, what: string) =>
      actor.put(`${policy}`, terms, { key: keys.get(actor) ?? '', label: `${what} of ${actor.name}` });
    /** A key that this caller has used for that policy. */
    const usedKey = async (actor: Actor) => {
      policy ??= await proposed(admin, ASSET_POLICIES, terms);
      if (policy === undefined) return undefined;
      if (!keys.has(actor)) {
        keys.set(actor, freshKey());
        await use(actor, 'first');
      }
      return keys.get(actor);
    };

    await everyWrite(scene, 'touchstone-by-its-owner', BY_ITS_OWNER, async (write, actor, takes) => {
      const { absent, isWithheld, name } = write;
      if (takes('absent') && absent !== undefined)
        await sent(actor, write, freshKey(), { path: absent, label: labelOf('absent', write) });
      const key = takes('reused') ? await usedKey(actor) : undefined;
      if (key !== undefined) await sent(actor, write, key, { label: labelOf('reused', write) });
      if (takes('denied')) {
        const denied = freshKey();
        await sent(viewer, write, denied, { label: labelOf('denied', write) });
        await sent(viewer, write, denied, { label: labelOf('denied again', write) });
        const other = { ...bodyOf(write, denied), remark: 'another body' };
        if (!/ \/orders/.test(name))
          await sent(viewer, write, denied, { body: other, label: labelOf('denied otherwise', write) });
      }
      return isWithheld ? undefined : sent(actor, write, freshKey(), { label: labelOf('taken', write) });
    });
    for (const actor of keys.keys()) await use(actor, 'still');
    await ended(deputy, policy);
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges)];
    const judged = writes.flatMap(([name, of]) => [
      ...judgedDenied(history, name, of),
      ...judgedAbsent(history, of),
      ...judgedReused(history, of),
    ]);
    if (judged.length === 0) return unseen;
    return allBlamed(history, [...judged, ...judgedFirstUses(history)]);
  },
});

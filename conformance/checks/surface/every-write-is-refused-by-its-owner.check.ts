import { isBusy } from '../../client/busy.ts';
import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk, status } from '../../client/exchange.ts';
import { owes } from '../../client/owed.ts';
import { isReused, replays } from '../../client/same-answer.ts';
import { judgedBy, OF_A_REFUSAL, OF_AN_OWNER, OF_EVERY_ANSWER } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { namesItsPosition } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { differs, inconclusive, pass } from '../../runner/judgement.ts';
import { everyWrite, WRITING_NEEDS } from '../../scenes/every-write.ts';
import { isRefused } from '../../scenes/known-body.ts';
import { ASSET_POLICIES, ended, proposed, subjectOf } from '../../scenes/policy-families.ts';
import { bodyOf, byWrite, labelOf, type OfOneWrite, type SampleWrite, sent } from '../../scenes/sample-write.ts';

const REUSED = 'IDEMPOTENCY_KEY_REUSED';

/** Whose writes need a capability, as the interface states; what the others need is not said. */
const NEEDS_A_CAPABILITY = /^(POST|PUT) \/(users|credentials|orders|algos)\b/;

function ofAnswer(e: Exchange): readonly Blamed[] {
  return judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [] : [OF_A_REFUSAL]));
}

function judgedDenied(history: History, name: string, of: OfOneWrite): readonly Blamed[] {
  const [denied, again, otherwise] = [of.get('denied'), of.get('denied again'), of.get('denied otherwise')];
  if (denied === undefined || again === undefined) return [];
  const refused = { status: 403, code: 'CAPABILITY_DENIED' } as const;
  if (errorCode(denied) !== refused.code) {
    const owed = NEEDS_A_CAPABILITY.test(name) ? isRefused(history, of, denied, refused) : pass;
    return [...ofAnswer(denied), ['AUTH-14', owed]];
  }
  const replayed = replays(again, denied) ? pass : differs('the recorded refusal, replayed', denied, again);
  // For another body a key may be told to be reused as well (decision A21); one that is refused for its body tells nothing.
  const isSpent =
    otherwise === undefined ||
    status(otherwise) === 400 ||
    replays(otherwise, denied) ||
    (!history.target.strict && isReused(otherwise, denied));
  return [
    ...[denied, again].flatMap((e) => [...ofAnswer(e), ...judgedBy(e, OF_AN_OWNER)]),
    ['POS-05', namesItsPosition(denied)],
    ['AUTH-14', expects(denied, { ...refused, position: 'present', replay: false })],
    ['IDEM-04', replayed],
    ['AUTH-14', replayed],
    [
      'IDEM-08',
      isSpent ? pass : differs('the recorded refusal, replayed to another request', denied, otherwise ?? denied),
    ],
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
    ['POS-03', status(absent) === 404 ? expects(absent, stated, 'a path entity that is not held') : pass],
  ];
}

function judgedReused(history: History, of: OfOneWrite): readonly Blamed[] {
  const reused = of.get('reused');
  if (reused === undefined) return [];
  // A first use that was turned away at the door left the key free.
  const first = history.maybe(`first of ${reused.actor}`);
  if (first !== undefined && isBusy(first)) return [];
  // Before 0.11.3 the material of a credential goes to the intake ahead of the key, and the intake knows it first.
  const codes = owes(reused, '0.11.3') ? REUSED : [REUSED, 'INTAKE_KEY_REUSED'];
  const refused = { status: 409, code: codes, position: 'absent', retryable: false } as const;
  return [...ofAnswer(reused), ['IDEM-06', isRefused(history, of, reused, refused)]];
}

/** The first use of each key replays still (decision A33). */
function judgedFirstUses(history: History): readonly Blamed[] {
  return ['admin', 'deputy'].flatMap((who): readonly Blamed[] => {
    const [first, still] = [history.maybe(`first of ${who}`), history.maybe(`still of ${who}`)];
    if (first === undefined || still === undefined || !isOk(first)) return [];
    return [['IDEM-06', replays(still, first) ? pass : differs('the first answer, replayed', first, still)]];
  });
}

export const everyWriteIsRefusedByItsOwner = check({
  id: 'surface/every-write-is-refused-by-its-owner',
  proves: [
    ...(['AUTH-14', 'IDEM-04', 'IDEM-06', 'IDEM-08', 'POS-03', 'POS-05', 'ERR-09'] as const),
    ...(['RID-01', 'ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'ERR-15', 'AUTH-13'] as const),
  ],
  title:
    'every write refuses a row that nobody holds, a key of another write, and a caller without its capability, whose key is then spent',
  needs: [...WRITING_NEEDS, 'viewer'],

  async drive(scene) {
    const { admin, deputy, viewer, control, fixtures, freshKey } = scene;
    // Of a policy that none of the writes below is about: another operation than most, another resource than all.
    const terms = { ...subjectOf(ASSET_POLICIES, fixtures), maxTicketAmount: '7500000' };
    const first = await proposed(admin, ASSET_POLICIES, terms);
    const keys: Readonly<Record<string, string>> = { admin: freshKey(), deputy: freshKey() };
    const use = async (what: string) => {
      for (const actor of first === undefined ? [] : [admin, deputy])
        await actor.put(`${first}`, terms, { key: keys[actor.name] ?? '', label: `${what} of ${actor.name}` });
    };
    await use('first');
    const isSafe = ({ name, isWithheld, body }: SampleWrite) =>
      control !== undefined || (NEEDS_A_CAPABILITY.test(name) && !(isWithheld && Object.keys(body).length === 0));

    await everyWrite(scene, 'touchstone-by-its-owner', async (write, actor) => {
      const { absent, body, isWithheld, name } = write;
      const says = Object.keys(body).length > 0;
      if (absent !== undefined) await sent(actor, write, freshKey(), { path: absent, label: labelOf('absent', write) });
      // Who does not know the key any more would take what is withheld.
      const key = keys[actor.name];
      if (key !== undefined && first !== undefined && (says || !isWithheld))
        await sent(actor, write, key, { label: labelOf('reused', write) });
      if (isSafe(write)) {
        const denied = freshKey();
        await sent(viewer, write, denied, { label: labelOf('denied', write) });
        await sent(viewer, write, denied, { label: labelOf('denied again', write) });
        const other = { ...bodyOf(write, denied), remark: 'another body' };
        if (!/ \/orders/.test(name))
          await sent(viewer, write, denied, { body: other, label: labelOf('denied otherwise', write) });
      }
      return isWithheld ? undefined : sent(actor, write, freshKey(), { label: labelOf('taken', write) });
    });
    await use('still');
    await ended(deputy, first);
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges)];
    const judged = writes.flatMap(([name, of]) => [
      ...judgedDenied(history, name, of),
      ...judgedAbsent(history, of),
      ...judgedReused(history, of),
    ]);
    if (judged.length === 0) return inconclusive('no write was sent');
    return allBlamed(history, [...judged, ...judgedFirstUses(history)]);
  },
});

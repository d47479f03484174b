/** Every write on a versioned row under If-Match: a stale and a weak validator, and *. */

import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, isOk, status } from '../../member/exchange/exchange.ts';
import { isAtOrAfter, readAfter } from '../../member/exchange/read-after.ts';
import { etagOf, isStrong } from '../../member/exchange/row-version.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, type Judgement, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';
import { everyWrite, WRITING_HOLDS, WRITING_NEEDS, writeCases } from '../../scenes/every-write.ts';
import { byWrite, labelOf, type OfOneWrite, type SampleWrite, sent } from '../../scenes/sample-write.ts';

/** An engine and a venue move such rows by themselves. */
const MOVES_BY_ITSELF = /\/(credentials|algos)\//;
/** An arm of an instance takes no If-Match (ALG-09); an order has no version, though a member may give it an ETag. */
const UNVERSIONED = /^POST \/(algos|orders)\//;

/** The body of a restatement that gives the row another version, where the body has a name or an amount. */
function restating({ body }: SampleWrite): SampleWrite['body'] {
  const changed = Object.entries(body).map(([name, value]) => {
    if (name === 'displayName') return [name, `${String(value)} restated`];
    return [name, /^(max|min)[A-Z]/.test(name) ? '7400000' : value];
  });
  return Object.fromEntries(changed) as SampleWrite['body'];
}

/** Whether the member takes no If-Match on this arm, as on the arms of an algo instance. */
function takesNone(any: Exchange | undefined): boolean {
  return any !== undefined && any.request.method === 'POST' && errorCode(any) === 'INVALID_IF_MATCH';
}

const isTaken = (e: Exchange | undefined): boolean => e !== undefined && isOk(e);

/** If the write is refused both under * and without If-Match, it has another defect, and validators show nothing. */
function refused(e: Exchange | undefined, expected: Parameters<typeof expects>[1], of: OfOneWrite): Judgement {
  if (e === undefined) return unseen;
  const [any, plain] = [of.get('any'), of.get('plain')];
  if (!isOk(e) && !isTaken(any) && !isTaken(plain)) return notExercised(`${e.request.path} is taken under no If-Match`);
  return takesNone(any) && status(e) === 400 ? unseen : expects(e, expected);
}

function isUnconditional({ any, plain }: { readonly any: Exchange; readonly plain: Exchange | undefined }): Judgement {
  if (isOk(any)) return pass;
  return isTaken(plain) && !takesNone(any) ? expects(any, { status: '2xx' }, 'If-Match: *') : unseen;
}

/** The validator of the row is the same after the refusals. */
function isUnmoved(of: OfOneWrite): Judgement {
  const [before, after] = [of.get('before'), of.get('after')];
  const taken = ['stale', 'weak', 'bare'].some((what) => isTaken(of.get(what)));
  if (before === undefined || after === undefined || taken || !isOk(after)) return unseen;
  if (MOVES_BY_ITSELF.test(before.request.path) || !isAtOrAfter(after, before)) return unseen;
  if (etagOf(after) !== etagOf(before)) return violated('the row as it was before the refusals', before, after);
  return of.has('stale') ? pass : unseen;
}

function judgedUnderIfMatch(of: OfOneWrite): readonly Judgement[] {
  const any = of.get('any');
  if (any === undefined) return [];
  const weak = { status: 400, code: 'INVALID_IF_MATCH', position: 'absent' } as const;
  const claims: readonly (readonly [RequirementId, Judgement])[] = [
    ['MATCH-02', isUnconditional({ any, plain: of.get('plain') })],
    ['MATCH-03', refused(of.get('weak'), weak, of)],
    // What does not parse may be taken for a validator of nothing (decision A82).
    ['MATCH-03', refused(of.get('bare'), { status: [400, 412] }, of)],
    ['MATCH-04', refused(of.get('stale'), { status: 412 }, of)],
    ['MATCH-04', isUnmoved(of)],
  ];
  // A write that the member refuses shows nothing; the others count.
  return claims.filter(([, { verdict }]) => verdict !== 'not-exercised').map(([id, held]) => blaming(held, id));
}

/** A creation has no row yet, and a halt has none. */
const CONDITIONAL = writeCases({
  only: 'valid',
  isOf: ({ name }) => name.includes('{id}') && !UNVERSIONED.test(name),
  isAfterRestatement: true,
  // A document alone has no former version.
  shows: (name) => (name.endsWith('/config') ? ['MATCH-02', 'MATCH-03'] : ['MATCH-02', 'MATCH-03', 'MATCH-04']),
});

export const everyConditionalWrite = check({
  id: 'match/every-conditional-write',
  proves: ['MATCH-02', 'MATCH-03', 'MATCH-04'],
  title:
    'every restatement and arm of a versioned row is refused 412 under a stale If-Match and 400 under a weak one, and accepted under *',
  needs: WRITING_NEEDS,
  holds: WRITING_HOLDS,
  cases: CONDITIONAL,

  async drive(scene) {
    const { admin, elapse, freshKey } = scene;
    /** A validator that each row had before its current one. */
    const formers = new Map<string, string>();
    await everyWrite(scene, 'touchstone-conditional', CONDITIONAL, async (write, actor, takes) => {
      const { about, method, name } = write;
      const send = (what: string, ifMatch?: string, body?: SampleWrite['body']) =>
        sent(actor, write, freshKey(), {
          ...(body && { body }),
          ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
          label: labelOf(what, write),
        });
      let read = await admin.get(about);
      const first = etagOf(read);
      if (!isStrong(first)) return send('plain');
      const isDocument = name.endsWith('/config');
      if (!takes('')) {
        formers.set(about, first);
        return send('plain');
      }
      if (method === 'PUT' && !isDocument) {
        const restated = await send('restated', first, restating(write));
        read = await readAfter(admin, restated, about, { elapse });
        formers.set(about, first);
      }
      const [former, current] = [formers.get(about), etagOf(read) ?? first];
      await admin.get(about, { label: labelOf('before', write) });
      if (former !== undefined && former !== current) await send('stale', former);
      await send('weak', `W/${current}`);
      if (method === 'PUT') await send('bare', current.slice(1, -1));
      await admin.get(about, { label: labelOf('after', write) });
      formers.set(about, current);
      const any = await send('any', '*');
      return isOk(any) ? any : send('plain');
    });
  },

  judge(history) {
    const writes = [...byWrite(history.exchanges).values()];
    if (writes.length === 0) return unseen;
    const judged = writes.flatMap(judgedUnderIfMatch);
    return judged.length === 0 ? notExercised('no write on a row with a strong ETag was taken') : allOf(judged);
  },
});

/**
 * Access to the algos routes: all twelve answer, instances of another organisation are hidden, and writes need algos:manage
 * and a well-formed key.
 */

import { ABSENT_KEY } from '../../contract/register.ts';
import { ALGO_ROUTES, harmless, pathOf } from '../../contract/routes.ts';
import type { Actor, ConditionalOptions } from '../../member/actor.ts';
import { errorCode, isOk, rows, status } from '../../member/exchange/exchange.ts';
import { instanceIdOf } from '../../member/exchange/instance-id.ts';
import { replaysTheRefusal } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  creationBody,
  documentOf,
  endIfMade,
  INSTANCES,
  instanceIn,
  notCreated,
  verdictOn,
  withInstance,
} from '../../scenes/own-instance.ts';

/** Refused for two reasons, a principal in the body and a missing key, so that nothing is started, halted or deleted. */
const MALFORMED = { userId: 1 };

export const twelveRoutesAnswer = check({
  id: 'alg/twelve-routes-answer',
  proves: ['ALG-01'],
  title: 'all twelve algos routes answer: six reads are served, six malformed writes are refused',
  needs: ['admin', 'algos', 'writes'],

  async drive({ admin, target }) {
    const id = instanceIdOf(rows(await admin.get(INSTANCES))[0]);
    if (id === undefined) return;
    for (const route of harmless(ALGO_ROUTES, target)) {
      // Every instance has its first document (configSeq 1) from the beginning.
      if (route.kind !== 'write') {
        await admin.request({ method: route.method, path: pathOf(route, { id, seq: 1 }), label: 'read' });
        continue;
      }
      const path = pathOf(route, { id: target.destructive === true ? id : ABSENT_KEY, seq: 1 });
      await admin.request({ method: route.method, path, body: MALFORMED, label: 'write' });
    }
  },

  judge(history) {
    const reads = history.labelled('read');
    if (reads.length === 0) return inconclusive('the organisation has no instance');
    return allOf(
      eachOf(reads, (e) => expects(e, { status: 200 })),
      eachOf(history.labelled('write'), (e) =>
        // A member may look up the row, which does not exist, before it judges the body.
        errorCode(e) === 'NOT_FOUND' && history.target.destructive !== true
          ? pass
          : expects(e, { status: 400 }, 'the route answers'),
      ),
    );
  },
});

export const instanceOfAnotherOrganisation = check({
  id: 'alg/instance-of-another-organisation',
  proves: ['ALG-01'],
  title: "another organisation's instance is 404 on each of its routes, and on no list",
  needs: ['admin', 'foreignAlgoInstance', 'algos', 'writes'],

  async drive({ admin, fixtures, target }) {
    const path = `${INSTANCES}/${fixtures.foreignAlgoInstance.id}`;
    for (const read of ['', '/configs', '/configs/1', '/orders']) await admin.get(path + read, { label: 'asked' });
    await admin.get(INSTANCES, { label: 'list' });
    // A member that accepts such a write changes what another organisation runs.
    if (target.destructive !== true) return;
    const document = fixtures.algoVersion?.document ?? '{}';
    await admin.put(`${path}/config`, { document }, { label: 'asked' });
    for (const arm of ['stop', 'start', 'delete']) await admin.post(`${path}/${arm}`, {}, { label: 'asked' });
  },

  judge(history) {
    const [first] = history.labelled('asked');
    const id = instanceIn(first ?? history.one('list'));
    const list = history.one('list');
    return allOf(
      isOk(list) ? unseen : inconclusive('the list of instances was not served'),
      eachOf(history.labelled('asked'), (e) => expects(e, { status: 404, code: 'NOT_FOUND' })),
      rows(list).some((row) => instanceIdOf(row) === id)
        ? violated("instances of the caller's organisation alone", list)
        : pass,
    );
  },
});

type Write = (actor: Actor, options: ConditionalOptions) => ReturnType<Actor['post']>;

const halt: Write = (actor, options) => actor.post('/algos/halt', {}, options);

export const writesNeedAlgosManage = check({
  id: 'alg/writes-need-algos-manage',
  proves: ['ALG-03'],
  title: 'every algos write needs algos:manage and nothing else; without it the platform records a 403 with a position',
  needs: ['algoManager', 'trader', 'algoVersion', 'algos', 'writes'],

  async drive(scene) {
    const { algoManager, trader, freshKey, target } = scene;
    const document = documentOf(scene);
    await withInstance(scene, algoManager, {}, async (own) => {
      const { path } = own;
      // A retry is the same request: the body stays the same (decision A21).
      const body = creationBody(scene);
      const writes: readonly Write[] = [
        (actor, options) => actor.post(INSTANCES, body, options),
        (actor, options) => actor.put(`${path}/config`, { document }, options),
        ...['start', 'stop', 'delete'].map(
          (arm): Write =>
            (actor, options) =>
              actor.post(`${path}/${arm}`, {}, options),
        ),
        ...(target.destructive === true ? [halt] : []),
      ];
      for (const write of writes) {
        const key = freshKey();
        const refused = await write(trader, { key, label: 'without' });
        await write(trader, { key, label: 'without, again' });
        await endIfMade(algoManager, refused);
      }
      await trader.post(INSTANCES, { document: 17 }, { label: 'misshapen' });
      if ((await verdictOn(scene, algoManager, own)) === undefined) return;
      await algoManager.put(`${path}/config`, { document }, { label: 'with' });
      await algoManager.post(`${path}/stop`, {}, { label: 'with' });
    });
  },

  judge(history) {
    const created = history.one('created');
    if (errorCode(created) === 'CAPABILITY_DENIED') return violated('algos:manage to admit every algos write', created);
    const without = history.labelled('without');
    const again = history.labelled('without, again');
    if (without.length === 0) return notCreated(history) ?? inconclusive('no instance to write on');
    return allOf(
      eachOf(without, (e) => expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' })),
      without.map((first, i) => {
        const retried = again[i];
        return retried === undefined ? pass : replaysTheRefusal(first, retried);
      }),
      expects(history.one('misshapen'), { status: 400 }, "the door judges the request's shape"),
      history
        .labelled('with')
        .map((e) =>
          errorCode(e) === 'CAPABILITY_DENIED' ? violated('algos:manage to admit every algos write', e) : pass,
        ),
    );
  },
});

const OUTSIDE = [' ', '/', ':', '"', '+', '@'];

/** Keys by description, made from a fresh key. A key of one character may be in use; a 409 shows that it is valid. */
const KEYS = {
  taken: {
    'one character': (fresh: string) => fresh.slice(-1),
    '64 characters': (fresh: string) => longKey(fresh, 64),
    'a point in front': (fresh: string) => `.${fresh}`,
  },
  refused: {
    '65 characters': (fresh: string) => longKey(fresh, 65),
    ...Object.fromEntries(OUTSIDE.map((one) => [`with ${one}`, (fresh: string) => `${fresh}${one}x`])),
  },
} as const satisfies Record<string, Readonly<Record<string, (fresh: string) => string>>>;

const longKey = (fresh: string, length: number): string => `${fresh}._~-`.padEnd(length, 'Zz9');

const RESTATED = 'restated in the body';
const CONTRADICTED = ['contradicted on an arm', 'contradicted on a document', 'contradicted on a creation'] as const;

export const keyGrammar = check({
  id: 'alg/key-grammar',
  proves: ['ALG-18'],
  title: 'a key of algos writes is 1 to 64 of [A-Za-z0-9._~-]; a body commandKey restates it and never contradicts it',
  needs: ['admin', 'algoVersion', 'algos', 'writes'],

  cases: {
    of: 'keys',
    names: () => [...Object.keys(KEYS.refused), ...Object.keys(KEYS.taken), RESTATED, ...CONTRADICTED],
  },

  async drive(scene) {
    const { admin, freshKey, takes } = scene;
    const [onArm, onDocument, onCreation] = CONTRADICTED.map(takes);
    await withInstance(scene, admin, {}, async ({ path }) => {
      const stop = (key: string, label: string, body: object = {}) => admin.post(`${path}/stop`, body, { key, label });
      for (const [kind, keys] of Object.entries(KEYS)) {
        for (const [what, keyOf] of Object.entries(keys)) if (takes(what)) await stop(keyOf(freshKey()), kind);
      }
      const key = freshKey();
      if (takes(RESTATED)) await stop(key, 'taken', { commandKey: key });
      if (onArm) await stop(freshKey(), 'contradicted', { commandKey: freshKey() });
      const body = { document: documentOf(scene), commandKey: freshKey() };
      if (onDocument) await admin.put(`${path}/config`, body, { label: 'contradicted' });
    });
    const body = creationBody(scene, { commandKey: freshKey() });
    if (onCreation) await endIfMade(admin, await admin.post(INSTANCES, body, { label: 'contradicted' }));
  },

  judge(history) {
    const [taken, refused, contradicted] = ['taken', 'refused', 'contradicted'].map((label) => history.labelled(label));
    return (
      notCreated(history) ??
      allOf(
        taken?.map((e) => (status(e) === 400 ? violated('a key that is in the grammar taken', e) : pass)) ?? [],
        refused?.map((e) => expects(e, { status: 400, position: 'absent' })) ?? [],
        contradicted?.map((e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' })) ?? [],
      )
    );
  },
});

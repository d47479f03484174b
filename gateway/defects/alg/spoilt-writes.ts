import { Refusal, type RefusalCode } from '../../contract/refusals.ts';
import type { OperationId } from '../../contract/routes.ts';
import type { ConfigDocumentRow } from '../../facts.ts';
import type { Known, Stage } from '../../stage.ts';
import { anotherHolding, inTheNameOf, sendingAnother } from '../another-command.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';
import { hearing } from '../hearing-otherwise.ts';

type Row = Readonly<Record<string, unknown>>;

const OPERATION = /^\/operations\//;
const CONFIG = /^\/algos\/instances\/[^/]+\/config$/;
const STOP = /^\/algos\/instances\/[^/]+\/stop$/;

/** A stage that an operation goes through otherwise. */
function forOperation(
  stage: string,
  operation: OperationId,
  run: (good: Stage, known: Known, proceed: Parameters<Stage['run']>[1]) => ReturnType<Stage['run']>,
): NonNullable<Defect['stages']> {
  return {
    [stage]: (good) => ({
      ...good,
      run: (known, proceed) => (known.operation === operation ? run(good, known, proceed) : good.run(known, proceed)),
    }),
  };
}

/** The outcome that an operation record tells of a creation. */
function ofCreations(change: (outcome: Row) => Row): NonNullable<Defect['spoil']> {
  return (answer, { path }) =>
    OPERATION.test(path) && answer.status === 200
      ? rewriteBody(answer, (record) =>
          record['operation'] === 'createAlgoInstance'
            ? { ...record, outcome: change(record['outcome'] as Row) }
            : record,
        )
      : answer;
}

function taken(path: RegExp, change: (row: Row) => Row): NonNullable<Defect['spoil']> {
  return (answer, { path: asked }) => (path.test(asked) && answer.status < 300 ? rewriteBody(answer, change) : answer);
}

/** What the owner refused, refused as something else. */
function passedOn(from: RefusalCode, to: RefusalCode): NonNullable<Defect['stages']> {
  return {
    send: (good) => ({
      ...good,
      async run(known, proceed) {
        try {
          return await good.run(known, proceed);
        } catch (thrown) {
          if (!(thrown instanceof Refusal) || thrown.code !== from) throw thrown;
          throw new Refusal(to, thrown.message, { headers: thrown.headers, judgedByOwner: true });
        }
      },
    }),
  };
}

const withRoute = (known: Known, of: Partial<Known['route']>): Known => ({
  ...known,
  route: { ...known.route, ...of },
});

/** Each is wrong about what a write of algos is answered, or takes. */
export const SPOILT_WRITES: readonly Defect[] = [
  {
    name: 'is-not-found-without-a-key',
    breaks: ['ALG-01', 'IDEM-01'],
    story: 'a halt without a key is answered as a path that is not there',
    stages: forOperation('require-key', 'haltAlgos', async (good, known, proceed) => {
      if (known.request.headers['idempotency-key'] === undefined) throw new Refusal('ROUTE_NOT_FOUND', 'no such route');
      return good.run(known, proceed);
    }),
  },
  {
    name: 'names-no-document-of-a-creation',
    breaks: ['ALG-02'],
    story: 'the operation of a creation names the instance and not its document',
    spoil: ofCreations((outcome) => ({ ...outcome, configSeq: null })),
  },
  {
    name: 'counts-a-creation-among-the-register',
    breaks: ['ALG-02'],
    story: 'the outcome of a creation is of the family register',
    spoil: ofCreations((outcome) => ({ ...outcome, family: 'register' })),
  },
  {
    name: 'counts-the-first-document-as-the-second',
    breaks: ['ALG-02'],
    story: 'a creation answers configSeq 2',
    spoil: (answer, { path }) =>
      path === '/algos/instances' && answer.status === 201
        ? rewriteBody(answer, (row) => ({ ...row, configSeq: 2 }))
        : answer,
  },
  {
    name: 'lets-traders-stop-an-instance',
    breaks: ['ALG-03'],
    story: 'whoever may trade stops an instance of their organisation',
    stages: inTheNameOf((known) =>
      known.operation === 'stopAlgoInstance' && known.caller.user.capabilities.includes('orders:trade')
        ? anotherHolding(known, 'algos:manage')
        : undefined,
    ),
  },
  {
    name: 'looks-at-the-caller-before-the-shape',
    breaks: ['ALG-03'],
    story: 'a creation by one without algos:manage is refused whatever it looks like',
    stages: forOperation('read-body', 'createAlgoInstance', async (good, known, proceed) => {
      const bytes = await known.readBytes();
      const isMalformed = bytes.includes('"document":17');
      if (isMalformed && !known.caller.user.capabilities.includes('algos:manage'))
        throw new Refusal('CAPABILITY_DENIED', 'the user does not hold algos:manage');
      return good.run({ ...known, readBytes: async () => bytes }, proceed);
    }),
  },
  {
    name: 'quotes-a-staged-document',
    breaks: ['ALG-05'],
    story: 'PUT config answers the ETag of the document that it staged',
    spoil: (answer, { path, request }) =>
      request.method === 'PUT' && CONFIG.test(path) && answer.status === 200 && typeof answer.body === 'string'
        ? { ...answer, headers: { ...answer.headers, ETag: `"${(JSON.parse(answer.body) as Row)['seq']}"` } }
        : answer,
  },
  {
    name: 'answers-a-document-as-applied',
    breaks: ['ALG-05'],
    story: 'PUT config answers APPLIED before the engine has said anything',
    spoil: taken(CONFIG, (row) => ({ ...row, outcome: 'APPLIED', outcomeAtNs: row['createdAtNs'] })),
  },
  {
    name: 'calls-a-pending-document-stale',
    breaks: ['ALG-06'],
    story: 'a second document while one awaits its verdict is refused 412',
    stages: passedOn('CONFIG_PENDING', 'CONFIG_SEQ_CONFLICT'),
  },
  {
    name: 'forgets-why-a-document-was-refused',
    breaks: ['ALG-07'],
    story: 'a refused document has no detail',
    port: hearing(
      () => (fact) =>
        fact.kind === 'ConfigDocumentRecorded' ? [{ ...fact, config: { ...fact.config, detail: null } }] : [fact],
    ),
  },
  {
    name: 'times-a-verdict-before-it-is-there',
    breaks: ['ALG-07'],
    story: 'the first document of an instance has its outcomeAtNs while the verdict is out',
    port: hearing(() => (fact) => {
      if (fact.kind !== 'ConfigDocumentRecorded' || fact.config.seq > 1) return [fact];
      const { outcomeAtNs, createdAtNs } = fact.config;
      return [{ ...fact, config: { ...fact.config, outcomeAtNs: outcomeAtNs ?? createdAtNs } }];
    }),
  },
  {
    name: 'moves-the-former-verdict-with-the-next',
    breaks: ['ALG-07'],
    story: 'a verdict on a document moves the outcomeAtNs of the one before it too',
    port: hearing(() => {
      const latest = new Map<string, ConfigDocumentRow>();
      return (fact, { atNs }) => {
        if (fact.kind !== 'ConfigDocumentRecorded' || fact.config.outcome === 'STAGED') return [fact];
        const { instanceId, seq } = fact.config;
        latest.set(`${instanceId}/${seq}`, fact.config);
        const former = latest.get(`${instanceId}/${seq - 1}`);
        return former === undefined ? [fact] : [fact, { ...fact, config: { ...former, outcomeAtNs: atNs } }];
      };
    }),
  },
  {
    name: 'names-no-version-to-a-stale-document',
    breaks: ['ALG-08'],
    story: 'a stale document is refused without currentVersion',
    spoil: (answer, { path }) =>
      CONFIG.test(path) && answer.status === 412
        ? rewriteBody(answer, ({ error }) => {
            const { currentVersion: _, ...rest } = error as Row;
            return { error: rest };
          })
        : answer,
  },
  {
    name: 'quotes-nothing-to-a-stale-document',
    breaks: ['ALG-08'],
    story: 'a stale document is refused without a fresh ETag',
    spoil: (answer, { path }) => (CONFIG.test(path) && answer.status === 412 ? without(answer, 'ETag') : answer),
  },
  {
    name: 'stages-a-stale-document',
    breaks: ['ALG-08'],
    story: 'the last document wins, whichever its writer had read',
    stages: sendingAnother(({ command }) => {
      const { body } = command;
      return body.kind === 'propose-config' ? { ...command, body: { ...body, ifMatch: null } } : undefined;
    }),
  },
  {
    name: 'takes-an-if-match-to-stop',
    breaks: ['ALG-09'],
    story: 'a stop takes no notice of an If-Match',
    stages: forOperation('read-if-match', 'stopAlgoInstance', (good, known, proceed) => {
      const request = Object.create(known.request, { headersDistinct: { value: {} } });
      return good.run({ ...known, request }, proceed);
    }),
  },
  {
    name: 'calls-an-if-match-of-a-start-malformed',
    breaks: ['ALG-09'],
    story: 'a start with an If-Match is refused MALFORMED_REQUEST',
    stages: forOperation('read-if-match', 'startAlgoInstance', async (good, known, proceed) => {
      if (known.request.headers['if-match'] !== undefined)
        throw new Refusal('MALFORMED_REQUEST', 'If-Match: this write takes none');
      return good.run(known, proceed);
    }),
  },
  {
    name: 'answers-a-stop-with-another-row',
    breaks: ['ALG-10'],
    story: 'a stop answers a row that is not of the instance',
    spoil: taken(STOP, (row) => ({ ...row, instanceId: Number(row['instanceId']) + 1 })),
  },
  {
    name: 'counts-one-more-than-it-halts',
    breaks: ['ALG-11'],
    story: 'a halt counts an instance that was not started',
    spoil: taken(/^\/algos\/halt$/, ({ count }) => ({ count: Number(count) + 1 })),
  },
  {
    name: 'has-nothing-to-halt',
    breaks: ['ALG-11'],
    story: 'a halt is refused when no instance is started',
    spoil: (answer, { path }) => {
      const isNone = path === '/algos/halt' && answer.status === 200 && answer.body === '{"count":0}';
      return isNone ? { ...answer, status: 409 } : answer;
    },
  },
  {
    name: 'refuses-a-tilde-in-a-key',
    breaks: ['ALG-18'],
    story: 'a key with ~ is no key to a stop',
    stages: forOperation('require-key', 'stopAlgoInstance', async (good, known, proceed) => {
      if (known.request.headers['idempotency-key']?.includes('~'))
        throw new Refusal('MALFORMED_REQUEST', 'Idempotency-Key: not 1 to 64 characters of A-Z a-z 0-9 . _ -');
      return good.run(known, proceed);
    }),
  },
  {
    name: 'takes-a-key-of-65-characters',
    breaks: ['ALG-18'],
    story: 'a stop takes a key that is a character too long, without its first',
    stages: forOperation('require-key', 'stopAlgoInstance', (good, known, proceed) => {
      const sent = known.request.headersDistinct['idempotency-key'] ?? [];
      const headersDistinct = { 'idempotency-key': sent.map((key) => (key.length === 65 ? key.slice(1) : key)) };
      return good.run(
        { ...known, request: Object.create(known.request, { headersDistinct: { value: headersDistinct } }) },
        proceed,
      );
    }),
  },
  {
    name: 'ignores-another-command-key',
    breaks: ['ALG-18'],
    story: 'the commandKey of a document is not held against its key',
    stages: forOperation('read-body', 'putAlgoConfig', (good, known, proceed) => {
      const { commandKey: _, ...restates } = known.route.restates ?? {};
      return good.run(withRoute(known, { restates }), proceed);
    }),
  },
];

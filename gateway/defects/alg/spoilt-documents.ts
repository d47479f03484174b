/** Members that do something else with the names and the length of a document. */
import { Refusal } from '../../contract/refusals.ts';
import type { OperationId } from '../../contract/routes.ts';
import type { CreateAlgoInstanceBody } from '../../contract/shapes/algos.ts';
import type { Answer, Known, Stage } from '../../stage.ts';
import { sendingAnother } from '../another-command.ts';
import type { Defect } from '../defect.ts';

const LIMIT_BYTES = 6_144;

const bytesOf = (text: string) => Buffer.byteLength(text);
const documentOf = ({ body }: Pick<Known, 'body'>) => String((body as Partial<CreateAlgoInstanceBody>).document);

/** The document on its way to the platform, another one; undefined: the same. */
function sending(change: (kept: string, written: string) => string | undefined): NonNullable<Defect['stages']> {
  return sendingAnother((known) => {
    const { command } = known;
    const { body } = command;
    if (body.kind !== 'create-instance' && body.kind !== 'propose-config') return undefined;
    const document = change(body.document, documentOf(known));
    return document === undefined ? undefined : { ...command, body: { ...body, document } };
  });
}

type Preparing = (good: Stage, known: Known, proceed: Parameters<Stage['run']>[1]) => Promise<Answer>;

function preparing(operation: OperationId, run: Preparing): NonNullable<Defect['stages']> {
  return {
    prepare: (good) => ({
      ...good,
      run: (known, proceed) => (known.operation === operation ? run(good, known, proceed) : good.run(known, proceed)),
    }),
  };
}

const withDocument = (known: Known, document: string): Known => ({
  ...known,
  body: { ...(known.body as object), document },
});

/** What to do instead where a creation is refused this. */
function otherwise(code: string, instead: Preparing): NonNullable<Defect['stages']> {
  return preparing('createAlgoInstance', async (good, known, proceed) => {
    let isPrepared = false;
    try {
      return await good.run(known, (given) => {
        isPrepared = true;
        return proceed(given);
      });
    } catch (thrown) {
      if (isPrepared || !(thrown instanceof Refusal) || thrown.code !== code) throw thrown;
      return instead(good, known, proceed);
    }
  });
}

/** What is written in place of the longest comment at the end, so that the rest fits. */
const cut = (document: string) => document.replace(/\/\*.*\*\/$/u, '');

export const SPOILT_DOCUMENTS: readonly Defect[] = [
  {
    name: 'counts-characters-of-a-document',
    breaks: ['ALG-12'],
    story: 'a document of 6,144 characters passes, however many bytes they are',
    stages: otherwise('DOCUMENT_TOO_LARGE', (good, known, proceed) => {
      const document = documentOf(known);
      const isWide = document.length <= LIMIT_BYTES && bytesOf(document) > LIMIT_BYTES;
      return good.run(isWide ? withDocument(known, cut(document)) : known, proceed);
    }),
  },
  {
    name: 'refuses-a-document-of-just-the-limit',
    breaks: ['ALG-12'],
    story: 'a document of 6,144 bytes is too large for an instance that stands',
    stages: preparing('putAlgoConfig', async (good, known, proceed) => {
      if (bytesOf(documentOf(known)) === LIMIT_BYTES) throw new Refusal('DOCUMENT_TOO_LARGE', 'document: too long');
      return good.run(known, proceed);
    }),
  },
  {
    name: 'calls-a-long-document-a-large-payload',
    breaks: ['ALG-12'],
    story: 'a long document for an instance that stands is refused as a long body is',
    stages: preparing('putAlgoConfig', async (good, known, proceed) => {
      if (bytesOf(documentOf(known)) > LIMIT_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE', 'document: too long');
      return good.run(known, proceed);
    }),
  },
  {
    name: 'trims-a-document-with-names',
    breaks: ['ALG-13'],
    story: 'a document whose names became comments loses the white space about it',
    stages: sending((kept, written) => (kept !== written && / \/\* main \*\//.test(kept) ? kept.trim() : undefined)),
  },
  {
    name: 'replaces-a-name-within-a-comment',
    breaks: ['ALG-13'],
    story: 'a name in quotes is replaced wherever it stands',
    stages: sending((kept) => (/ \/\* main \*\//.test(kept) ? kept.replaceAll('"main"', '1') : undefined)),
  },
  {
    name: 'refuses-a-document-whose-comments-do-not-fit',
    breaks: ['ALG-14'],
    story: 'a document that is too long with its comments is refused',
    stages: {
      send: (good) => ({
        ...good,
        async run(known, proceed) {
          const { body } = known.command;
          const written = documentOf(known);
          if (body.kind === 'create-instance' && body.document !== written && bytesOf(written) === LIMIT_BYTES)
            throw new Refusal('DOCUMENT_TOO_LARGE', 'document: too long with its comments');
          return good.run(known, proceed);
        },
      }),
    },
  },
  {
    name: 'ends-a-comment-within-a-name',
    breaks: ['ALG-14'],
    story: 'a name stands in a comment whatever it holds',
    stages: sending((kept, written) =>
      written.includes('*/\u2028') || written.includes('*/\\u2028')
        ? kept.replace(/"account": ([0-9]+)/, '"account": $1 /* touchstone-*/ desk */')
        : undefined,
    ),
  },
  {
    name: 'cuts-a-document-that-its-ids-made-too-long',
    breaks: ['ALG-15'],
    story: 'a document that its ids made too long loses its last comment',
    stages: otherwise('DOCUMENT_TOO_LARGE', (good, known, proceed) => {
      const document = documentOf(known);
      return good.run(bytesOf(document) <= LIMIT_BYTES ? withDocument(known, cut(document)) : known, proceed);
    }),
  },
  {
    name: 'sends-an-unknown-name-as-it-is-written',
    breaks: ['ALG-16'],
    story: 'a document that names no account of ours is left to the platform, whose refusal spends the key',
    stages: otherwise('REFERENCE_UNKNOWN_ACCOUNT', (good, known, proceed) =>
      good.run(withDocument(known, '{}'), (given) => {
        const { command } = given;
        if (command?.body.kind !== 'create-instance') return proceed(given);
        return proceed({ ...given, command: { ...command, body: { ...command.body, document: documentOf(known) } } });
      }),
    ),
  },
  {
    name: 'calls-an-unknown-instrument-an-account',
    breaks: ['ALG-16'],
    story: 'a document that names no instrument is refused for an account',
    stages: otherwise('REFERENCE_UNKNOWN_INSTRUMENT', () => {
      throw new Refusal('REFERENCE_UNKNOWN_ACCOUNT', 'document: no such account');
    }),
  },
  {
    name: 'unknown-name-in-a-document-spends-the-key',
    breaks: ['ALG-16'],
    story: 'the refusal of an unknown name is remembered against its key',
    stages: {
      'replay-or-attach': (good) => {
        const spent = new Map<string, Refusal>();
        return {
          ...good,
          async run(known, proceed) {
            const before = spent.get(known.key);
            if (before !== undefined) throw before;
            try {
              return await good.run(known, proceed);
            } catch (thrown) {
              if (thrown instanceof Refusal && thrown.code === 'REFERENCE_UNKNOWN_INSTRUMENT')
                spent.set(known.key, new Refusal('IDEMPOTENCY_KEY_REUSED', 'the key was refused'));
              throw thrown;
            }
          },
        };
      },
    },
  },
  {
    name: 'refuses-a-version-that-it-has-not-heard-of',
    breaks: ['ALG-17'],
    story: 'names for a version that the member does not know are refused at the door',
    stages: preparing('createAlgoInstance', async (good, known, proceed) => {
      const { pool, algoVersionId } = known.body as CreateAlgoInstanceBody;
      if (known.services.state.algoVersion(pool, algoVersionId) === undefined && documentOf(known).includes('"main"'))
        throw new Refusal('FIELD_TYPE_MISMATCH', 'document: the version is not known here');
      return good.run(known, proceed);
    }),
  },
];

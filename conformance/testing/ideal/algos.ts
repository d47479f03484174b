/**
 * The instances of the ideal member, and an engine that accepts every document except one that names another algo.
 * For tests.
 */
import type { IdealAnswer, IdealOwner, IdealWrite, Row } from './owner.ts';
import { accepted, refusal } from './owner.ts';

const STATUS: Readonly<Record<string, string>> = { start: 'STARTED', stop: 'STOPPED', delete: 'DELETED' };

interface Held {
  readonly organisation: string;
  row: Row;
  readonly documents: Row[];
}

export interface IdealEngine {
  /** Whether the engine's verdict on the document that a key proposed is held back. */
  isHeld(key: string): boolean;
  /** Decides later, at a position of its own. */
  decide(key: string, verdict: (position: number) => void): void;
}

/** Record owner of algo instances and their documents, in memory. Held verdicts of the engine are decided later. */
export class IdealAlgos implements IdealOwner {
  readonly #instances = new Map<number, Held>();
  readonly #engine: IdealEngine;
  readonly #isGranted: (write: IdealWrite) => boolean;

  constructor(engine: IdealEngine, isGranted: (write: IdealWrite) => boolean) {
    this.#engine = engine;
    this.#isGranted = isGranted;
  }

  rows(organisation: string, route: string): readonly Row[] | undefined {
    if (route === '/algos/versions')
      return [
        { algoVersionId: 1, pool: 'a' },
        { algoVersionId: 2, pool: 'a' },
      ];
    if (route === '/algos/instances') return this.#of(organisation).map(({ row }) => row);
    const [, id, part] = /^\/algos\/instances\/([0-9]+)\/(configs|orders)$/.exec(route) ?? [];
    const held = this.#held(organisation, id);
    return held && (part === 'configs' ? held.documents : []);
  }

  row(organisation: string, path: string): Row | undefined {
    const [, id, part, seq] =
      /^\/algos\/instances\/([0-9]+)(?:\/(configs)\/([0-9]+)|\/config|\/start|\/stop|\/delete)?$/.exec(path) ?? [];
    const held = this.#held(organisation, id);
    return part === undefined ? held?.row : held?.documents[Number(seq) - 1];
  }

  judge(write: IdealWrite): IdealAnswer | undefined {
    const { organisation, path, body } = write;
    if (!path.startsWith('/algos/')) return undefined;
    if (!this.#isGranted(write)) return refusal(403, 'CAPABILITY_DENIED');
    if (path === '/algos/halt') return this.#halt(organisation);
    if (path === '/algos/instances') return this.#create(write);
    const [, id, arm = ''] = /^\/algos\/instances\/([0-9]+)\/([a-z]+)$/.exec(path) ?? [];
    const held = this.#held(organisation, id);
    if (held === undefined) return refusal(404, 'NOT_FOUND');
    if (held.row['status'] === 'DELETED') return refusal(409, 'TRANSITION_NOT_ADMITTED');
    if (arm === 'config') return this.#configure(write, held, `${body['document']}`);
    held.row = { ...held.row, status: STATUS[arm] };
    return accepted(200, held.row);
  }

  #halt(organisation: string): IdealAnswer {
    const started = this.#of(organisation).filter(({ row }) => row['status'] === 'STARTED');
    for (const held of started) held.row = { ...held.row, status: 'STOPPED' };
    return accepted(200, { count: started.length });
  }

  #create({ organisation, body, key, position }: IdealWrite): IdealAnswer {
    const instanceId = 5_000 + position;
    const row = { instanceId, displayName: body['displayName'], status: 'STOPPED', configSeq: 0 };
    const held: Held = { organisation, row, documents: [] };
    this.#instances.set(instanceId, held);
    this.#stage(held, key, `${body['document']}`);
    return accepted(201, held.row);
  }

  #configure({ ifMatch, key }: IdealWrite, held: Held, document: string): IdealAnswer {
    if (held.documents.at(-1)?.['outcome'] === 'STAGED') return refusal(409, 'CONFIG_PENDING');
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== `"${held.row['configSeq']}"`)
      return refusal(412, 'CONFIG_SEQ_CONFLICT');
    return accepted(200, this.#stage(held, key, document));
  }

  #stage(held: Held, key: string, document: string): Row {
    const seq = held.documents.length + 1;
    const staged = {
      instanceId: held.row['instanceId'],
      seq,
      document,
      outcome: 'STAGED',
      outcomeAtNs: null,
      detail: null,
    };
    held.documents.push(staged);
    held.row = { ...held.row, configSeq: seq };
    const isTaken = !document.includes('"touchstone"');
    this.#engine.decide(key, (position) => {
      held.documents[seq - 1] = {
        ...staged,
        outcome: isTaken ? 'APPLIED' : 'REFUSED',
        outcomeAtNs: `${position * 1_000}`,
        detail: isTaken ? null : 'of another algo',
      };
    });
    return staged;
  }

  #of(organisation: string): readonly Held[] {
    return [...this.#instances.values()].filter((held) => held.organisation === organisation);
  }

  #held(organisation: string, id: string | undefined): Held | undefined {
    const held = this.#instances.get(Number(id));
    return held?.organisation === organisation ? held : undefined;
  }
}

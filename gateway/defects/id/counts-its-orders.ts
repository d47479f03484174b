import type { Command, Fact, SequencedRecord } from '../../facts.ts';
import type { PlatformPort } from '../../platform-port.ts';
import type { Defect } from '../defect.ts';

/** Above all that the world holds already, so that new orders still come first. */
const FIRST = 2_000_000_000_000_000_000n;

/** Ids of this member's own in place of the platform's: one after another, in order of the sequence. */
class Numbering {
  readonly #own = new Map<string, string>();
  readonly #platforms = new Map<string, string>();

  ownOf(orderId: string): string {
    let own = this.#own.get(orderId);
    if (own === undefined) {
      own = String(FIRST + BigInt(this.#own.size));
      this.#own.set(orderId, own);
      this.#platforms.set(own, orderId);
    }
    return own;
  }

  platformsOf(own: string): string {
    return this.#platforms.get(own) ?? own;
  }
}

function renumbered(record: SequencedRecord, numbering: Numbering): SequencedRecord {
  const { facts } = record.verdict;
  if (facts === undefined) return record;
  return { ...record, verdict: { facts: facts.map((fact) => renumberedFact(fact, numbering)) } };
}

function renumberedFact(fact: Fact, numbering: Numbering): Fact {
  switch (fact.kind) {
    case 'OrderUpdated':
      return { ...fact, order: { ...fact.order, orderId: numbering.ownOf(fact.order.orderId) } };
    case 'ExecutionRecorded':
      return { ...fact, execution: { ...fact.execution, orderId: numbering.ownOf(fact.execution.orderId) } };
    default:
      return fact;
  }
}

function sent(command: Command, numbering: Numbering): Command {
  const { body } = command;
  return body.kind === 'cancel'
    ? { ...command, body: { ...body, orderId: numbering.platformsOf(body.orderId) } }
    : command;
}

export const countsItsOrders: Defect = {
  name: 'counts-its-orders',
  breaks: ['ID-05'],
  story: 'numbers orders one after another, so that an id tells how many there are',
  port(good): PlatformPort {
    const numbering = new Numbering();
    return {
      submit: (command) => good.submit(sent(command, numbering)),
      lookUp: (orgId, key) => good.lookUp(orgId, key),
      follow: (after, apply) => good.follow(after, (record) => apply(renumbered(record, numbering))),
      head: () => good.head(),
      storeMaterial: (material) => good.storeMaterial(material),
      quotes: (instrumentId, heard) => good.quotes(instrumentId, heard),
    };
  },
};

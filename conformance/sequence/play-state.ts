/** What a sequence knows so far, from its own answers, and how its steps send. Lists are newest first. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { isFactual, isOk, status, textAt } from '../member/exchange/exchange.ts';
import { Driver } from './driver.ts';
import { Records } from './records.ts';
import type { Organisation, SequenceScene, Write, Writer, Writing } from './writes.ts';
import { organisationOfWriter } from './writes.ts';

/** The request that a writer repeats at the end under one of its keys. */
interface Lasting extends Writing {
  /** Not refused at the door: the key belongs to it. */
  readonly bound: boolean;
  /** Whether its outcome was seen. */
  readonly answered: boolean;
}

/** One run of a sequence of orders or of rows of every kind. */
export class Play {
  readonly driver: Driver;
  readonly scene: SequenceScene;
  /** Rows other than orders. */
  readonly records: Records;
  /** By writer and key: the first accepted request, else the latest. */
  readonly lasting = new Map<string, Lasting>();
  readonly sent: Readonly<Record<Organisation, Writing[]>> = { first: [], second: [] };
  readonly orderIds: Readonly<Record<Organisation, string[]>> = { first: [], second: [] };
  /** The page that each reader looks at. */
  readonly pages = new Map<Writer, Exchange>();
  /** The writers whose capabilities were read. */
  readonly #known = new Set<Writer>();

  constructor(scene: SequenceScene) {
    this.scene = scene;
    this.driver = Driver.begin(scene);
    this.records = new Records(this.driver);
  }

  /** Whether faults can be set and time moved. */
  get controlled(): boolean {
    return this.driver.control !== undefined;
  }

  /** Whether the target is judged by the sandbox's own decisions. */
  get strict(): boolean {
    return this.scene.target.strict;
  }

  get(reader: Writer, path: string, query?: Record<string, string | number>, label?: string): Promise<Exchange> {
    return this.driver.get(reader, path, query, label);
  }

  /** The answer; undefined where the write waits for a held verdict. */
  async send(writing: Writing): Promise<Exchange | undefined> {
    const answer = await this.driver.write(writing.writer, writing.letter, writing.write);
    this.#note(writing, answer);
    return answer;
  }

  /** Sends several writes, each before another one is answered. */
  async sendAtOnce(writings: readonly Writing[]): Promise<void> {
    const answers = await this.driver.writeAtOnce(writings);
    for (const [i, writing] of writings.entries()) this.#note(writing, answers[i]);
  }

  /** Sends a write under a new key. */
  async sendNew(writer: Writer, write: Write): Promise<Exchange | undefined> {
    await this.introduce(writer);
    return this.send({ writer, letter: this.driver.nextLetter(), write });
  }

  /** Reads GET /me as the writer, once in a sequence and before their first write, so that its outcome can be judged. */
  async introduce(writer: Writer): Promise<void> {
    if (this.#known.has(writer)) return;
    this.#known.add(writer);
    await this.get(writer, '/me');
  }

  /** A write that still waits counts as accepted: it has passed the door. */
  #note(writing: Writing, answer: Exchange | undefined): void {
    const { writer, letter, write } = writing;
    const organisation = organisationOfWriter(writer);
    this.sent[organisation].unshift(writing);
    const answered = answer !== undefined && answer.response !== null && status(answer) !== 202;
    const bound = !answered || isFactual(answer);
    const name = `${writer} ${letter}`;
    if (this.lasting.get(name)?.bound !== true) this.lasting.set(name, { ...writing, bound, answered });
    const orderId = answer !== undefined && isOk(answer) ? textAt(answer, 'orderId') : undefined;
    const known = this.orderIds[organisation];
    if (orderId !== undefined && write.path === '/orders' && !known.includes(orderId)) known.unshift(orderId);
    if (organisation === 'first') this.records.noteCreation(write, answer);
  }
}

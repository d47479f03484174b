/**
 * Judges a world under trouble from outside: by the log of its clients (`client.ts`) and its final records. Nothing acknowledged
 * is lost, doubled or changed, and every answer is as published. The functions are pure. Each returns errors, one line each.
 */
import {
  errorCode,
  header,
  isFactual,
  isOf,
  isReplay,
  keyOf,
  pathOf,
  position,
  sentJson,
  status,
  textAt,
} from '../../../conformance/member/exchange/exchange.ts';
import { isRefusalCode, REFUSALS } from '../../../gateway/contract/refusals.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { ORG_IDS } from '../../../platform-sim/seed-data/organisations.ts';
import { DocumentFit } from '../properties/fits-document.ts';
import type { ServedDocument } from '../properties/served-document.ts';
import { type Entry, OWN_KEY } from './client.ts';

export interface Ledger {
  readonly log: readonly Entry[];
  /** Records of the sequence, from before the first entry to after the last one. */
  readonly records: readonly SequencedRecord[];
  /** Whether the trouble is over and every order without an outcome was sent again. */
  readonly isSettled?: boolean;
  /** Whether members have several versions, so that bodies differ in form. */
  readonly isOfVersions?: boolean;
}

/** Errors of the writes in the log that have a key. */
export function wrongWrites({ log, records, isSettled = false, isOfVersions = false }: Ledger): readonly string[] {
  const wrong: string[] = [];
  const recorded = Map.groupBy(
    records.filter(({ command }) => command.key?.startsWith(OWN_KEY)),
    ({ command }) => named(command.principal.orgId, command.key),
  );
  const outcomeOf = isOfVersions ? outcomeOfAnyVersion : wholeOutcome;
  for (const [name, entries] of Map.groupBy(log.filter(keyOf), nameOf)) {
    const [record, ...more] = recorded.get(name) ?? [];
    recorded.delete(name);
    if (more.length > 0) wrong.push(`${name} was sequenced ${1 + more.length} times`);
    if (record !== undefined && !entries.some((entry) => asksFor(entry, record))) {
      wrong.push(`${name} was sequenced as something else: ${JSON.stringify(record.command.body)}`);
    }
    const judged = entries.filter(isJudged).toSorted((left, right) => left.answeredAtMs - right.answeredAtMs);
    const [first] = judged;
    const outcomes = new Set(judged.map(outcomeOf));
    if (outcomes.size > 1) wrong.push(`${name} has ${outcomes.size} outcomes: ${[...outcomes].join(' | ')}`);
    if (first !== undefined) wrong.push(...wrongAnswer(name, first, record));
    const second = judged.find(
      (entry) => first !== undefined && entry.sentAtMs > first.answeredAtMs && !isReplay(entry),
    );
    if (second !== undefined) wrong.push(`${name} was sent again at ${second.n}, and its answer is no replay`);
    const last = entries.at(-1);
    if (isSettled && last?.expected?.includes(201) === true && !entries.some((entry) => status(entry) === 201)) {
      wrong.push(`${name} was not answered 201 when it was sent again: ${last.failure ?? last.response?.body}`);
    }
  }
  for (const name of recorded.keys()) wrong.push(`${name} was never sent`);
  return wrong;
}

function named(orgId: number, key: string | null | undefined): string {
  return `${key} of organisation ${orgId}`;
}

/** The key and the organisation of a write. */
export function nameOf(entry: Entry): string {
  return named(organisationOf(entry.actor), keyOf(entry));
}

export function organisationOf(actor: string): number {
  return actor === 'outsider' ? ORG_IDS.second : ORG_IDS.first;
}

/** Whether an owner judged it. A 404 before 0.13.0 does not show whether an owner did. */
export function isJudged(entry: Entry): boolean {
  return isFactual(entry) && status(entry) !== 202 && status(entry) !== 404;
}

function wholeOutcome(entry: Entry): string {
  return `${status(entry)} at ${position(entry)}: ${entry.response?.body}`;
}

function outcomeOfAnyVersion(entry: Entry): string {
  const said = errorCode(entry) ?? textAt(entry, 'orderId') ?? textAt(entry, 'portfolioId');
  return `${status(entry)} ${said} at ${position(entry)}`;
}

/** Whether the record can be the effect of this request. */
function asksFor(entry: Entry, { command }: SequencedRecord): boolean {
  const { body } = command;
  if (body.kind === 'cancel') return isOf(entry, 'POST /orders/{id}/cancel');
  if (body.kind !== 'submit') return true;
  const { qty, side } = (sentJson(entry) ?? {}) as { readonly qty?: unknown; readonly side?: unknown };
  return isOf(entry, 'POST /orders') && Number(body.qty) === Number(qty) && body.side === side;
}

function wrongAnswer(name: string, answer: Entry, record: SequencedRecord | undefined): readonly string[] {
  const at = position(answer);
  if (record === undefined) return [`${name} was answered at ${at}, and is lost`];
  const wrong: string[] = [];
  if (String(at) !== String(record.position)) wrong.push(`${name} was answered at ${at}, and is at ${record.position}`);
  const fact = record.verdict.facts?.find(({ kind }) => kind === 'OrderUpdated');
  const orderId = fact?.kind === 'OrderUpdated' ? fact.order.orderId : undefined;
  if (status(answer) === 201 && orderId !== undefined && textAt(answer, 'orderId') !== orderId) {
    wrong.push(`${name} was answered ${answer.response?.body}, and is order ${orderId}`);
  }
  return wrong;
}

/** Compares two readings of one sequence. The earlier one is not longer. */
export function wrongRecords(
  earlier: readonly SequencedRecord[],
  later: readonly SequencedRecord[],
): readonly string[] {
  const at = earlier.findIndex((record, index) => JSON.stringify(record) !== JSON.stringify(later[index]));
  return at === -1 ? [] : [`record ${at + 1} is not what it was`];
}

/** Statuses that a member may answer to any request in trouble; 429 and 503 need Retry-After (ERR-10). */
const IN_TROUBLE = ['NOT_PRIMED', 'NOT_SERVING', 'IN_FLIGHT_FULL', 'INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'];

/** Compares answers with the documents of the versions in a world: each must fit one of them. */
export class Published {
  readonly #fits: readonly DocumentFit[];

  constructor(documents: readonly ServedDocument[]) {
    this.#fits = documents.map((document) => new DocumentFit(document));
  }

  wrongAnswers(log: readonly Entry[]): readonly string[] {
    return log.flatMap((entry) => this.#wrong(entry).map((why) => `${lineOf(entry)}: ${why}`));
  }

  #wrong(entry: Entry): readonly string[] {
    const { request, response, expected, isOverSocket } = entry;
    if (response === null || isOverSocket || isOfFront(entry)) return [];
    const wrong: string[] = [];
    const { status: seen, body } = response;
    const headers = Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const received = { method: request.method, path: pathOf(entry), status: seen, headers, body };
    const faults = this.#fits.map((fit) => fit.faultOf(received));
    if (faults.every((fault) => fault !== undefined)) wrong.push(`${faults.at(-1)}`);
    const code = errorCode(entry);
    const isInTrouble = code !== undefined && IN_TROUBLE.includes(code);
    if (!isInTrouble && expected?.includes(seen) === false) wrong.push(`not one of ${expected.join(', ')}`);
    if ([429, 503].includes(seen) && headers['retry-after'] === undefined) wrong.push('without Retry-After');
    if (code !== undefined && isRefusalCode(code) && REFUSALS[code].status !== seen) {
      wrong.push('the status of another code');
    }
    return wrong;
  }
}

function lineOf({ request: { method, path }, response }: Entry): string {
  return `${method} ${path} answered ${response?.status} ${response?.body.slice(0, 300)}`;
}

/** Whether the router answered by itself, like a proxy: no member accepts requests at this moment. */
function isOfFront(entry: Entry): boolean {
  return status(entry) === 503 && header(entry, 'content-type')?.startsWith('text/plain') === true;
}

/** Counts answers by status, with the code of a refusal: `429 INBOX_FULL`. */
export function countAnswers(log: readonly Entry[], counts: Map<string, number>): void {
  for (const entry of log) {
    const code = (status(entry) ?? 0) >= 400 ? ` ${errorCode(entry) ?? 'no code'}` : '';
    const answer = isOfFront(entry) ? '503 of the front' : `${status(entry)}${code}`;
    const what = entry.response === null ? `no answer: ${entry.failure}` : answer;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/** Maximum characters of a line. */
const SHOWN = 200;

/** Describes the first difference of two runs of one seed; undefined if they are equal. */
export function parted(what: string, once: readonly object[], again: readonly object[]): string | undefined {
  for (let index = 0; index < Math.max(once.length, again.length); index += 1) {
    const [left = '', right = ''] = [once[index], again[index]].map((row) => JSON.stringify(row));
    if (left === right) continue;
    const at = [...left].findIndex((character, place) => character !== right[place]);
    const from = Math.max(0, (at < 0 ? left.length : at) - SHOWN / 2);
    const shown = (line: string) => line.slice(from, from + SHOWN);
    return `the ${what} differ at ${index + 1} (${left.slice(0, SHOWN)} ...):\n  once  ${shown(left)}\n  again ${shown(right)}`;
  }
  return undefined;
}

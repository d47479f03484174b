import { codeAt } from '../contract/older-codes.ts';
import { isRefusalCode, Refusal } from '../contract/refusals.ts';
import { routeOf } from '../contract/routes.ts';
import type { SequencedRecord } from '../facts.ts';
import type { Clock } from '../platform-port.ts';
import { answeredBody } from '../routes/answered.ts';
import type { Services } from '../services.ts';
import type { Answer } from '../stage.ts';
import { within } from '../within.ts';
import { type KeyBinding, requireSameUse } from '../writes/key-binding.ts';
import type { Claim } from '../writes/key-journal.ts';

/** The header with the position of a response (POS-01). */
export const POSITION_HEADER = 'X-Service-Global-Sequence';

/** The header with the platform's time of a read, in epoch nanoseconds. */
export const AS_OF_HEADER = 'X-Service-As-Of-Seq-Ts';

/** The header that marks a replayed answer (IDEM-02). */
export const REPLAY_HEADER = 'Idempotent-Replay';

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const RATE_WINDOW_NS = 60_000_000_000n;

/** @param body JSON text, or its bytes. */
export function jsonAnswer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body };
}

/** The value of a `Date` header: the platform's time, not the machine's, because clients compare it with expiresAtNs. */
export function httpDate(clock: Clock): string {
  return new Date(Number(clock.nowNs() / 1_000_000n)).toUTCString();
}

/** The two headers of a read. Before the first change there is no state to name, and neither is sent (A43). */
export function stateHeaders({ state, gates }: Services): Record<string, string> {
  if (state.atNs === null) return {};
  const headers: Record<string, string> = { [POSITION_HEADER]: String(state.position) };
  if (gates['positions.as-of']) headers[AS_OF_HEADER] = state.atNs;
  return headers;
}

/** A 200 with a JSON body, as text or as its bytes, and the two headers of a read. */
export function readAnswer(services: Services, body: string | Buffer): Answer {
  return jsonAnswer(200, body, stateHeaders(services));
}

/**
 * The refusal for a row that the caller's organisation does not hold. It is the same whether another organisation holds
 * it or none (ERR-09).
 */
export function notHeld(services: Services, what: string): Refusal {
  return new Refusal('NOT_FOUND', `no such ${what} in the caller's organisation`, { headers: stateHeaders(services) });
}

/**
 * The answer of a key with a write in progress, or a 202 at the sync deadline, after which the write continues
 * (IDEM-11). Where the platform stores what a 202 promises, so that it holds whatever is killed, that begins a quarter
 * of the sync deadline before. Without it there is no 202: the write may still be made, and a retry of its key receives the outcome.
 *
 * @param sinceNs when the request came: the deadline includes what it has waited for already
 * @throws Refusal the reason why the key was freed, NOT_SERVING, or the refusals of `judgedAnswer`
 */
export async function answerInTime(
  services: Services,
  claim: Claim,
  how: 'first' | 'replayed',
  sinceNs: bigint = services.clock.nowNs(),
): Promise<Answer> {
  if (claim.record !== undefined) return judgedAnswer(services, claim.binding, claim.record, how);
  const { clock, limits, port } = services;
  const judged = async (withinMs: number): Promise<Answer | undefined> => {
    const waited = await within(clock, withinMs, 'sync deadline', claim.outcome);
    return waited.inTime ? judgedAnswer(services, claim.binding, waited.value, how) : undefined;
  };
  const leftMs = Math.max(0, limits.syncDeadlineMs - Number((clock.nowNs() - sinceNs) / 1_000_000n));
  const storingMs = port.storesPromises === true ? Math.min(leftMs, limits.syncDeadlineMs / 4) : 0;
  const early = await judged(leftMs - storingMs);
  if (early !== undefined) return early;
  let stored = storedInTime(services, claim);
  if (storingMs > 0) {
    const late = await judged(storingMs);
    if (late !== undefined) return late;
    // It was not sent before.
    stored ??= storedInTime(services, claim);
  }
  if (stored === undefined || (await Promise.race([stored, claim.outcome.then(() => false)])))
    return acceptedAnswer(claim.binding);
  if (claim.record === undefined) throw new NotStored();
  return judgedAnswer(services, claim.binding, claim.record, how);
}

/** Whether the promise of a 202 is stored within half the write deadline; undefined: there is nothing to wait for. */
function storedInTime({ clock, machineClock, limits }: Services, claim: Claim): Promise<boolean> | undefined {
  const stored = claim.promise()?.then(
    () => true,
    () => false,
  );
  // A log takes the machine's time, which a clock that is moved by hand waits for.
  const patience = clock.hostWork === undefined ? machineClock : clock;
  return (
    stored &&
    within(patience, limits.writeDeadlineMs / 2, 'promise stored', stored).then(
      (waited) => waited.inTime && waited.value,
    )
  );
}

/** The write was sent, and neither its outcome nor its promise is stored: its key stays claimed. */
export class NotStored extends Refusal {
  constructor() {
    super('NOT_SERVING', 'the platform does not store writes now: retry with the same key, which has one effect');
  }
}

/**
 * The answer to a write that its owner has judged. It depends only on the record, so every retry gets the same
 * (IDEM-02, IDEM-04, IDEM-19).
 *
 * @param how 'replayed' if the key had its answer before this request came
 * @throws Refusal the owner's refusal, or IDEMPOTENCY_KEY_REUSED if another member sequenced another use of the key
 * first
 */
export function judgedAnswer(
  services: Services,
  binding: KeyBinding,
  record: SequencedRecord,
  how: 'first' | 'replayed',
): Answer {
  requireSameUse(binding, record.command.operation, record.command.principal.userId);
  const headers: Record<string, string> = { [POSITION_HEADER]: String(record.position) };
  if (how === 'replayed') headers[REPLAY_HEADER] = 'true';
  const { refused, facts } = record.verdict;
  if (refused !== undefined) {
    const known = codeAt(services.gates, refused.code);
    const code = isRefusalCode(known) ? known : 'INVALID_FIELD';
    const { currentVersion } = refused;
    if (code === 'RATE_CEILING') headers['Retry-After'] = secondsToNextWindow(services, record);
    if (currentVersion !== undefined) headers['ETag'] = `"${currentVersion}"`;
    throw new Refusal(code, refused.message, {
      headers,
      judgedByOwner: true,
      ...(currentVersion === undefined ? {} : { currentVersion }),
    });
  }
  const body = answeredBody(binding.operation, facts, services);
  if (body === undefined) throw new Error(`the record at ${record.position} answers no ${binding.operation}`);
  return jsonAnswer(routeOf(binding.operation).answers.status, body, headers);
}

/** A 202: the write continues, and the client polls the operation or retries the key (IDEM-11). */
export function acceptedAnswer({ key, operation }: KeyBinding): Answer {
  return jsonAnswer(202, JSON.stringify({ key, operation }), { Location: `/operations/${key}` });
}

/** Whole seconds, at least one, until the minute that a limit counted has passed (decision A38). */
function secondsToNextWindow({ clock }: Services, record: SequencedRecord): string {
  const leftNs = BigInt(record.atNs) + RATE_WINDOW_NS - clock.nowNs();
  const seconds = (leftNs + 999_999_999n) / 1_000_000_000n;
  return String(seconds < 1n ? 1n : seconds);
}

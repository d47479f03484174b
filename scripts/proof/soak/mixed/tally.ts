/** What the clients of the mixed soak were answered: counted by status and code, and held to the published documents. */
import type { RecordedResponse } from '../../../../conformance/member/exchange/exchange.ts';
import { isRefusalCode, REFUSALS } from '../../../../gateway/contract/refusals.ts';
import { DocumentFit } from '../../generated/fits-document.ts';
import type { ServedDocument } from '../../generated/served-document.ts';

/** What a member may answer to any request while it is in trouble; 429 and 503 with Retry-After (ERR-10). */
const IN_TROUBLE = ['NOT_PRIMED', 'NOT_SERVING', 'IN_FLIGHT_FULL', 'INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED'];
const MOST_WRONG = 20;

export class Tally {
  requests = 0;
  sessions = 0;
  /** By status, and by code for a refusal, such as `429 INBOX_FULL`. */
  readonly counts = new Map<string, number>();
  /** What must not be, in words: the first twenty. */
  readonly wrongs: string[] = [];
  readonly #fits: readonly DocumentFit[];

  /** `documents`: an answer must fit one of them. */
  constructor(documents: readonly ServedDocument[]) {
    this.#fits = documents.map((document) => new DocumentFit(document));
  }

  answered(method: string, target: string, answer: RecordedResponse, expected: readonly number[]): void {
    this.requests += 1;
    const { status, body } = answer;
    const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
    if (status === 503 && headers['content-type']?.startsWith('text/plain') === true) {
      // The front's own, as any proxy's: no member takes requests at this moment.
      this.#count('503 of the front');
      return;
    }
    const code = status >= 400 ? codeOf(body) : undefined;
    this.#count(code === undefined ? `${status}` : `${status} ${code}`);
    const line = `${method} ${target} answered ${status} ${body.slice(0, 300)}`;
    const path = target.replace(/\?.*/, '');
    const faults = this.#fits.map((fit) => fit.faultOf({ method, path, status, headers, body }));
    if (faults.every((fault) => fault !== undefined)) this.wrong(`${line}: ${faults.at(-1)}`);
    const isInTrouble = code !== undefined && IN_TROUBLE.includes(code);
    if (!isInTrouble && !expected.includes(status)) this.wrong(`${line}: not one of ${expected.join(', ')}`);
    if ([429, 503].includes(status) && headers['retry-after'] === undefined) this.wrong(`${line}: without Retry-After`);
    if (code !== undefined && isRefusalCode(code) && REFUSALS[code].status !== status) {
      this.wrong(`${line}: the status of another code`);
    }
  }

  unanswered(why: string): void {
    this.requests += 1;
    this.#count(`no answer: ${why}`);
  }

  /** Counts a session; one that a fault ended is no error. */
  async attempt(what: string, run: () => Promise<void>): Promise<void> {
    this.sessions += 1;
    try {
      await run();
    } catch (error) {
      this.#count(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  wrong(why: string): void {
    if (this.wrongs.length < MOST_WRONG) this.wrongs.push(why);
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

function codeOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly code?: unknown } };
    return String(error?.code);
  } catch {
    return 'no code';
  }
}

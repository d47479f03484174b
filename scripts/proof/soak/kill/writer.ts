/** A client outside the killed process: it writes over kept connections, and remembers each write and what it was told. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Ready } from './killed-process.ts';

/** A write as it was sent, and as it was answered: undefined where the connection broke first. */
export interface Write {
  readonly key: string;
  readonly qty: string;
  readonly side: 'BUY' | 'SELL';
  answer: Answer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly position: string;
  readonly replayed: boolean;
  readonly body: string;
}

const ACCEPTED = 202;
const SERVER_ERROR = 500;
/** Each waits for the sync deadline. */
const MOST_ASKED = 15;

export class Writer {
  /** In order of sending. */
  readonly writes: Write[] = [];
  /** Why an exchange gave no outcome, one line each. */
  readonly failures: string[] = [];
  inFlight = 0;
  readonly #agent: Agent = new Agent({ keepAlive: true });
  readonly #baseUrl: string;
  readonly #authorization: string;

  private constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#authorization = `Bearer ${token}`;
  }

  static async of({ baseUrl, profile }: Pick<Ready, 'baseUrl' | 'profile'>, token?: string): Promise<Writer> {
    return new Writer(baseUrl, token ?? (await tokenOf(profile)));
  }

  get token(): string {
    return this.#authorization.slice('Bearer '.length);
  }

  /** Sends a write and remembers it; resolves in any case. */
  async write(key: string, number: number): Promise<Write> {
    const write: Write = { key, qty: `${number}.0000`, side: number % 3 === 0 ? 'SELL' : 'BUY', answer: undefined };
    this.writes.push(write);
    write.answer = await this.send(write);
    return write;
  }

  /** The same request, however often; undefined: no answer, or none that is final. */
  async send({ key, qty, side }: Omit<Write, 'answer'>): Promise<Answer | undefined> {
    // A SELL at this price is filled while the sandbox runs, and after it was killed; a BUY rests.
    const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side, price: '50.00', qty };
    this.inFlight += 1;
    try {
      let answer = await this.#exchange(key, JSON.stringify(body));
      // On a slow machine a sync may take longer than the sync deadline: what is accepted is asked for until it has an outcome.
      for (let asked = 0; answer.status === ACCEPTED && asked < MOST_ASKED; asked += 1) {
        answer = await this.#exchange(key, JSON.stringify(body));
      }
      // Of a proxy whose member was killed, or of a member whose platform was: nobody knows of an outcome.
      if (answer.status < SERVER_ERROR) return answer;
      this.failures.push(`POST /orders ${key}: ${answer.status} ${answer.body.trim()}`);
      return undefined;
    } catch (error) {
      this.failures.push(`POST /orders ${key}: ${String(error)}`);
      return undefined;
    } finally {
      this.inFlight -= 1;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(key: string, body: string): Promise<Answer> {
    const headers = {
      authorization: this.#authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#baseUrl}/orders`, { method: 'POST', agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('aborted', () => reject(new Error('cut off')));
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            position: String(answer.headers['x-service-global-sequence']),
            replayed: answer.headers['idempotent-replay'] === 'true',
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }
}

interface Profile {
  readonly identity: { readonly tokenEndpoint: string };
  readonly principals: { readonly trader: { readonly clientId: string; readonly clientSecret: string } };
}

async function tokenOf(profileFile: string): Promise<string> {
  const { identity, principals } = JSON.parse(readFileSync(profileFile, 'utf8')) as Profile;
  const { clientId, clientSecret } = principals.trader;
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(grant) });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

/** Credentials of the suite's own, ended by the check itself. */

import type { Actor, ConditionalOptions } from '../client/actor.ts';
import { isBusy } from '../client/busy.ts';
import type { Exchange } from '../client/exchange.ts';
import { at, errorCode, isOk, status } from '../client/exchange.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, pass, violated } from '../runner/judgement.ts';
import type { Legs } from './material.ts';

export interface CredentialBody {
  readonly exchangeId: number;
  readonly canReadBalances: boolean;
  readonly canTrade: boolean;
  readonly material: unknown;
}

export function credentialBody(exchangeId: number, material: Legs, canTrade = true): CredentialBody {
  return { exchangeId, canReadBalances: true, canTrade, material };
}

/** The path of a credential that was taken; undefined: it was not, or it names no id. */
export function pathOf(created: Exchange): string | undefined {
  const id = at(created, 'credentialId');
  return isOk(created) && typeof id === 'number' ? `/credentials/${id}` : undefined;
}

export async function proposed(
  proposer: Actor,
  body: CredentialBody,
  options: ConditionalOptions = {},
): Promise<string | undefined> {
  return pathOf(await proposer.post('/credentials', body, options));
}

/** Takes away what was proposed, whatever became of it: what was never approved is withdrawn, what stands is revoked. */
export async function ended(proposer: Actor, approver: Actor, ...paths: readonly (string | undefined)[]) {
  for (const path of paths) {
    if (path === undefined) continue;
    await proposer.post(`${path}/withdraw`, {});
    await approver.post(`${path}/revoke`, {});
  }
}

/** Why nothing can be judged: whoever proposes too much within a minute is told so. */
export function notProposed(...created: readonly Exchange[]): Judgement {
  const busy = created.find(isBusy);
  return inconclusive(
    busy === undefined
      ? 'no credential was taken: the member may ask for more than the interface shows'
      : `no credential was taken just then: ${status(busy)} ${errorCode(busy)}`,
  );
}

/** The answer is the row of this path, with these of its properties. */
export function isRow(e: Exchange, path: string, of: Readonly<Record<string, unknown>> = {}): Judgement {
  if (`/credentials/${String(at(e, 'credentialId'))}` !== path) return violated(`the row of ${path}`, e);
  const other = Object.entries(of).find(([name, wanted]) => at(e, name) !== wanted);
  return other === undefined ? pass : violated(`${other[0]} ${JSON.stringify(other[1])} in the row`, e);
}

/** Credentials that a check creates and ends itself. */

import type { Actor, ConditionalOptions } from '../member/actor.ts';
import { isBusy } from '../member/exchange/busy.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, errorCode, isOk, status } from '../member/exchange/exchange.ts';
import type { Judgement, Listed } from '../runner/judgement.ts';
import { inconclusive, pass, violated } from '../runner/judgement.ts';
import type { Legs } from './material.ts';

export interface CredentialBody {
  readonly exchangeId: number;
  readonly canReadBalances: boolean;
  readonly canTrade: boolean;
  readonly material: unknown;
}

/** The body of POST /credentials. */
export function credentialBody(exchangeId: number, material: Legs, canTrade = true): CredentialBody {
  return { exchangeId, canReadBalances: true, canTrade, material };
}

/** The path of a created credential; undefined where the creation failed or its response has no id. */
export function pathOf(created: Exchange): string | undefined {
  const id = at(created, 'credentialId');
  return isOk(created) && typeof id === 'number' ? `/credentials/${id}` : undefined;
}

/** Proposes a credential; its path, or undefined where it was not created. */
export async function proposed(
  proposer: Actor,
  body: CredentialBody,
  options: ConditionalOptions = {},
): Promise<string | undefined> {
  return pathOf(await proposer.post('/credentials', body, options));
}

/** Ends a credential in any state: withdraws a proposed one, revokes an approved one. */
export async function ended(proposer: Actor, approver: Actor, ...paths: readonly (string | undefined)[]) {
  for (const path of paths) {
    if (path === undefined) continue;
    if (!isOk(await proposer.post(`${path}/withdraw`, {}))) await approver.post(`${path}/revoke`, {});
  }
}

/**
 * The inconclusive judgement where no credential was created. It names a busy member's refusal, since members limit the
 * proposals in a minute.
 */
export function notProposed(...created: readonly Listed<Exchange>[]): Judgement {
  const busy = created.flat().find(isBusy);
  return inconclusive(
    busy === undefined
      ? 'no credential was taken: the member may ask for more than the interface shows'
      : `no credential was taken just then: ${status(busy)} ${errorCode(busy)}`,
  );
}

/** The response is the row at this path and has these property values. */
export function isRow(e: Exchange, path: string, of: Readonly<Record<string, unknown>> = {}): Judgement {
  if (`/credentials/${String(at(e, 'credentialId'))}` !== path) return violated(`the row of ${path}`, e);
  const other = Object.entries(of).find(([name, wanted]) => at(e, name) !== wanted);
  return other === undefined ? pass : violated(`${other[0]} ${JSON.stringify(other[1])} in the row`, e);
}

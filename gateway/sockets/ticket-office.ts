/**
 * Tickets of the trading socket: minted for a caller and accepted once. A ticket is sealed with AES-256-GCM under a key
 * that is derived for this start of this member, so tickets of another member or of an earlier start do not open (A89).
 * Only this member can read or change the content (TKT-10, TKT-11).
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Token } from '../caller.ts';
import type { Clock } from '../platform-port.ts';

export interface MintedTicket {
  readonly ticket: string;
  readonly expiresAtNs: bigint;
}

/** Why a ticket opens nothing. */
export type TicketFault = 'not this member’s' | 'expired' | 'spent';

export type Presented = { readonly token: Token } | { readonly fault: TicketFault };

export interface TicketOffice {
  /** @param token must expire: a ticket never outlives it (TKT-04) */
  mint(token: Token & { readonly expiresAtS: number }): MintedTicket;
  /** Spends a valid ticket, for any result of the handshake (A90). */
  present(ticket: string): Presented;
}

export interface TicketOfficeOptions {
  readonly clock: Clock;
  readonly lifeMs: number;
  /** Any length; all members of a platform may share one. */
  readonly key: Uint8Array;
  readonly member: string;
  /** Names this start of the member. */
  readonly bootId: string;
  /** Returns 24 or more hexadecimal digits, unique within a start of the member. */
  readonly ids: () => string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates the ticket office of one start of a member. It remembers spent tickets until they expire. */
export function createTicketOffice({ clock, lifeMs, key, member, bootId, ids }: TicketOfficeOptions): TicketOffice {
  const bootKey = createHmac('sha256', key)
    .update(JSON.stringify([member, bootId]))
    .digest();
  /** The expiry of each spent ticket, by its nonce: one ticket can have several spellings (trap X12). */
  const spent = new Map<string, bigint>();

  const forgetExpired = (nowNs: bigint): void => {
    for (const [id, untilNs] of spent) {
      if (untilNs > nowNs) return;
      spent.delete(id);
    }
  };

  return {
    mint({ externalOrgId, subject, expiresAtS }) {
      const lapsesAtNs = BigInt(expiresAtS) * 1_000_000_000n;
      const atMostNs = clock.nowNs() + BigInt(lifeMs) * 1_000_000n;
      const expiresAtNs = lapsesAtNs < atMostNs ? lapsesAtNs : atMostNs;
      const nonce = Buffer.from(ids().slice(0, 2 * NONCE_BYTES), 'hex');
      const cipher = createCipheriv(CIPHER, bootKey, nonce);
      const plain = JSON.stringify([externalOrgId, subject, expiresAtS, String(expiresAtNs)]);
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { ticket: sealed.toString('base64url'), expiresAtNs };
    },

    present(ticket) {
      const sealed = bytesOf(ticket);
      const plain = sealed === undefined ? undefined : opened(sealed, bootKey);
      if (sealed === undefined || plain === undefined) return { fault: 'not this member’s' };
      const [externalOrgId, subject, expiresAtS, lapses] = plain;
      const [expiresAtNs, nowNs] = [BigInt(lapses), clock.nowNs()];
      if (expiresAtNs <= nowNs) return { fault: 'expired' };
      const id = sealed.toString('hex', 0, NONCE_BYTES);
      forgetExpired(nowNs);
      if (spent.has(id)) return { fault: 'spent' };
      spent.set(id, expiresAtNs);
      return { token: { externalOrgId, subject, expiresAtS } };
    },
  };
}

/**
 * The bytes of a text in the one canonical spelling of base64url; undefined for any other text. A ticket is as long as
 * its subject makes it, and shorter than the token it was minted with, so the limit of a request's head bounds both.
 */
function bytesOf(ticket: string): Buffer | undefined {
  const bytes = Buffer.from(ticket, 'base64url');
  return bytes.length > NONCE_BYTES + TAG_BYTES && bytes.toString('base64url') === ticket ? bytes : undefined;
}

type SealedToken = readonly [externalOrgId: string, subject: string, expiresAtS: number, expiresAtNs: string];

function opened(sealed: Buffer, key: Uint8Array): SealedToken | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return JSON.parse(Buffer.concat([plain, decipher.final()]).toString()) as SealedToken;
  } catch {
    // The tag does not match: the ticket is invented, changed, or another member's.
    return undefined;
  }
}

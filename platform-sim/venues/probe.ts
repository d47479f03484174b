/**
 * The venues' side of a credential: they report a key's permissions before its approval, and show an account under an
 * approved new credential. Both are the platform's own commands, submitted right after the record that causes them.
 */
import { type VenueRow, venueOf } from '../../gateway/contract/venues.ts';
import type { Command, CredentialRow, DiscoverAccount, ProbeReport, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import { declaredBy } from '../owners/register/credentials.ts';
import type { Part } from '../part.ts';
import { ORDINARY, type Traits } from '../vault/traits.ts';
import type { Vault } from '../vault/vault.ts';
import { untilTaken } from './until-taken.ts';

export interface ProbeOptions {
  readonly vault: Pick<Vault, 'traits'>;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  /** The probe that this one continues from. */
  readonly from?: ProbeMark | undefined;
}

export interface ProbeMark {
  readonly latest: ReadonlyMap<number, Traits>;
  readonly approved: ReadonlyMap<number, Traits>;
  readonly proposed: ReadonlySet<number>;
  readonly owed: ReadonlyMap<string, Owed>;
}

/** A command that the record at a position requires. */
export interface Owed {
  readonly position: number;
  readonly command: Command;
}

type OwnWord = ProbeReport | DiscoverAccount;

/** Creates the venues' probes as a part of the platform. */
export function createProbe({ vault, clock, submit, from }: ProbeOptions): Part<ProbeMark> {
  const handing = untilTaken(clock, submit);
  /** The traits of each credential's waiting material, or of the approved material if none waits. */
  const latest = new Map(from?.latest);
  /** The traits to restore after a withdrawn rotation. */
  const approved = new Map(from?.approved);
  const proposed = new Set(from?.proposed);
  /** Commands that records require and that are not recorded yet, by subject. */
  const owed = new Map(from?.owed);

  function about(record: SequencedRecord, hand: (command: Command, body: OwnWord) => void): void {
    const { body, key, principal } = record.command;
    const { verdict } = record;
    const say = (row: CredentialRow, word: OwnWord): void => hand(commandOf(row, word), word);
    for (const fact of verdict.facts ?? []) {
      if (fact.kind !== 'RegisterRecorded' || fact.family !== 'credentials') continue;
      const { row } = fact;
      const { credentialId } = row;
      if (body.kind === 'create' || body.kind === 'rotate') {
        latest.set(credentialId, vault.traits(principal.orgId, key ?? '') ?? ORDINARY);
      }
      if (row.status === 'PROPOSED') proposed.add(credentialId);
      else if (proposed.delete(credentialId) && row.status === 'ACTIVE') {
        say(row, { kind: 'discover-account', credentialId });
      }
      const traits = latest.get(credentialId) ?? ORDINARY;
      if (body.kind === 'approve') approved.set(credentialId, traits);
      if (body.kind === 'withdraw') latest.set(credentialId, approved.get(credentialId) ?? ORDINARY);
      if (isAsked(row)) say(row, reportOf(row, traits));
    }
  }

  function note(record: SequencedRecord, hand: (command: Command) => void): void {
    const { command, verdict, position } = record;
    if (command.body.kind === 'discover-account') owed.delete(nameOf(command.body));
    // A changed row is probed again, or no longer.
    for (const fact of verdict.facts ?? []) {
      if (fact.kind === 'RegisterRecorded' && fact.family === 'credentials')
        owed.delete(`probe-report ${fact.row.credentialId}`);
    }
    about(record, (asked, body) => {
      owed.set(nameOf(body), { position, command: asked });
      hand(asked);
    });
  }

  const hand = (command: Command): void => void handing.submit(command);

  return {
    recall: (record) => note(record, () => {}),
    outstanding: () => Array.from(owed.values(), ({ position, command }) => ({ position, run: () => hand(command) })),
    hear: (record) => note(record, hand),
    mark: () => ({
      latest: new Map(latest),
      approved: new Map(approved),
      proposed: new Set(proposed),
      owed: new Map(owed),
    }),
    close() {
      handing.close();
    },
  };
}

function nameOf({ kind, credentialId }: OwnWord): string {
  return `${kind} ${credentialId}`;
}

/** Every change of a row with an unanswered key causes a new question: an older answer is about an older row. */
function isAsked({ probe, status }: CredentialRow): boolean {
  return probe === 'PENDING' && status !== 'WITHDRAWN' && status !== 'REVOKED';
}

function reportOf(row: CredentialRow, { answer, permissions }: Traits): ProbeReport {
  const { credentialId, version } = row;
  const report = { kind: 'probe-report', credentialId, version } as const;
  if (answer !== 'KNOWN') return { ...report, outcome: answer, observedPermissions: [], scopeUnobserved: false };
  const venue: VenueRow | undefined = venueOf(row.exchangeId);
  if (venue?.scopeRead === false) {
    return { ...report, outcome: 'ANSWERED', observedPermissions: [], scopeUnobserved: true };
  }
  return {
    ...report,
    outcome: 'ANSWERED',
    observedPermissions: permissions ?? declaredBy(row),
    scopeUnobserved: false,
  };
}

function commandOf({ orgId }: CredentialRow, body: Command['body']): Command {
  return { owner: 'register', principal: { orgId, userId: 0 }, key: null, operation: body.kind, body };
}

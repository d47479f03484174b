/**
 * The venues' side of a credential: asked about a key before anybody approves it, they say what it may do; and under a new
 * credential that was approved they show an account. Both answers are commands of the platform's own, handed in right after
 * the record that they follow from.
 */
import { type VenueRow, venueOf } from '../../gateway/contract/venues.ts';
import type { Command, CredentialRow, ProbeReport, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Following, Submission } from '../../gateway/platform-port.ts';
import { declaredBy } from '../owners/register/credentials.ts';
import { ORDINARY, type Traits } from '../vault/traits.ts';
import type { Vault } from '../vault/vault.ts';
import { untilTaken } from './until-taken.ts';

export interface ProbeOptions {
  readonly vault: Pick<Vault, 'traits'>;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  readonly follow: (apply: (record: SequencedRecord) => void) => Following;
}

export interface Probe {
  close(): void;
}

export function createProbe({ vault, clock, submit, follow }: ProbeOptions): Probe {
  const handing = untilTaken(clock, submit);
  /** Of the material that waits on each credential, or stands approved on it where none waits. */
  const latest = new Map<number, Traits>();
  /** What a withdrawn rotation gives back. */
  const approved = new Map<number, Traits>();
  const proposed = new Set<number>();

  const following = follow(({ command, verdict }) => {
    const { body, key, principal } = command;
    for (const fact of verdict.facts ?? []) {
      if (fact.kind !== 'RegisterRecorded' || fact.family !== 'credentials') continue;
      const { row } = fact;
      const { credentialId } = row;
      if (body.kind === 'create' || body.kind === 'rotate') {
        latest.set(credentialId, vault.traits(principal.orgId, key ?? '') ?? ORDINARY);
      }
      if (row.status === 'PROPOSED') proposed.add(credentialId);
      else if (proposed.delete(credentialId) && row.status === 'ACTIVE') {
        handing.submit(commandOf(row, { kind: 'discover-account', credentialId }));
      }
      const traits = latest.get(credentialId) ?? ORDINARY;
      if (body.kind === 'approve') approved.set(credentialId, traits);
      if (body.kind === 'withdraw') latest.set(credentialId, approved.get(credentialId) ?? ORDINARY);
      if (isAsked(row)) handing.submit(commandOf(row, reportOf(row, traits)));
    }
  });

  return {
    close() {
      following.stop();
      handing.close();
    },
  };
}

/** Whatever moves a row on whose key was not answered for makes the venue be asked again: an older answer is of an older row. */
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

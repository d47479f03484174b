/** Written by `npm run -s generate:control` from the control plane's own document. */
import type * as wire from './wire.gen.ts';

/** The method and the path of each operation. */
export const OPERATIONS = {
  readExchanges: 'GET /exchanges',
  readStatusPage: 'GET /',
  readWorlds: 'GET /worlds',
  createWorld: 'POST /worlds',
  readWorld: 'GET /worlds/{name}',
  endWorld: 'DELETE /worlds/{name}',
  forkWorld: 'POST /fork',
  takeSnapshot: 'POST /snapshots',
  readSnapshots: 'GET /snapshots',
  restoreSnapshot: 'POST /snapshots/{name}/restore',
  forgetSnapshot: 'DELETE /snapshots/{name}',
  reset: 'POST /reset',
  readJournal: 'GET /journal',
  exportJournal: 'GET /journal/export',
  readIntake: 'GET /intake',
  readHealth: 'GET /health',
  listInstrument: 'POST /instruments',
  moveQuote: 'POST /quotes',
  loadAlgoVersion: 'POST /algo-versions',
  readMembers: 'GET /members',
  addMember: 'POST /members',
  readMember: 'GET /members/{name}',
  removeMember: 'DELETE /members/{name}',
  deployMember: 'POST /members/{name}/deploy',
  restartMember: 'POST /members/{name}/restart',
  crashMember: 'POST /members/{name}/crash',
  lagMember: 'POST /members/{name}/lag',
  skewMember: 'POST /members/{name}/skew',
  catchUpMember: 'POST /members/{name}/catch-up',
  stallMember: 'POST /members/{name}/stall',
  resumeMember: 'POST /members/{name}/resume',
  drainMember: 'POST /members/{name}/drain',
  returnMember: 'POST /members/{name}/return',
  readRouting: 'GET /routing',
  changeRouting: 'POST /routing',
  addRoll: 'POST /rolls',
  listRolls: 'GET /rolls',
  readRoll: 'GET /rolls/{id}',
  abortRoll: 'DELETE /rolls/{id}',
  startRoll: 'POST /rolls/{id}/start',
  pauseRoll: 'POST /rolls/{id}/pause',
  stepRoll: 'POST /rolls/{id}/step',
  readClock: 'GET /clock',
  advanceClock: 'POST /clock/advance',
  addFault: 'POST /faults',
  listFaults: 'GET /faults',
  removeFaults: 'DELETE /faults',
  readFault: 'GET /faults/{id}',
  removeFault: 'DELETE /faults/{id}',
  release: 'POST /holds/{name}/release',
  readOwners: 'GET /owners',
  leaveOwner: 'POST /owners/{name}/leave',
  returnOwner: 'POST /owners/{name}/return',
  mintToken: 'POST /identity/mint',
  readKeys: 'GET /identity/jwks',
  rotateKeys: 'POST /identity/rotate',
  discoverOpenId: 'GET /identity/.well-known/openid-configuration',
  discoverOAuth: 'GET /.well-known/oauth-authorization-server/identity',
  readDocument: 'GET /openapi.json',
} as const satisfies Record<keyof Operations, string>;

/** What each operation takes and answers. */
export interface Operations {
  /** GET /exchanges: The last exchanges, newest first, with why each refusal was made */
  readExchanges: { readonly takes: wire.ReadExchangesData; readonly answers: wire.ReadExchangesResponse };
  /** GET /: The same for a person */
  readStatusPage: { readonly takes: wire.ReadStatusPageData; readonly answers: wire.ReadStatusPageResponse };
  /** GET /worlds: The worlds behind these ports: each with a clock, data, faults and an issuer of its own */
  readWorlds: { readonly takes: wire.ReadWorldsData; readonly answers: wire.ReadWorldsResponse };
  /** POST /worlds: Another world, of a base address of its own */
  createWorld: { readonly takes: wire.CreateWorldData; readonly answers: wire.CreateWorldResponse };
  /** GET /worlds/{name}: One world */
  readWorld: { readonly takes: wire.ReadWorldData; readonly answers: wire.ReadWorldResponse };
  /** DELETE /worlds/{name}: Ends a world: its sessions are closed (1001), what is under way is answered, its name is free */
  endWorld: { readonly takes: wire.EndWorldData; readonly answers: wire.EndWorldResponse };
  /** POST /fork: Another world that begins with the records of this one up to a position, on a clock of its own; with the members and the faults of now */
  forkWorld: { readonly takes: wire.ForkWorldData; readonly answers: wire.ForkWorldResponse };
  /** POST /snapshots: Names what the world has come to, to go back to */
  takeSnapshot: { readonly takes: wire.TakeSnapshotData; readonly answers: wire.TakeSnapshotResponse };
  /** GET /snapshots: The snapshots of the world, as they were taken */
  readSnapshots: { readonly takes: wire.ReadSnapshotsData; readonly answers: wire.ReadSnapshotsResponse };
  /** POST /snapshots/{name}/restore: Takes the world back; a virtual clock goes back with it. Sessions are closed (1001), tickets are gone, and tokens issued after the moment that it goes back to are refused until it comes */
  restoreSnapshot: { readonly takes: wire.RestoreSnapshotData; readonly answers: wire.RestoreSnapshotResponse };
  /** DELETE /snapshots/{name}: Forgets a snapshot */
  forgetSnapshot: { readonly takes: wire.ForgetSnapshotData; readonly answers: wire.ForgetSnapshotResponse };
  /** POST /reset: Takes the platform back to its beginning; ports stay open and tokens stay good */
  reset: { readonly takes: wire.ResetData; readonly answers: wire.ResetResponse };
  /** GET /journal: Records of the sequence after a position, at most a thousand */
  readJournal: { readonly takes: wire.ReadJournalData; readonly answers: wire.ReadJournalResponse };
  /** GET /journal/export: The whole sequence, one record a line; the same seed and the same requests give the same bytes */
  exportJournal: { readonly takes: wire.ExportJournalData; readonly answers: wire.ExportJournalResponse };
  /** GET /intake: How much key material the intake stored, and refused; never any of it */
  readIntake: { readonly takes: wire.ReadIntakeData; readonly answers: wire.ReadIntakeResponse };
  /** GET /health: What this sandbox is and serves */
  readHealth: { readonly takes: wire.ReadHealthData; readonly answers: wire.ReadHealthResponse };
  /** POST /instruments: Lists a new instrument; members hear of it at once, or late by a fault at the edge apply */
  listInstrument: { readonly takes: wire.ListInstrumentData; readonly answers: wire.ListInstrumentResponse };
  /** POST /quotes: Moves what the venue quotes: told at once to who follows it, and what later orders are priced from */
  moveQuote: { readonly takes: wire.MoveQuoteData; readonly answers: wire.MoveQuoteResponse };
  /** POST /algo-versions: Loads an algo version in an engine pool; members hear of it at once, or late by a fault at the edge apply */
  loadAlgoVersion: { readonly takes: wire.LoadAlgoVersionData; readonly answers: wire.LoadAlgoVersionResponse };
  /** GET /members: The members behind the address, and what each is deployed with */
  readMembers: { readonly takes: wire.ReadMembersData; readonly answers: wire.ReadMembersResponse };
  /** POST /members: One member more behind the address: it has caught up when this is answered */
  addMember: { readonly takes: wire.AddMemberData; readonly answers: wire.AddMemberResponse };
  /** GET /members/{name}: One member */
  readMember: { readonly takes: wire.ReadMemberData; readonly answers: wire.ReadMemberResponse };
  /** DELETE /members/{name}: Takes a member away: it answers what it has begun and closes its sessions (1001) */
  removeMember: { readonly takes: wire.RemoveMemberData; readonly answers: wire.RemoveMemberResponse };
  /** POST /members/{name}/deploy: Deploys a member with another version, which is another process, or with other surfaces or weight */
  deployMember: { readonly takes: wire.DeployMemberData; readonly answers: wire.DeployMemberResponse };
  /** POST /members/{name}/restart: Starts a member anew: it has to catch up with the platform first, at once or when told */
  restartMember: { readonly takes: wire.RestartMemberData; readonly answers: wire.RestartMemberResponse };
  /** POST /members/{name}/crash: Cuts its connections without an answer or a close frame, and starts another in its place */
  crashMember: { readonly takes: wire.CrashMemberData; readonly answers: wire.CrashMemberResponse };
  /** POST /members/{name}/lag: From now on it hears of each record so much later than it was sequenced */
  lagMember: { readonly takes: wire.LagMemberData; readonly answers: wire.LagMemberResponse };
  /** POST /members/{name}/skew: Sets its clock off the sandbox's: tokens, tickets and leases are judged by its own */
  skewMember: { readonly takes: wire.SkewMemberData; readonly answers: wire.SkewMemberResponse };
  /** POST /members/{name}/catch-up: Lets a member that catches up when told do so */
  catchUpMember: { readonly takes: wire.CatchUpMemberData; readonly answers: wire.CatchUpMemberResponse };
  /** POST /members/{name}/stall: It hears nothing of the platform and its look-ups hang: reads are of what it had applied, writes are NOT_SERVING */
  stallMember: { readonly takes: wire.StallMemberData; readonly answers: wire.StallMemberResponse };
  /** POST /members/{name}/resume: A stalled member hears the platform again, what it missed first */
  resumeMember: { readonly takes: wire.ResumeMemberData; readonly answers: wire.ResumeMemberResponse };
  /** POST /members/{name}/drain: The front does not choose it any more; it answers what it has begun and closes its sessions (1001) */
  drainMember: { readonly takes: wire.DrainMemberData; readonly answers: wire.DrainMemberResponse };
  /** POST /members/{name}/return: The front chooses a drained member again */
  returnMember: { readonly takes: wire.ReturnMemberData; readonly answers: wire.ReturnMemberResponse };
  /** GET /routing: How the front chooses a member for a request */
  readRouting: { readonly takes: wire.ReadRoutingData; readonly answers: wire.ReadRoutingResponse };
  /** POST /routing: Chooses otherwise from the next request on; weights are of the members (POST /members/{name}/deploy) */
  changeRouting: { readonly takes: wire.ChangeRoutingData; readonly answers: wire.ChangeRoutingResponse };
  /** POST /rolls: Plans upgrades, downgrades and drains of the members; nothing is done before it is started */
  addRoll: { readonly takes: wire.AddRollData; readonly answers: wire.AddRollResponse };
  /** GET /rolls: The rolls there are, the oldest first */
  listRolls: { readonly takes: wire.ListRollsData; readonly answers: wire.ListRollsResponse };
  /** GET /rolls/{id}: One roll: how far it has come, and its plan as a tree */
  readRoll: { readonly takes: wire.ReadRollData; readonly answers: wire.ReadRollResponse };
  /** DELETE /rolls/{id}: No further step is ever taken; what is done stays done, and the roll stays readable */
  abortRoll: { readonly takes: wire.AbortRollData; readonly answers: wire.AbortRollResponse };
  /** POST /rolls/{id}/start: Takes the next step now and each further one in its time, on the clock of the sandbox */
  startRoll: { readonly takes: wire.StartRollData; readonly answers: wire.StartRollResponse };
  /** POST /rolls/{id}/pause: No further step is taken before it is started again */
  pauseRoll: { readonly takes: wire.PauseRollData; readonly answers: wire.PauseRollResponse };
  /** POST /rolls/{id}/step: Takes the next step, and no more */
  stepRoll: { readonly takes: wire.StepRollData; readonly answers: wire.StepRollResponse };
  /** GET /clock: The sandbox's one clock */
  readClock: { readonly takes: wire.ReadClockData; readonly answers: wire.ReadClockResponse };
  /** POST /clock/advance: Moves a virtual clock: every timer that comes due runs, in order; answers once nothing moves any more. Stops where its caller disconnects */
  advanceClock: { readonly takes: wire.AdvanceClockData; readonly answers: wire.AdvanceClockResponse };
  /** POST /faults: Adds a fault: where, what, how often, for how long. 409 where this sandbox has not what it is of */
  addFault: { readonly takes: wire.AddFaultData; readonly answers: wire.AddFaultResponse };
  /** GET /faults: The faults there are, with how often each fired */
  listFaults: { readonly takes: wire.ListFaultsData; readonly answers: wire.ListFaultsResponse };
  /** DELETE /faults: Takes every fault away; what they hold goes on */
  removeFaults: { readonly takes: wire.RemoveFaultsData; readonly answers: wire.RemoveFaultsResponse };
  /** GET /faults/{id}: One fault */
  readFault: { readonly takes: wire.ReadFaultData; readonly answers: wire.ReadFaultResponse };
  /** DELETE /faults/{id}: Takes a fault away; what it holds goes on */
  removeFault: { readonly takes: wire.RemoveFaultData; readonly answers: wire.RemoveFaultResponse };
  /** POST /holds/{name}/release: Lets go what is held under a name now; the fault that holds goes on holding what comes */
  release: { readonly takes: wire.ReleaseData; readonly answers: wire.ReleaseResponse };
  /** GET /owners: The record owners: who is away, and how much waits for each */
  readOwners: { readonly takes: wire.ReadOwnersData; readonly answers: wire.ReadOwnersResponse };
  /** POST /owners/{name}/leave: Takes an owner away: its writes answer 503 OWNER_ABSENT until it returns; what it was handed before waits */
  leaveOwner: { readonly takes: wire.LeaveOwnerData; readonly answers: wire.LeaveOwnerResponse };
  /** POST /owners/{name}/return: Lets an owner come back: it judges what has waited, in order */
  returnOwner: { readonly takes: wire.ReturnOwnerData; readonly answers: wire.ReturnOwnerResponse };
  /** POST /identity/mint: Any token that a test needs. With Accept: text/plain the token stands alone */
  mintToken: { readonly takes: wire.MintTokenData; readonly answers: wire.MintTokenResponse };
  /** GET /identity/jwks: The public keys that tokens verify with */
  readKeys: { readonly takes: wire.ReadKeysData; readonly answers: wire.ReadKeysResponse };
  /** POST /identity/rotate: Signs with a new key from now on; members fetch the keys anew when a token names one that they lack */
  rotateKeys: { readonly takes: wire.RotateKeysData; readonly answers: wire.RotateKeysResponse };
  /** GET /identity/.well-known/openid-configuration: Where an OAuth client library finds the token endpoint and the keys */
  discoverOpenId: { readonly takes: wire.DiscoverOpenIdData; readonly answers: wire.DiscoverOpenIdResponse };
  /** GET /.well-known/oauth-authorization-server/identity: The same by RFC 8414 */
  discoverOAuth: { readonly takes: wire.DiscoverOAuthData; readonly answers: wire.DiscoverOAuthResponse };
  /** GET /openapi.json: This document */
  readDocument: { readonly takes: wire.ReadDocumentData; readonly answers: wire.ReadDocumentResponse };
}

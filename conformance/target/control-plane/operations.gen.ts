/** Written by `npm run -s generate:control` from the control plane's own document. */
import type * as wire from './wire.gen.ts';

/** The method and the path of each operation. */
export const OPERATIONS = {
  readExchanges: 'GET /exchanges',
  readStatusPage: 'GET /',
  reset: 'POST /reset',
  readJournal: 'GET /journal',
  exportJournal: 'GET /journal/export',
  readIntake: 'GET /intake',
  readHealth: 'GET /health',
  listInstrument: 'POST /instruments',
  moveQuote: 'POST /quotes',
  loadAlgoVersion: 'POST /algo-versions',
  readMembers: 'GET /members',
  deployMember: 'POST /members/{name}/deploy',
  restartMember: 'POST /members/{name}/restart',
  catchUpMember: 'POST /members/{name}/catch-up',
  readClock: 'GET /clock',
  advanceClock: 'POST /clock/advance',
  addFault: 'POST /faults',
  listFaults: 'GET /faults',
  removeFaults: 'DELETE /faults',
  readFault: 'GET /faults/{id}',
  removeFault: 'DELETE /faults/{id}',
  release: 'POST /holds/{name}/release',
  mintToken: 'POST /identity/mint',
  readKeys: 'GET /identity/jwks',
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
  /** POST /members/{name}/deploy: Deploys a member with other surfaces, or as a read replica, from the next request on */
  deployMember: { readonly takes: wire.DeployMemberData; readonly answers: wire.DeployMemberResponse };
  /** POST /members/{name}/restart: Starts a member anew: it has to catch up with the platform first, at once or when told */
  restartMember: { readonly takes: wire.RestartMemberData; readonly answers: wire.RestartMemberResponse };
  /** POST /members/{name}/catch-up: Lets a member that catches up when told do so */
  catchUpMember: { readonly takes: wire.CatchUpMemberData; readonly answers: wire.CatchUpMemberResponse };
  /** GET /clock: The sandbox's one clock */
  readClock: { readonly takes: wire.ReadClockData; readonly answers: wire.ReadClockResponse };
  /** POST /clock/advance: Moves a virtual clock: every timer that comes due runs, in order; answers once nothing moves any more */
  advanceClock: { readonly takes: wire.AdvanceClockData; readonly answers: wire.AdvanceClockResponse };
  /** POST /faults: Adds a fault: where, what, how often */
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
  /** POST /identity/mint: Any token that a test needs. With Accept: text/plain the token stands alone */
  mintToken: { readonly takes: wire.MintTokenData; readonly answers: wire.MintTokenResponse };
  /** GET /identity/jwks: The public keys that tokens verify with */
  readKeys: { readonly takes: wire.ReadKeysData; readonly answers: wire.ReadKeysResponse };
  /** GET /identity/.well-known/openid-configuration: Where an OAuth client library finds the token endpoint and the keys */
  discoverOpenId: { readonly takes: wire.DiscoverOpenIdData; readonly answers: wire.DiscoverOpenIdResponse };
  /** GET /.well-known/oauth-authorization-server/identity: The same by RFC 8414 */
  discoverOAuth: { readonly takes: wire.DiscoverOAuthData; readonly answers: wire.DiscoverOAuthResponse };
  /** GET /openapi.json: This document */
  readDocument: { readonly takes: wire.ReadDocumentData; readonly answers: wire.ReadDocumentResponse };
}

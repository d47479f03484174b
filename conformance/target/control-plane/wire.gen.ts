/** Written by `npm run -s generate:control` from the control plane's own document. */

export type Reset = {
  seed?: number;
};

export type ListInstrument = {
  symbol: string;
  /**
   * The price grid; null: none is stated.
   */
  tick?: string | null;
  /**
   * The quantity grid, likewise.
   */
  step?: string | null;
  workingScale?: number;
  status?: 'LIVE' | 'HALTED';
  /**
   * The venue: one of 1, 2, 3.
   */
  exchangeId?: number;
  /**
   * What the venue quotes, with ask; without the two it quotes nothing.
   */
  bid?: string;
  ask?: string;
};

export type MoveQuote = {
  instrumentId: number;
  bid: string;
  ask: string;
};

export type LoadAlgoVersion = {
  pool: string;
  /**
   * The next of the catalogue where absent.
   */
  algoVersionId?: number;
  /**
   * That of the pool’s first version where absent.
   */
  manifest?: {
    name: string;
    version: string;
    description: string;
  };
  /**
   * JSON Schema of draft 2020-12; references carry x-service-reference. Likewise where absent.
   */
  documentSchema?: {
    [key: string]: unknown;
  };
};

export type Deploy = {
  surfaces: {
    algos?: boolean;
    balances?: boolean;
    intake?: boolean;
    replica?: boolean;
    tickets?: boolean;
  };
};

/**
 * when told: it has applied nothing until POST /members/{name}/catch-up
 */
export type Restart = {
  catchUp?: 'at once' | 'when told';
};

export type Advance = {
  by: Duration;
};

/**
 * Milliseconds, or a number and a unit: ms, s, m, h, d
 */
export type Duration = number | string;

/**
 * Where (whatever all the stated properties fit), what (exactly one effect), how often (every time unless stated). The edges, and what each takes: look-up (delay, hold, fail); intake (delay, hold, refuse, fail); inbox (delay, hold, refuse, fail); verdict (delay, hold, refuse, fail); engine (delay, hold, refuse); apply (delay, hold); answer (delay, hold, drop); handshake (delay, hold, refuse, drop); first-frame (delay, hold); frame (delay, hold, drop, duplicate, garble, cut, close).
 */
export type FaultRule = {
  on: {
    edge?:
      | 'look-up'
      | 'intake'
      | 'inbox'
      | 'verdict'
      | 'engine'
      | 'apply'
      | 'answer'
      | 'handshake'
      | 'first-frame'
      | 'frame';
    owner?: 'register' | 'orders' | 'algos' | 'custody';
    /**
     * The command's kind: submit, cancel, fill, state (the venue's quotes)
     */
    command?: string;
    /**
     * The register key of the organisation
     */
    org?: number;
    /**
     * The Idempotency-Key
     */
    key?: string;
    member?: string;
    /**
     * Of the edges handshake, first-frame and frame
     */
    socket?: 'trading' | 'market-data';
    /**
     * The op that a frame answers, or the kind of its event
     */
    frame?: string;
  };
  delay?: number | string;
  hold?: string;
  refuse?: string;
  /**
   * The connection is gone without its answer; a frame alone is not sent
   */
  drop?: 'answer' | 'handshake' | 'frame';
  fail?: true;
  /**
   * The frame is sent twice
   */
  duplicate?: true;
  /**
   * The frame is spoilt under the seed: it is no JSON any more
   */
  garble?: true;
  /**
   * Half of the frame is sent, then the TCP connection is gone
   */
  cut?: true;
  /**
   * The connection is closed with this code in place of the frame: 1000 to 1003, 1007 to 1014, 3000 to 4999
   */
  close?: number;
  /**
   * The first N, every nth, or with a probability under the seed; every time where absent
   */
  times?:
    | number
    | {
        every: number;
      }
    | {
        probability: number;
      };
};

export type TokenRequest = {
  grant_type: 'client_credentials';
  client_id?: string;
  client_secret?: string;
  audience?: string;
  [key: string]: unknown;
};

/**
 * A principal's name, and what its token shall have that a good one has not. null leaves a claim or header field out; rawClaims hold JSON text, for numbers such as 1e400.
 */
export type Mint = {
  persona: string;
  claims?: {
    [key: string]: unknown;
  };
  rawClaims?: {
    [key: string]: string;
  };
  header?: {
    [key: string]: unknown;
  };
  expiresIn?: Duration;
  key?: 'own' | 'foreign' | 'none' | 'hmac-public';
  tamper?: 'signature' | 'payload';
};

export type Exchanges = {
  items: Array<Exchange>;
};

/**
 * An answered request; for a refusal also its code, the stage that made it, and why. With method WS: an operation of a socket, the end of a session, or a frame that a fault met
 */
export type Exchange = {
  n: number;
  /**
   * Epoch nanoseconds
   */
  atNs: string;
  member: string;
  requestId: string | null;
  method: string;
  path: string;
  status: number;
  key: string | null;
  refused: {
    code: string;
    message: string;
    stage: string;
    [key: string]: unknown;
  } | null;
  /**
   * Of an operation of a socket
   */
  op?: string;
  /**
   * Of the end of a socket's session: its close code, and lapsed, revoked, idle, drained ...
   */
  closed?: {
    code: number;
    why: string;
    [key: string]: unknown;
  };
  /**
   * Of a frame that a fault met: which, and dropped, sent twice, changed, closed on or cut
   */
  fault?: {
    frame: string;
    did: string;
    [key: string]: unknown;
  };
  [key: string]: unknown;
};

export type ResetDone = {
  seed: number;
  position: number;
};

export type Journal = {
  items: Array<SequencedRecord>;
  head: number;
};

/**
 * A command, where and when it was sequenced, and its verdict
 */
export type SequencedRecord = {
  position: number;
  /**
   * Epoch nanoseconds
   */
  atNs: string;
  [key: string]: unknown;
};

/**
 * What the intake of key material did since the platform began
 */
export type IntakeCounts = {
  /**
   * Material that was stored
   */
  stored: number;
  /**
   * Material that was stored already, under the same key
   */
  repeated: number;
  /**
   * Stored material that went again: its write was refused by the owner
   */
  dropped: number;
  refused: {
    keyReused: number;
    rateLimited: number;
  };
};

export type Health = {
  status: 'serving';
  seed: number;
  position: number;
  baseUrl: string;
  members: Array<Member>;
  /**
   * Bounds and deadlines of the members and the platform, on the clock of the sandbox
   */
  limits: {
    syncDeadlineMs: number;
    writeDeadlineMs: number;
    keyRetentionMs: number;
    inFlightWrites: number;
    ticketLifeMs: number;
    ticketsPerMinute: number;
    sessionExpiringLeadMs: number;
    unauthenticatedIdleMs: number;
    topicsPerSession: number;
    sessionOpsUnderWay: number;
    unsentBytes: number;
    inboxCommands: number;
    intakePerMinute: number;
  };
};

/**
 * Requests that are in flight, and open sessions of both sockets
 */
export type Member = {
  name: string;
  version: string;
  socketVersion: string;
  surfaces: Surfaces;
  primed: boolean;
  inFlight: number;
  sessions: number;
};

/**
 * What a member is deployed with; a replica takes no writes
 */
export type Surfaces = {
  algos: boolean;
  balances: boolean;
  intake: boolean;
  replica: boolean;
  tickets: boolean;
};

export type Instrument = {
  instrumentId: number;
  symbol: string;
  status: 'LIVE' | 'HALTED';
  exchangeId: number;
  baseAssetId: number;
  quoteAssetId: number;
  tick: string | null;
  step: string | null;
  workingScale: number;
};

/**
 * As the market data socket tells it; venueTsNs: epoch nanoseconds
 */
export type Quote = {
  instrumentId: number;
  bid: string;
  ask: string;
  venueTsNs: string;
};

export type AlgoVersion = {
  algoVersionId: number;
  pool: string;
  manifest: {
    name: string;
    version: string;
    description: string;
  };
  documentSchema: {
    [key: string]: unknown;
  };
};

export type Members = {
  items: Array<Member>;
};

export type Clock = {
  mode: 'real' | 'virtual' | 'scaled';
  /**
   * Epoch nanoseconds
   */
  nowNs: string;
  rate?: number;
  timers: number;
};

export type Advanced = {
  /**
   * Epoch nanoseconds
   */
  nowNs: string;
  fired: Array<{
    /**
     * Epoch nanoseconds
     */
    atNs: string;
    label: string;
    /**
     * Timers of one label in a row are one entry
     */
    times?: number;
    /**
     * When the last of them fired
     */
    lastAtNs?: string;
  }>;
  held: Array<{
    name: string;
    count: number;
  }>;
};

export type Fault = {
  id: string;
  rule: FaultRule;
  firings: number;
  held: number;
};

export type Faults = {
  items: Array<Fault>;
};

export type Released = {
  released: number;
};

export type TokenGranted = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  [key: string]: unknown;
};

export type Minted = {
  token: string;
};

export type KeySet = {
  keys: Array<{
    kty: string;
    kid: string;
    [key: string]: unknown;
  }>;
  [key: string]: unknown;
};

export type Discovery = {
  issuer: string;
  token_endpoint: string;
  jwks_uri: string;
  [key: string]: unknown;
};

export type ReadExchangesData = {
  body?: never;
  path?: never;
  query?: {
    limit?: string;
  };
  url: '/exchanges';
};

export type ReadExchangesResponses = {
  /**
   * Done
   */
  200: Exchanges;
};

export type ReadExchangesResponse = ReadExchangesResponses[keyof ReadExchangesResponses];

export type ReadStatusPageData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/';
};

export type ReadStatusPageResponses = {
  /**
   * Done
   */
  200: string;
};

export type ReadStatusPageResponse = ReadStatusPageResponses[keyof ReadStatusPageResponses];

export type ResetData = {
  body?: Reset;
  path?: never;
  query?: never;
  url: '/reset';
};

export type ResetResponses = {
  /**
   * Done
   */
  200: ResetDone;
};

export type ResetResponse = ResetResponses[keyof ResetResponses];

export type ReadJournalData = {
  body?: never;
  path?: never;
  query?: {
    after?: string;
    limit?: string;
  };
  url: '/journal';
};

export type ReadJournalResponses = {
  /**
   * Done
   */
  200: Journal;
};

export type ReadJournalResponse = ReadJournalResponses[keyof ReadJournalResponses];

export type ExportJournalData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/journal/export';
};

export type ExportJournalResponses = {
  /**
   * Done
   */
  200: string;
};

export type ExportJournalResponse = ExportJournalResponses[keyof ExportJournalResponses];

export type ReadIntakeData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/intake';
};

export type ReadIntakeResponses = {
  /**
   * Done
   */
  200: IntakeCounts;
};

export type ReadIntakeResponse = ReadIntakeResponses[keyof ReadIntakeResponses];

export type ReadHealthData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/health';
};

export type ReadHealthResponses = {
  /**
   * Done
   */
  200: Health;
};

export type ReadHealthResponse = ReadHealthResponses[keyof ReadHealthResponses];

export type ListInstrumentData = {
  body: ListInstrument;
  path?: never;
  query?: never;
  url: '/instruments';
};

export type ListInstrumentResponses = {
  /**
   * Done
   */
  201: Instrument;
};

export type ListInstrumentResponse = ListInstrumentResponses[keyof ListInstrumentResponses];

export type MoveQuoteData = {
  body: MoveQuote;
  path?: never;
  query?: never;
  url: '/quotes';
};

export type MoveQuoteResponses = {
  /**
   * Done
   */
  200: Quote;
};

export type MoveQuoteResponse = MoveQuoteResponses[keyof MoveQuoteResponses];

export type LoadAlgoVersionData = {
  body: LoadAlgoVersion;
  path?: never;
  query?: never;
  url: '/algo-versions';
};

export type LoadAlgoVersionResponses = {
  /**
   * Done
   */
  201: AlgoVersion;
};

export type LoadAlgoVersionResponse = LoadAlgoVersionResponses[keyof LoadAlgoVersionResponses];

export type ReadMembersData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/members';
};

export type ReadMembersResponses = {
  /**
   * Done
   */
  200: Members;
};

export type ReadMembersResponse = ReadMembersResponses[keyof ReadMembersResponses];

export type DeployMemberData = {
  body: Deploy;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/deploy';
};

export type DeployMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type DeployMemberResponse = DeployMemberResponses[keyof DeployMemberResponses];

export type RestartMemberData = {
  body?: Restart;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/restart';
};

export type RestartMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type RestartMemberResponse = RestartMemberResponses[keyof RestartMemberResponses];

export type CatchUpMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/catch-up';
};

export type CatchUpMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type CatchUpMemberResponse = CatchUpMemberResponses[keyof CatchUpMemberResponses];

export type ReadClockData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/clock';
};

export type ReadClockResponses = {
  /**
   * Done
   */
  200: Clock;
};

export type ReadClockResponse = ReadClockResponses[keyof ReadClockResponses];

export type AdvanceClockData = {
  body: Advance;
  path?: never;
  query?: never;
  url: '/clock/advance';
};

export type AdvanceClockResponses = {
  /**
   * Done
   */
  200: Advanced;
};

export type AdvanceClockResponse = AdvanceClockResponses[keyof AdvanceClockResponses];

export type RemoveFaultsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/faults';
};

export type RemoveFaultsResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type RemoveFaultsResponse = RemoveFaultsResponses[keyof RemoveFaultsResponses];

export type ListFaultsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/faults';
};

export type ListFaultsResponses = {
  /**
   * Done
   */
  200: Faults;
};

export type ListFaultsResponse = ListFaultsResponses[keyof ListFaultsResponses];

export type AddFaultData = {
  body: FaultRule;
  path?: never;
  query?: never;
  url: '/faults';
};

export type AddFaultResponses = {
  /**
   * Done
   */
  201: Fault;
};

export type AddFaultResponse = AddFaultResponses[keyof AddFaultResponses];

export type RemoveFaultData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/faults/{id}';
};

export type RemoveFaultResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type RemoveFaultResponse = RemoveFaultResponses[keyof RemoveFaultResponses];

export type ReadFaultData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/faults/{id}';
};

export type ReadFaultResponses = {
  /**
   * Done
   */
  200: Fault;
};

export type ReadFaultResponse = ReadFaultResponses[keyof ReadFaultResponses];

export type ReleaseData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/holds/{name}/release';
};

export type ReleaseResponses = {
  /**
   * Done
   */
  200: Released;
};

export type ReleaseResponse = ReleaseResponses[keyof ReleaseResponses];

export type GrantTokenData = {
  body: TokenRequest;
  path?: never;
  query?: never;
  url: '/identity/token';
};

export type GrantTokenResponses = {
  /**
   * Done
   */
  200: TokenGranted;
};

export type GrantTokenResponse = GrantTokenResponses[keyof GrantTokenResponses];

export type MintTokenData = {
  body: Mint;
  path?: never;
  query?: never;
  url: '/identity/mint';
};

export type MintTokenResponses = {
  /**
   * Done
   */
  200: Minted;
};

export type MintTokenResponse = MintTokenResponses[keyof MintTokenResponses];

export type ReadKeysData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/identity/jwks';
};

export type ReadKeysResponses = {
  /**
   * Done
   */
  200: KeySet;
};

export type ReadKeysResponse = ReadKeysResponses[keyof ReadKeysResponses];

export type DiscoverOpenIdData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/identity/.well-known/openid-configuration';
};

export type DiscoverOpenIdResponses = {
  /**
   * Done
   */
  200: Discovery;
};

export type DiscoverOpenIdResponse = DiscoverOpenIdResponses[keyof DiscoverOpenIdResponses];

export type DiscoverOAuthData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/.well-known/oauth-authorization-server/identity';
};

export type DiscoverOAuthResponses = {
  /**
   * Done
   */
  200: Discovery;
};

export type DiscoverOAuthResponse = DiscoverOAuthResponses[keyof DiscoverOAuthResponses];

export type ReadDocumentData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/openapi.json';
};

export type ReadDocumentResponses = {
  /**
   * Done
   */
  200: string;
};

export type ReadDocumentResponse = ReadDocumentResponses[keyof ReadDocumentResponses];

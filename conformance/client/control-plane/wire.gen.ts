/** Written by `npm run -s generate:control` from the control plane's own document. */

/**
 * What is not stated is as the sandbox was started; names are w1, w2 ...
 */
export type NewWorld = {
  /**
   * Names the world in its base address and in X-Touchstone-World
   */
  name?: string;
  seed?: number;
  size?: 'small' | 'large';
  /**
   * rate: so many times as fast as real time
   */
  clock?:
    | 'virtual'
    | 'real'
    | {
        rate: number;
      };
  members?: Array<{
    version:
      | '0.1.0'
      | '0.2.0'
      | '0.2.1'
      | '0.3.0'
      | '0.3.1'
      | '0.3.2'
      | '0.3.3'
      | '0.3.4'
      | '0.4.0'
      | '0.4.1'
      | '0.4.2'
      | '0.4.3'
      | '0.5.0'
      | '0.5.1'
      | '0.6.0'
      | '0.7.0'
      | '0.8.0'
      | '0.9.0'
      | '0.10.0'
      | '0.11.0'
      | '0.11.1'
      | '0.11.2'
      | '0.11.3'
      | '0.11.4'
      | '0.12.0'
      | '0.13.0'
      | '0.14.0';
    socketVersion?: '1.0.0' | '1.1.0' | '1.4.0';
    surfaces?: SurfacesChanged;
  }>;
};

export type SurfacesChanged = {
  algos?: boolean;
  balances?: boolean;
  intake?: boolean;
  replica?: boolean;
  tickets?: boolean;
};

export type Fork = {
  /**
   * Names the world in its base address and in X-Touchstone-World
   */
  name?: string;
  /**
   * The last position in common; the head unless stated
   */
  at?: number;
};

export type NewSnapshot = {
  /**
   * Names the world in its base address and in X-Touchstone-World
   */
  name?: string;
};

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

/**
 * The newest version of both contracts, and every surface, where absent
 */
export type AddMember = {
  version?:
    | '0.1.0'
    | '0.2.0'
    | '0.2.1'
    | '0.3.0'
    | '0.3.1'
    | '0.3.2'
    | '0.3.3'
    | '0.3.4'
    | '0.4.0'
    | '0.4.1'
    | '0.4.2'
    | '0.4.3'
    | '0.5.0'
    | '0.5.1'
    | '0.6.0'
    | '0.7.0'
    | '0.8.0'
    | '0.9.0'
    | '0.10.0'
    | '0.11.0'
    | '0.11.1'
    | '0.11.2'
    | '0.11.3'
    | '0.11.4'
    | '0.12.0'
    | '0.13.0'
    | '0.14.0';
  socketVersion?: '1.0.0' | '1.1.0' | '1.4.0';
  surfaces?: SurfacesChanged;
  /**
   * How many of the requests it is given where the route is weighted; 0: none
   */
  weight?: number;
  skew?: Duration;
};

/**
 * Milliseconds, or a number and a unit: ms, s, m, h, d
 */
export type Duration = number | string;

/**
 * A version, of either contract, is another process: the former answers what it has begun and closes its sessions (1001); the new one catches up at once, and tickets of the former do not open. Without one, surfaces and weight change from the next request on
 */
export type Deploy = {
  version?:
    | '0.1.0'
    | '0.2.0'
    | '0.2.1'
    | '0.3.0'
    | '0.3.1'
    | '0.3.2'
    | '0.3.3'
    | '0.3.4'
    | '0.4.0'
    | '0.4.1'
    | '0.4.2'
    | '0.4.3'
    | '0.5.0'
    | '0.5.1'
    | '0.6.0'
    | '0.7.0'
    | '0.8.0'
    | '0.9.0'
    | '0.10.0'
    | '0.11.0'
    | '0.11.1'
    | '0.11.2'
    | '0.11.3'
    | '0.11.4'
    | '0.12.0'
    | '0.13.0'
    | '0.14.0';
  socketVersion?: '1.0.0' | '1.1.0' | '1.4.0';
  surfaces?: SurfacesChanged;
  /**
   * How many of the requests it is given where the route is weighted; 0: none
   */
  weight?: number;
};

export type Restart = {
  /**
   * when told: it has applied nothing until POST /members/{name}/catch-up
   */
  catchUp?: 'at once' | 'when told';
};

export type Crash = {
  /**
   * when told: it has applied nothing until POST /members/{name}/catch-up
   */
  catchUp?: 'at once' | 'when told';
};

/**
 * Of records; quotes are of no position, and come as they do. 0s ends it
 */
export type Lag = {
  by: Duration;
};

/**
 * Ahead, or behind where it is below 0; 0s ends it. What already waits for a time, such as the end of a lease, keeps it
 */
export type Skew = {
  by: Duration;
};

export type RoutingChange = {
  /**
   * round-robin: one after the other; random: by the seed; sticky: a connection stays with the member it met first; weighted: as often as its weight says
   */
  route?: 'round-robin' | 'random' | 'sticky' | 'weighted';
  /**
   * Whether HTTP answers carry X-Service-Member, which is no header of the interface
   */
  namesMember?: boolean;
};

/**
 * A plan step by step, or one made from a seed: every member to `from` where that is stated, then to `to` (the newest where absent), then back where that is asked. The same seed and the same members: the same plan
 */
export type NewRoll = {
  /**
   * Of the plan; the sandbox's own where absent
   */
  seed?: number;
  plan?: Array<{
    member: string;
    do: 'upgrade' | 'downgrade' | 'drain' | 'return' | 'restart' | 'crash';
    to?:
      | '0.1.0'
      | '0.2.0'
      | '0.2.1'
      | '0.3.0'
      | '0.3.1'
      | '0.3.2'
      | '0.3.3'
      | '0.3.4'
      | '0.4.0'
      | '0.4.1'
      | '0.4.2'
      | '0.4.3'
      | '0.5.0'
      | '0.5.1'
      | '0.6.0'
      | '0.7.0'
      | '0.8.0'
      | '0.9.0'
      | '0.10.0'
      | '0.11.0'
      | '0.11.1'
      | '0.11.2'
      | '0.11.3'
      | '0.11.4'
      | '0.12.0'
      | '0.13.0'
      | '0.14.0';
  }>;
  from?:
    | '0.1.0'
    | '0.2.0'
    | '0.2.1'
    | '0.3.0'
    | '0.3.1'
    | '0.3.2'
    | '0.3.3'
    | '0.3.4'
    | '0.4.0'
    | '0.4.1'
    | '0.4.2'
    | '0.4.3'
    | '0.5.0'
    | '0.5.1'
    | '0.6.0'
    | '0.7.0'
    | '0.8.0'
    | '0.9.0'
    | '0.10.0'
    | '0.11.0'
    | '0.11.1'
    | '0.11.2'
    | '0.11.3'
    | '0.11.4'
    | '0.12.0'
    | '0.13.0'
    | '0.14.0';
  to?:
    | '0.1.0'
    | '0.2.0'
    | '0.2.1'
    | '0.3.0'
    | '0.3.1'
    | '0.3.2'
    | '0.3.3'
    | '0.3.4'
    | '0.4.0'
    | '0.4.1'
    | '0.4.2'
    | '0.4.3'
    | '0.5.0'
    | '0.5.1'
    | '0.6.0'
    | '0.7.0'
    | '0.8.0'
    | '0.9.0'
    | '0.10.0'
    | '0.11.0'
    | '0.11.1'
    | '0.11.2'
    | '0.11.3'
    | '0.11.4'
    | '0.12.0'
    | '0.13.0'
    | '0.14.0';
  back?: boolean;
  /**
   * 10s where absent
   */
  every?: Duration;
  /**
   * Every member may be drained at once
   */
  allAway?: boolean;
};

export type Advance = {
  by: Duration;
};

/**
 * Where (whatever all the stated properties fit), what (exactly one effect), how often (every time unless stated). The edges, what each knows and what it takes: look-up: a member's look-up of a key: no owner and no command is known yet (knows org, key, member; takes delay, hold, fail, crash); intake: the intake of key material (knows org, key, member; takes delay, hold, refuse, fail, crash); send: a member's command on its way to the platform, which knows nothing of it yet (knows owner, command, org, key, member; takes delay, hold, drop, fail, duplicate, crash); inbox: a command's way into its owner's inbox, known to the platform by its key (knows owner, command, org, key, member; takes delay, hold, refuse, fail, crash); verdict: a command's judgement by its owner, while it has its place in the inbox (knows owner, command, org, key, member; takes delay, hold, refuse, fail, crash); sequencer: the one line of all owners into the sequence: what comes behind waits, in order (knows owner, command, org, key; takes delay, hold); log: the disk under the log of a sandbox with --data, asked at each write: the log takes no more once it failed (knows nothing more; takes fail); reply: the record of a command on its way back to the member that sent it: what comes behind waits (knows owner, command, org, key, member; takes delay, hold, drop, crash); record: any record on its way to a member, as it is sequenced: what comes behind waits (knows owner, command, org, key, member; takes delay, hold, drop, crash); apply: a member's hearing of an instrument or an algo version alone (knows member; takes delay, hold); venue: a venue's report: a fill, a balance reading, a quote, a probe's answer, an account that it shows (knows owner, command, org; takes delay, hold, drop, duplicate); engine: the algo engine's verdict on a document: the engine is of no member (knows owner, command, org, key; takes delay, hold, refuse); token: the token endpoint of the issuer: who asks is not known yet (knows nothing more; takes delay, hold, refuse, drop, fail); jwks: the issuer's public keys, on their way to a member or, without on.member, to anybody (knows member; takes delay, hold, drop, fail); answer: the HTTP answer, of a read as of a write: it is of no owner (knows command, org, key, member, method, path; takes delay, hold, drop, cut, reset, crash, answer); answered: right after the HTTP answer has gone out (knows command, org, key, member, method, path; takes crash); handshake: after a socket's admission, before its handshake is answered: whose it is is known where a credential was owed (knows socket, org, member; takes delay, hold, refuse, drop); first-frame: between a socket's 101 and its first frame: access can be revoked meanwhile (knows socket, org, member; takes delay, hold); frame: a frame of the member, the first included: on.frame is the op that it answers, or the kind of its event (knows socket, frame, org, member; takes delay, hold, drop, duplicate, garble, cut, close, crash).
 */
export type FaultRule = {
  on: {
    edge?:
      | 'look-up'
      | 'intake'
      | 'send'
      | 'inbox'
      | 'verdict'
      | 'sequencer'
      | 'log'
      | 'reply'
      | 'record'
      | 'apply'
      | 'venue'
      | 'engine'
      | 'token'
      | 'jwks'
      | 'answer'
      | 'answered'
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
    /**
     * Of the edges answer and answered
     */
    method?: 'GET' | 'POST' | 'PUT';
    /**
     * Of the edges answer and answered: as the contract document has it, such as /orders/{id}
     */
    path?: string;
  };
  delay?: number | string;
  hold?: string;
  refuse?: string;
  /**
   * What is lost: an answer or a handshake with its connection, a frame, a command on its way to the platform, a record or a reply on its way to a member (told again 5 s later), a venue's report, a token, a key set
   */
  drop?: 'answer' | 'handshake' | 'frame' | 'command' | 'reply' | 'record' | 'report' | 'token' | 'jwks';
  /**
   * true; of the edge log how it fails, once and for all
   */
  fail?: true | 'disk full' | 'sync failed';
  /**
   * A frame is sent, a command or a report handed in, twice
   */
  duplicate?: true;
  /**
   * The frame is spoilt under the seed: it is no JSON any more
   */
  garble?: true;
  /**
   * Half of the frame or of the answer is sent, then the TCP connection is gone
   */
  cut?: true;
  /**
   * The TCP connection is reset in place of the answer
   */
  reset?: true;
  /**
   * The connection is closed with this code in place of the frame: 1000 to 1003, 1007 to 1014, 3000 to 4999
   */
  close?: number;
  /**
   * The member is gone at this point, without a word, and another takes its place
   */
  crash?: true;
  /**
   * What the client gets in place of the member's answer, which has done what it was asked for
   */
  answer?: {
    status: number;
    /**
     * Sent as Retry-After, in whole seconds, rounded up
     */
    retryAfter?: number | string;
    /**
     * Text, or JSON; none where absent
     */
    body?:
      | string
      | {
          [key: string]: unknown;
        }
      | Array<unknown>;
    delay?: number | string;
  };
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
  /**
   * How long the rule stands, on the clock: after that it is gone and what it held goes on
   */
  for?: number | string;
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

export type Rotate = {
  /**
   * false: tokens of the former key do not verify any more, where the keys are fetched anew
   */
  keep?: boolean;
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

export type Worlds = {
  items: Array<World>;
};

export type World = {
  name: string;
  /**
   * Of its members; X-Touchstone-World with the port alone does as well
   */
  baseUrl: string;
  controlUrl: string;
  seed: number;
  position: number;
  clock: Clock;
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

/**
 * What a world had come to: records, clock, faults, members, chance
 */
export type Snapshot = {
  name: string;
  seed: number;
  position: number;
  /**
   * Epoch nanoseconds
   */
  nowNs: string;
};

export type Snapshots = {
  items: Array<Snapshot>;
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
  world: string;
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
  /**
   * serving; catching-up: it has applied nothing (NOT_PRIMED); stalled: it hears nothing of the platform and its look-ups hang (reads are of what it had applied, writes NOT_SERVING); drained: the front does not choose it
   */
  state: 'serving' | 'catching-up' | 'stalled' | 'drained';
  /**
   * Up to which it has applied the platform's sequence
   */
  position: number;
  /**
   * How many of the requests it is given where the route is weighted; 0: none
   */
  weight: number;
  /**
   * Milliseconds from the sequencing of a record to its hearing of it
   */
  lag: number;
  /**
   * Milliseconds that its clock is ahead of the sandbox's; below 0: behind
   */
  skew: number;
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

export type Routing = {
  /**
   * round-robin: one after the other; random: by the seed; sticky: a connection stays with the member it met first; weighted: as often as its weight says
   */
  route: 'round-robin' | 'random' | 'sticky' | 'weighted';
  /**
   * Whether HTTP answers carry X-Service-Member, which is no header of the interface
   */
  namesMember: boolean;
};

export type Roll = {
  id: string;
  /**
   * null: its plan was stated
   */
  seed: number | null;
  state: 'planned' | 'running' | 'paused' | 'done' | 'aborted' | 'failed';
  /**
   * Milliseconds from one step to the next
   */
  every: number;
  steps: Array<{
    member: string;
    do: 'upgrade' | 'downgrade' | 'drain' | 'return' | 'restart' | 'crash';
    to?:
      | '0.1.0'
      | '0.2.0'
      | '0.2.1'
      | '0.3.0'
      | '0.3.1'
      | '0.3.2'
      | '0.3.3'
      | '0.3.4'
      | '0.4.0'
      | '0.4.1'
      | '0.4.2'
      | '0.4.3'
      | '0.5.0'
      | '0.5.1'
      | '0.6.0'
      | '0.7.0'
      | '0.8.0'
      | '0.9.0'
      | '0.10.0'
      | '0.11.0'
      | '0.11.1'
      | '0.11.2'
      | '0.11.3'
      | '0.11.4'
      | '0.12.0'
      | '0.13.0'
      | '0.14.0';
    done: boolean;
    atNs: string | null;
  }>;
  /**
   * The plan as text, by member: [x] done, [>] next, [!] failed
   */
  tree: string;
  /**
   * Why it failed
   */
  why: string | null;
};

export type Rolls = {
  items: Array<Roll>;
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
  /**
   * How many timers ran; `fired` lists the first thousand runs of them
   */
  ran: number;
  held: Array<{
    name: string;
    count: number;
  }>;
  waiting: Array<{
    /**
     * The rule that holds or delays it
     */
    fault: string;
    edge:
      | 'look-up'
      | 'intake'
      | 'send'
      | 'inbox'
      | 'verdict'
      | 'sequencer'
      | 'log'
      | 'reply'
      | 'record'
      | 'apply'
      | 'venue'
      | 'engine'
      | 'token'
      | 'jwks'
      | 'answer'
      | 'answered'
      | 'handshake'
      | 'first-frame'
      | 'frame';
    /**
     * Epoch nanoseconds
     */
    sinceNs: string;
    /**
     * When it goes on; null: when it is let go
     */
    untilNs: string | null;
    owner?: string;
    command?: string;
    org?: number;
    key?: string;
    member?: string;
    socket?: string;
    frame?: string;
    method?: string;
    path?: string;
  }>;
};

export type Fault = {
  id: string;
  rule: FaultRule;
  /**
   * What has become of a command that it left in doubt; null: it leaves none
   */
  truth: string | null;
  /**
   * How often something fitted the rule, whether it then struck or not
   */
  matches: number;
  /**
   * How often it struck
   */
  firings: number;
  /**
   * What it delays or holds now
   */
  held: number;
  /**
   * null: it stands until it is removed
   */
  expiresAtNs: string | null;
  /**
   * Its time is over: it strikes no more, and is told of here alone
   */
  expired: boolean;
  /**
   * The last twenty, newest last
   */
  strikes: Array<{
    /**
     * Epoch nanoseconds
     */
    atNs: string;
    owner?: string;
    command?: string;
    org?: number;
    key?: string;
    member?: string;
    socket?: string;
    frame?: string;
    method?: string;
    path?: string;
  }>;
};

export type Faults = {
  items: Array<Fault>;
};

export type Released = {
  released: number;
};

export type Owners = {
  items: Array<Owner>;
};

export type Owner = {
  name: 'register' | 'orders' | 'custody' | 'algos';
  /**
   * It takes nothing: a write of it answers 503 OWNER_ABSENT, its key free
   */
  away: boolean;
  /**
   * Commands in its inbox; they wait for its return, and are judged then
   */
  waiting: number;
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

export type Rotated = {
  kid: string;
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

export type ReadWorldsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/worlds';
};

export type ReadWorldsResponses = {
  /**
   * Done
   */
  200: Worlds;
};

export type ReadWorldsResponse = ReadWorldsResponses[keyof ReadWorldsResponses];

export type CreateWorldData = {
  body?: NewWorld;
  path?: never;
  query?: never;
  url: '/worlds';
};

export type CreateWorldResponses = {
  /**
   * Done
   */
  201: World;
};

export type CreateWorldResponse = CreateWorldResponses[keyof CreateWorldResponses];

export type EndWorldData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/worlds/{name}';
};

export type EndWorldResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type EndWorldResponse = EndWorldResponses[keyof EndWorldResponses];

export type ReadWorldData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/worlds/{name}';
};

export type ReadWorldResponses = {
  /**
   * Done
   */
  200: World;
};

export type ReadWorldResponse = ReadWorldResponses[keyof ReadWorldResponses];

export type ForkWorldData = {
  body?: Fork;
  path?: never;
  query?: never;
  url: '/fork';
};

export type ForkWorldResponses = {
  /**
   * Done
   */
  201: World;
};

export type ForkWorldResponse = ForkWorldResponses[keyof ForkWorldResponses];

export type ReadSnapshotsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/snapshots';
};

export type ReadSnapshotsResponses = {
  /**
   * Done
   */
  200: Snapshots;
};

export type ReadSnapshotsResponse = ReadSnapshotsResponses[keyof ReadSnapshotsResponses];

export type TakeSnapshotData = {
  body?: NewSnapshot;
  path?: never;
  query?: never;
  url: '/snapshots';
};

export type TakeSnapshotResponses = {
  /**
   * Done
   */
  201: Snapshot;
};

export type TakeSnapshotResponse = TakeSnapshotResponses[keyof TakeSnapshotResponses];

export type RestoreSnapshotData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/snapshots/{name}/restore';
};

export type RestoreSnapshotResponses = {
  /**
   * Done
   */
  200: Snapshot;
};

export type RestoreSnapshotResponse = RestoreSnapshotResponses[keyof RestoreSnapshotResponses];

export type ForgetSnapshotData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/snapshots/{name}';
};

export type ForgetSnapshotResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type ForgetSnapshotResponse = ForgetSnapshotResponses[keyof ForgetSnapshotResponses];

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

export type AddMemberData = {
  body?: AddMember;
  path?: never;
  query?: never;
  url: '/members';
};

export type AddMemberResponses = {
  /**
   * Done
   */
  201: Member;
};

export type AddMemberResponse = AddMemberResponses[keyof AddMemberResponses];

export type RemoveMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}';
};

export type RemoveMemberResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type RemoveMemberResponse = RemoveMemberResponses[keyof RemoveMemberResponses];

export type ReadMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}';
};

export type ReadMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type ReadMemberResponse = ReadMemberResponses[keyof ReadMemberResponses];

export type DeployMemberData = {
  body?: Deploy;
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

export type CrashMemberData = {
  body?: Crash;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/crash';
};

export type CrashMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type CrashMemberResponse = CrashMemberResponses[keyof CrashMemberResponses];

export type LagMemberData = {
  body: Lag;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/lag';
};

export type LagMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type LagMemberResponse = LagMemberResponses[keyof LagMemberResponses];

export type SkewMemberData = {
  body: Skew;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/skew';
};

export type SkewMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type SkewMemberResponse = SkewMemberResponses[keyof SkewMemberResponses];

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

export type StallMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/stall';
};

export type StallMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type StallMemberResponse = StallMemberResponses[keyof StallMemberResponses];

export type ResumeMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/resume';
};

export type ResumeMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type ResumeMemberResponse = ResumeMemberResponses[keyof ResumeMemberResponses];

export type DrainMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/drain';
};

export type DrainMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type DrainMemberResponse = DrainMemberResponses[keyof DrainMemberResponses];

export type ReturnMemberData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/members/{name}/return';
};

export type ReturnMemberResponses = {
  /**
   * Done
   */
  200: Member;
};

export type ReturnMemberResponse = ReturnMemberResponses[keyof ReturnMemberResponses];

export type ReadRoutingData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/routing';
};

export type ReadRoutingResponses = {
  /**
   * Done
   */
  200: Routing;
};

export type ReadRoutingResponse = ReadRoutingResponses[keyof ReadRoutingResponses];

export type ChangeRoutingData = {
  body?: RoutingChange;
  path?: never;
  query?: never;
  url: '/routing';
};

export type ChangeRoutingResponses = {
  /**
   * Done
   */
  200: Routing;
};

export type ChangeRoutingResponse = ChangeRoutingResponses[keyof ChangeRoutingResponses];

export type ListRollsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/rolls';
};

export type ListRollsResponses = {
  /**
   * Done
   */
  200: Rolls;
};

export type ListRollsResponse = ListRollsResponses[keyof ListRollsResponses];

export type AddRollData = {
  body?: NewRoll;
  path?: never;
  query?: never;
  url: '/rolls';
};

export type AddRollResponses = {
  /**
   * Done
   */
  201: Roll;
};

export type AddRollResponse = AddRollResponses[keyof AddRollResponses];

export type AbortRollData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/rolls/{id}';
};

export type AbortRollResponses = {
  /**
   * Done
   */
  204: undefined;
};

export type AbortRollResponse = AbortRollResponses[keyof AbortRollResponses];

export type ReadRollData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/rolls/{id}';
};

export type ReadRollResponses = {
  /**
   * Done
   */
  200: Roll;
};

export type ReadRollResponse = ReadRollResponses[keyof ReadRollResponses];

export type StartRollData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/rolls/{id}/start';
};

export type StartRollResponses = {
  /**
   * Done
   */
  200: Roll;
};

export type StartRollResponse = StartRollResponses[keyof StartRollResponses];

export type PauseRollData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/rolls/{id}/pause';
};

export type PauseRollResponses = {
  /**
   * Done
   */
  200: Roll;
};

export type PauseRollResponse = PauseRollResponses[keyof PauseRollResponses];

export type StepRollData = {
  body?: never;
  path: {
    id: string;
  };
  query?: never;
  url: '/rolls/{id}/step';
};

export type StepRollResponses = {
  /**
   * Done
   */
  200: Roll;
};

export type StepRollResponse = StepRollResponses[keyof StepRollResponses];

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

export type ReadOwnersData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/owners';
};

export type ReadOwnersResponses = {
  /**
   * Done
   */
  200: Owners;
};

export type ReadOwnersResponse = ReadOwnersResponses[keyof ReadOwnersResponses];

export type LeaveOwnerData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/owners/{name}/leave';
};

export type LeaveOwnerResponses = {
  /**
   * Done
   */
  200: Owner;
};

export type LeaveOwnerResponse = LeaveOwnerResponses[keyof LeaveOwnerResponses];

export type ReturnOwnerData = {
  body?: never;
  path: {
    name: string;
  };
  query?: never;
  url: '/owners/{name}/return';
};

export type ReturnOwnerResponses = {
  /**
   * Done
   */
  200: Owner;
};

export type ReturnOwnerResponse = ReturnOwnerResponses[keyof ReturnOwnerResponses];

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

export type RotateKeysData = {
  body?: Rotate;
  path?: never;
  query?: never;
  url: '/identity/rotate';
};

export type RotateKeysResponses = {
  /**
   * Done
   */
  200: Rotated;
};

export type RotateKeysResponse = RotateKeysResponses[keyof RotateKeysResponses];

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

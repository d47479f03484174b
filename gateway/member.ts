import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { applicationOf } from './application.ts';
import { gatesAt, type Version } from './contract/versions.ts';
import type { Defect } from './defects/defect.ts';
import type { ExchangeEvent } from './exchange-event.ts';
import { OpenRequests } from './open-requests.ts';
import type { Clock, PlatformPort } from './platform-port.ts';
import { refuseUnreadable } from './server.ts';
import { DEFAULT_LIMITS, EVERY_SURFACE, type MemberLimits, type Services, type Surfaces } from './services.ts';
import { AppliedState } from './state/applied-state.ts';
import { CursorCodec } from './state/cursor.ts';
import { KeyJournal } from './state/key-journal.ts';
import { TokenVerifier, type TrustedIssuer } from './token-verifier.ts';

export interface MemberOptions {
  readonly name: string;
  readonly version: Version;
  readonly port: PlatformPort;
  readonly clock: Clock;
  readonly identity: TrustedIssuer;
  /** Ids for requests that bring none: 8 to 128 of [A-Za-z0-9._-], each once. */
  readonly requestIds: () => string;
  /** Seals cursors; one for all members of a platform. */
  readonly cursorKey: Uint8Array;
  readonly limits?: Partial<MemberLimits>;
  /** Every surface, and no replica, where absent. */
  readonly surfaces?: Surfaces;
  /** Makes a known-bad member. */
  readonly defects?: readonly Defect[];
  /** Told of every exchange, and why each refusal was made. */
  readonly observe?: (event: ExchangeEvent) => void;
}

/** One gateway member: serves requests that somebody else's port took. */
export interface Member {
  readonly name: string;
  readonly version: Version;
  /** The position up to which this member has applied the platform's sequence. */
  readonly position: number;
  /** Requests that are not answered yet. */
  readonly inFlight: number;
  handle(request: IncomingMessage, response: ServerResponse): void;
  onClientError(error: NodeJS.ErrnoException, socket: Socket): void;
  /** Resolves once every request that was begun is answered; new ones go on being served meanwhile. */
  drain(): Promise<void>;
  /** Follows the platform no longer. */
  stop(): void;
}

export function createMember(options: MemberOptions): Member {
  const defects = options.defects ?? [];
  const services = servicesOf(options, defects);
  const following = services.port.follow(0, (record) => {
    services.state.apply(record);
    services.journal.apply(record);
  });
  const open = new OpenRequests();
  const application = applicationOf({ services, name: options.name, defects, observe: options.observe });
  const callback = application.callback();
  return {
    name: options.name,
    version: options.version,
    get position() {
      return services.state.position;
    },
    get inFlight() {
      return open.count;
    },
    handle(request, response) {
      open.begin(response);
      void callback(request, response);
    },
    onClientError: (error, socket) => refuseUnreadable(error, socket, services.requestIds()),
    drain: () => open.none(),
    stop: () => following.stop(),
  };
}

function servicesOf(options: MemberOptions, defects: readonly Defect[]): Services {
  const { version, clock, identity, cursorKey, requestIds } = options;
  const limits = Object.assign(
    { ...DEFAULT_LIMITS, ...options.limits },
    ...defects.map((defect) => defect.limits ?? {}),
  );
  const gates = gatesAt(version);
  let contract: Promise<string> | undefined;
  const writeContract = async () => {
    // The document's maker is loaded when somebody asks for the document: a start does not wait for it.
    const { contractDocument } = await import('./openapi.ts');
    return JSON.stringify(
      defects.reduce((document, defect) => defect.document?.(document) ?? document, contractDocument(version, gates)),
    );
  };
  return {
    version,
    gates,
    limits,
    surfaces: options.surfaces ?? EVERY_SURFACE,
    clock,
    port: defects.reduce((port, defect) => defect.port?.(port) ?? port, options.port),
    state: new AppliedState(),
    journal: new KeyJournal(clock, limits.keyRetentionMs),
    cursors: new CursorCodec(cursorKey),
    verifier: new TokenVerifier(identity, clock),
    requestIds,
    contract: () => {
      contract ??= writeContract();
      return contract;
    },
  };
}

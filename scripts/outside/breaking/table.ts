import type { Breakage } from './breakage.ts';
import { OF_ALGOS } from './of-algos.ts';
import { OF_BALANCES } from './of-balances.ts';
import { OF_CALLERS } from './of-callers.ts';
import { OF_CREDENTIALS } from './of-credentials.ts';
import { OF_DOCUMENTS } from './of-documents.ts';
import { OF_EVERY_PAGE } from './of-every-page.ts';
import { OF_EVERY_READ } from './of-every-read.ts';
import { OF_EVERY_WRITE } from './of-every-write.ts';
import { OF_GRANTS } from './of-grants.ts';
import { OF_GREETINGS } from './of-greetings.ts';
import { OF_HANDSHAKES } from './of-handshakes.ts';
import { OF_IDS_AND_MONEY } from './of-ids-and-money.ts';
import { OF_KEYS } from './of-keys.ts';
import { OF_LEASES } from './of-leases.ts';
import { OF_MARKET_DATA } from './of-market-data.ts';
import { OF_MONEY_SENT } from './of-money-sent.ts';
import { OF_OPS } from './of-ops.ts';
import { OF_ORDERS_SENT } from './of-orders-sent.ts';
import { OF_OTHER_READS } from './of-other-reads.ts';
import { OF_PAGES } from './of-pages.ts';
import { OF_POLICIES } from './of-policies.ts';
import { OF_POSITIONS } from './of-positions.ts';
import { OF_QUERIES } from './of-queries.ts';
import { OF_REFUSALS } from './of-refusals.ts';
import { OF_RENEWALS } from './of-renewals.ts';
import { OF_REQUEST_IDS } from './of-request-ids.ts';
import { OF_ROWS } from './of-rows.ts';
import { OF_SESSIONS } from './of-sessions.ts';
import { OF_SOCKET_REFUSALS } from './of-socket-refusals.ts';
import { OF_THE_DOCUMENT } from './of-the-document.ts';
import { OF_THE_REGISTER } from './of-the-register.ts';
import { OF_THE_TICKET_ROUTE } from './of-the-ticket-route.ts';
import { OF_TICKETS } from './of-tickets.ts';
import { OF_VERSIONS } from './of-versions.ts';

export const BREAKAGES: readonly Breakage[] = [
  ...OF_ALGOS,
  ...OF_BALANCES,
  ...OF_CALLERS,
  ...OF_CREDENTIALS,
  ...OF_DOCUMENTS,
  ...OF_EVERY_PAGE,
  ...OF_EVERY_READ,
  ...OF_EVERY_WRITE,
  ...OF_GRANTS,
  ...OF_GREETINGS,
  ...OF_HANDSHAKES,
  ...OF_IDS_AND_MONEY,
  ...OF_KEYS,
  ...OF_LEASES,
  ...OF_MARKET_DATA,
  ...OF_MONEY_SENT,
  ...OF_OPS,
  ...OF_ORDERS_SENT,
  ...OF_OTHER_READS,
  ...OF_PAGES,
  ...OF_POLICIES,
  ...OF_POSITIONS,
  ...OF_QUERIES,
  ...OF_REFUSALS,
  ...OF_RENEWALS,
  ...OF_REQUEST_IDS,
  ...OF_ROWS,
  ...OF_SESSIONS,
  ...OF_SOCKET_REFUSALS,
  ...OF_THE_DOCUMENT,
  ...OF_THE_REGISTER,
  ...OF_THE_TICKET_ROUTE,
  ...OF_TICKETS,
  ...OF_VERSIONS,
];

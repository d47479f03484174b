import { ALGO_DOCUMENTS_DEFECTS } from './algo-documents.ts';
import { ALGO_ROWS_DEFECTS } from './algo-rows.ts';
import { ALGO_WRITES_DEFECTS } from './algo-writes.ts';
import { ALGOS_DEFECTS } from './algos.ts';
import { BALANCE_READINGS_DEFECTS } from './balance-readings.ts';
import { BALANCES_DEFECTS } from './balances.ts';
import { CALLERS_DEFECTS } from './callers.ts';
import { CONTRACT_DOCUMENT_DEFECTS } from './contract-document.ts';
import { CREDENTIALS_DEFECTS } from './credentials.ts';
import type { Defect } from './defect.ts';
import { ENDLESS_SESSIONS_DEFECTS } from './endless-sessions.ts';
import { EVERY_PAGE_DEFECTS } from './every-page.ts';
import { EVERY_READ_DEFECTS } from './every-read.ts';
import { EVERY_WRITE_DEFECTS } from './every-write.ts';
import { EXECUTIONS_DEFECTS } from './executions.ts';
import { GRANTS_DEFECTS } from './grants.ts';
import { HANDSHAKES_DEFECTS } from './handshakes.ts';
import { IDS_AND_MONEY_DEFECTS } from './ids-and-money.ts';
import { KEYS_DEFECTS } from './keys.ts';
import { LEASES_DEFECTS } from './leases.ts';
import { MARKET_DATA_DEFECTS } from './market-data.ts';
import { MARKET_DATA_TOKENS_DEFECTS } from './market-data-tokens.ts';
import { OLDER_MEMBERS_DEFECTS } from './older-members.ts';
import { OTHER_READS_DEFECTS } from './other-reads.ts';
import { PAGES_DEFECTS } from './pages.ts';
import { POLICIES_DEFECTS } from './policies.ts';
import { POSITIONS_DEFECTS } from './positions.ts';
import { PROMISED_WRITES_DEFECTS } from './promised-writes.ts';
import { PUBLISHED_PARTS_DEFECTS } from './published-parts.ts';
import { QUERIES_DEFECTS } from './queries.ts';
import { REFUSALS_DEFECTS } from './refusals.ts';
import { REGISTER_DEFECTS } from './register.ts';
import { RENEWALS_DEFECTS } from './renewals.ts';
import { REPLAYS_DEFECTS } from './replays.ts';
import { REQUEST_IDS_DEFECTS } from './request-ids.ts';
import { ROWS_DEFECTS } from './rows.ts';
import { SERVED_MONEY_DEFECTS } from './served-money.ts';
import { SESSION_GRANTS_DEFECTS } from './session-grants.ts';
import { SESSION_HISTORIES_DEFECTS } from './session-histories.ts';
import { SESSION_MEMORIES_DEFECTS } from './session-memories.ts';
import { SESSION_OPENINGS_DEFECTS } from './session-openings.ts';
import { SESSION_OPERATIONS_DEFECTS } from './session-operations.ts';
import { SESSIONS_DEFECTS } from './sessions.ts';
import { SOCKET_REFUSALS_DEFECTS } from './socket-refusals.ts';
import { STATES_DEFECTS } from './states.ts';
import { SUBMITTED_MONEY_DEFECTS } from './submitted-money.ts';
import { SUBMITTED_ORDERS_DEFECTS } from './submitted-orders.ts';
import { TENANCY_DEFECTS } from './tenancy.ts';
import { TICKET_LIMITS_DEFECTS } from './ticket-limits.ts';
import { TICKET_ROUTE_DEFECTS } from './ticket-route.ts';
import { TICKETS_DEFECTS } from './tickets.ts';
import { TOKENS_DEFECTS } from './tokens.ts';
import { VALIDATORS_DEFECTS } from './validators.ts';
import { VERSIONS_DEFECTS } from './versions.ts';
import { WALKS_DEFECTS } from './walks.ts';

/** Every known-bad member of the catalogue. */
export const DEFECTS: readonly Defect[] = [
  // First: generated sequences alone kill some of these, which takes longest.
  ...SESSION_MEMORIES_DEFECTS,
  ...SESSION_HISTORIES_DEFECTS,
  ...ALGOS_DEFECTS,
  ...BALANCES_DEFECTS,
  ...BALANCE_READINGS_DEFECTS,
  ...CALLERS_DEFECTS,
  ...CREDENTIALS_DEFECTS,
  ...ALGO_DOCUMENTS_DEFECTS,
  ...ALGO_ROWS_DEFECTS,
  ...ALGO_WRITES_DEFECTS,
  ...EVERY_PAGE_DEFECTS,
  ...EVERY_READ_DEFECTS,
  ...EVERY_WRITE_DEFECTS,
  ...EXECUTIONS_DEFECTS,
  ...GRANTS_DEFECTS,
  ...SESSION_OPENINGS_DEFECTS,
  ...SESSION_GRANTS_DEFECTS,
  ...HANDSHAKES_DEFECTS,
  ...IDS_AND_MONEY_DEFECTS,
  ...KEYS_DEFECTS,
  ...LEASES_DEFECTS,
  ...ENDLESS_SESSIONS_DEFECTS,
  ...MARKET_DATA_DEFECTS,
  ...MARKET_DATA_TOKENS_DEFECTS,
  ...SUBMITTED_MONEY_DEFECTS,
  ...SESSION_OPERATIONS_DEFECTS,
  ...SUBMITTED_ORDERS_DEFECTS,
  ...OTHER_READS_DEFECTS,
  ...PAGES_DEFECTS,
  ...POLICIES_DEFECTS,
  ...POSITIONS_DEFECTS,
  ...QUERIES_DEFECTS,
  ...REFUSALS_DEFECTS,
  ...RENEWALS_DEFECTS,
  ...REPLAYS_DEFECTS,
  ...REQUEST_IDS_DEFECTS,
  ...ROWS_DEFECTS,
  ...SESSIONS_DEFECTS,
  ...SOCKET_REFUSALS_DEFECTS,
  ...CONTRACT_DOCUMENT_DEFECTS,
  ...REGISTER_DEFECTS,
  ...TENANCY_DEFECTS,
  ...TICKET_ROUTE_DEFECTS,
  ...TICKETS_DEFECTS,
  ...TOKENS_DEFECTS,
  ...VERSIONS_DEFECTS,
  ...SERVED_MONEY_DEFECTS,
  ...WALKS_DEFECTS,
  ...PROMISED_WRITES_DEFECTS,
  ...PUBLISHED_PARTS_DEFECTS,
  ...STATES_DEFECTS,
  ...VALIDATORS_DEFECTS,
  ...TICKET_LIMITS_DEFECTS,
  ...OLDER_MEMBERS_DEFECTS,
];

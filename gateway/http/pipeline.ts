import type { Column } from '../contract/routes.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Stage } from '../stage.ts';
import { admit, requireAdmission } from '../stages/admit.ts';
import { admitHolder } from '../stages/admit-holder.ts';
import { authenticate } from '../stages/authenticate.ts';
import { boundBody } from '../stages/bound-body.ts';
import { correlate } from '../stages/correlate.ts';
import { identify } from '../stages/identify.ts';
import { judgeFirst } from '../stages/judge-first.ts';
import { mintTicket, passKeyBy, requireExpiry } from '../stages/mint-ticket.ts';
import { openMarketData, openTrading } from '../stages/open-session.ts';
import { passMarketDataEdge, passTradingEdge } from '../stages/pass-socket-edge.ts';
import { readBody } from '../stages/read-body.ts';
import { readFields } from '../stages/read-fields.ts';
import { readHandshake, requireOneCredential } from '../stages/read-handshake.ts';
import { readIfMatch } from '../stages/read-if-match.ts';
import { readQuery } from '../stages/read-query.ts';
import { refuseBusy } from '../stages/refuse-busy.ts';
import { refuseUnknown } from '../stages/refuse-unknown.ts';
import { renderRefusals } from '../stages/render-refusals.ts';
import { replayOrAttach } from '../stages/replay-or-attach.ts';
import { requireKey } from '../stages/require-key.ts';
import { requireOrigin } from '../stages/require-origin.ts';
import { requireSurface } from '../stages/require-surface.ts';
import { requireUpgrade } from '../stages/require-upgrade.ts';
import { send } from '../stages/send.ts';
import { prepare, serveOpen, serveRead } from '../stages/serve.ts';
import { storeMaterial } from '../stages/store-material.ts';
import { compiled, type Run } from './run-stages.ts';

/**
 * A column of the pipeline: those of routes, of socket handshakes, of order operations, of unrouted requests, and of
 * requests over the limit.
 */
export type PipelineColumn = Column | SocketName | 'order-op' | 'none' | 'busy';

type Row = readonly [Stage, ...PipelineColumn[]];

/**
 * The stages of every request. Each request runs one column from top to bottom. Rows are in the order of precedence of
 * `contract/refusals.ts`. `pipeline.test.ts` holds the order, and that each stage's needs are met by the stages above
 * it.
 */
// biome-ignore format: the columns are the point
export const PIPELINE: readonly Row[] = [
  [correlate,            'none', 'open', 'me', 'read', 'write', 'ticket', 'trading', 'market-data',            'busy'],
  [renderRefusals,       'none', 'open', 'me', 'read', 'write', 'ticket', 'trading', 'market-data',            'busy'],
  [refuseUnknown,        'none'                                                                              ],
  [refuseBusy,                                                                                         'busy'],
  [requireUpgrade,                                                        'trading', 'market-data'           ],
  [authenticate,                         'me', 'read', 'write', 'ticket'                                     ],
  [identify,                                                              'trading'                          ],
  [requireOrigin,                                                         'trading'                          ],
  [admit,                                'me', 'read', 'write', 'ticket'                                     ],
  [requireAdmission,                           'read', 'write', 'ticket'                                     ],
  [admitHolder,                                                           'trading'                          ],
  [passTradingEdge,                                                       'trading'                          ],
  [passMarketDataEdge,                                                               'market-data'           ],
  [requireExpiry,                                               'ticket'                                     ],
  [requireSurface,                             'read', 'write', 'ticket'                                     ],
  [boundBody,                    'open', 'me', 'read', 'write', 'ticket'                                     ],
  [readFields,                   'open', 'me', 'read', 'write', 'ticket', 'trading', 'market-data'           ],
  [readHandshake,                                                         'trading', 'market-data'           ],
  [requireOneCredential,                                                  'trading'                          ],
  [readQuery,                    'open', 'me', 'read', 'write', 'ticket'                                     ],
  [requireKey,                                         'write'                                               ],
  [readIfMatch,                                        'write'                                               ],
  [passKeyBy,                                                   'ticket'                                     ],
  [readBody,                                           'write', 'ticket'                                     ],
  [judgeFirst,                                         'write',                                    'order-op'],
  [replayOrAttach,                                     'write',                                    'order-op'],
  [prepare,                                            'write',                                    'order-op'],
  [storeMaterial,                                      'write'                                               ],
  [send,                                               'write',                                    'order-op'],
  [mintTicket,                                                  'ticket'                                     ],
  [serveOpen,                    'open'                                                                      ],
  [serveRead,                            'me', 'read'                                                        ],
  [openTrading,                                                           'trading'                          ],
  [openMarketData,                                                                   'market-data'           ],
];

/** Every column of the pipeline. */
export const COLUMNS = [
  'none',
  'open',
  'me',
  'read',
  'write',
  'ticket',
  'trading',
  'market-data',
  'order-op',
  'busy',
] as const satisfies readonly PipelineColumn[];

/** The stages of one column, top to bottom. */
export function stagesOf(column: PipelineColumn, pipeline: readonly Row[] = PIPELINE): readonly Stage[] {
  return pipeline.filter(([, ...columns]) => columns.includes(column)).map(([of]) => of);
}

/** Each column as one function. */
export const RUNS = Object.fromEntries(COLUMNS.map((column) => [column, compiled(stagesOf(column))])) as Readonly<
  Record<PipelineColumn, Run>
>;

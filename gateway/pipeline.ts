import { Refusal } from './contract/refusals.ts';
import type { Column } from './contract/routes.ts';
import type { Answer, Known, Stage } from './stage.ts';
import { admit, requireAdmission } from './stages/admit.ts';
import { authenticate } from './stages/authenticate.ts';
import { boundBody } from './stages/bound-body.ts';
import { correlate } from './stages/correlate.ts';
import { readBody } from './stages/read-body.ts';
import { readFields } from './stages/read-fields.ts';
import { readIfMatch } from './stages/read-if-match.ts';
import { readQuery } from './stages/read-query.ts';
import { refuseUnknown } from './stages/refuse-unknown.ts';
import { renderRefusals } from './stages/render-refusals.ts';
import { replayOrAttach } from './stages/replay-or-attach.ts';
import { requireKey } from './stages/require-key.ts';
import { requireSurface } from './stages/require-surface.ts';
import { send } from './stages/send.ts';
import { prepare, serveOpen, serveRead } from './stages/serve.ts';
import { storeMaterial } from './stages/store-material.ts';

/** A route's column, or that of requests which no route takes. */
export type PipelineColumn = Column | 'none';

type Row = readonly [Stage, ...PipelineColumn[]];

/**
 * Every request goes down one column, top to bottom. Rows stand in the order of precedence of `contract/refusals.ts`, and a
 * blank says as much as a mark: `pipeline.test.ts` holds both the order and what each stage needs of those above it.
 */
// biome-ignore format: the columns are the point
export const PIPELINE: readonly Row[] = [
  [correlate,        'none', 'open', 'me', 'read', 'write'],
  [renderRefusals,   'none', 'open', 'me', 'read', 'write'],
  [refuseUnknown,    'none'                               ],
  [authenticate,                     'me', 'read', 'write'],
  [admit,                            'me', 'read', 'write'],
  [requireAdmission,                       'read', 'write'],
  [requireSurface,                         'read', 'write'],
  [boundBody,                'open', 'me', 'read', 'write'],
  [readFields,               'open', 'me', 'read', 'write'],
  [readQuery,                'open', 'me', 'read', 'write'],
  [requireKey,                                     'write'],
  [readIfMatch,                                    'write'],
  [readBody,                                       'write'],
  [replayOrAttach,                                 'write'],
  [prepare,                                        'write'],
  [storeMaterial,                                  'write'],
  [send,                                           'write'],
  [serveOpen,                'open'                       ],
  [serveRead,                        'me', 'read'         ],
];

export const COLUMNS = ['none', 'open', 'me', 'read', 'write'] as const satisfies readonly PipelineColumn[];

/** The stages of one column, top to bottom. */
export function stagesOf(column: PipelineColumn, pipeline: readonly Row[] = PIPELINE): readonly Stage[] {
  return pipeline.filter(([, ...columns]) => columns.includes(column)).map(([of]) => of);
}

/** Runs one request down its stages, and names the stage that refused it. What a stage gives is known to all below it; nothing is ever overwritten. */
export function runDown(stages: readonly Stage[], known: Partial<Known>): Promise<Answer> {
  const step = async (index: number, sofar: Partial<Known>): Promise<Answer> => {
    const next = stages[index];
    if (next === undefined) throw new Error('the last stage of a column answers: it has nothing to proceed to');
    const proceed = (given: Partial<Known>) =>
      step(index + 1, next.gives.length === 0 ? sofar : { ...sofar, ...given });
    try {
      return await next.run(sofar as Known, proceed);
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.stage ??= next.name;
      throw thrown;
    }
  };
  return step(0, known);
}

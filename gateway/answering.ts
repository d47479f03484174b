import type { IncomingMessage } from 'node:http';
import type { Defect } from './defects/defect.ts';
import { type ExchangeEvent, eventOf } from './exchange-event.ts';
import { COLUMNS, type PipelineColumn, stagesOf } from './pipeline.ts';
import { runDown } from './run-down.ts';
import type { Services } from './services.ts';
import type { Answer, Known, Stage } from './stage.ts';

export interface AnsweringOptions {
  readonly services: Services;
  /** What exchanges name the member by. */
  readonly name: string;
  readonly defects: readonly Defect[];
  readonly observe: ((event: ExchangeEvent) => void) | undefined;
}

/** What a member makes of a request, whether it came as a plain one or as a handshake. */
export interface Answering {
  /** Runs the request down the pipeline's column. Never rejects but for a defect. */
  answer(request: IncomingMessage, column: PipelineColumn, known: Partial<Known>): Promise<Answer>;
  /** Tells whoever watches this member, once the answer is on its way. */
  tell(request: IncomingMessage, answer: Answer): void;
}

export function answeringOf({ services, name, defects, observe }: AnsweringOptions): Answering {
  const pipelines = Object.fromEntries(
    COLUMNS.map((column) => [column, stagesWith(defects, column)]),
  ) as unknown as Record<PipelineColumn, readonly Stage[]>;
  return {
    async answer(request, column, known) {
      const { path, rawQuery } = targetOf(request.url ?? '/');
      let given = await runDown(pipelines[column], { services, request, path, rawQuery, ...known });
      for (const defect of defects)
        given = (await defect.spoil?.(given, { request, path, version: services.version })) ?? given;
      return given;
    },
    tell(request, answer) {
      try {
        observe?.(eventOf(request, answer, targetOf(request.url ?? '/').path, services, name));
      } catch {
        // Who watches this member cannot spoil its answers.
      }
    },
  };
}

/** The stages of a column as a member with these defects runs them. */
export function stagesWith(defects: readonly Defect[], column: PipelineColumn): readonly Stage[] {
  return stagesOf(column).map((stage) => spoilt(stage, defects));
}

function spoilt(stage: Stage, defects: readonly Defect[]): Stage {
  return defects.reduce((good, defect) => defect.stages?.[good.name]?.(good) ?? good, stage);
}

export function targetOf(url: string): { readonly path: string; readonly rawQuery: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, rawQuery: '' } : { path: url.slice(0, mark), rawQuery: url.slice(mark + 1) };
}

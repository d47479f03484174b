import type { IncomingMessage } from 'node:http';
import type { Services } from '../services.ts';
import type { Soon } from '../soon.ts';
import type { Answer, Known } from '../stage.ts';
import { contentOf, eventOf } from './exchange-event.ts';
import { COLUMNS, type PipelineColumn, stagesOf } from './pipeline.ts';
import { compiled, type Run } from './run-stages.ts';

export interface AnsweringOptions {
  readonly services: Services;
  /** The member's name in exchange events. */
  readonly name: string;
}

/** Answers the requests of a member, plain requests and handshakes. */
export interface Answering {
  /** Runs the request down the pipeline's column. Never rejects. */
  answer(request: IncomingMessage, column: PipelineColumn, known: Partial<Known>): Soon<Answer>;
  /** Notifies the observer of this member, once the answer is being sent. @param body the request's, where it was read */
  tell(request: IncomingMessage, answer: Answer, body?: string): void;
}

/** Builds the answering of one member: compiles the columns of the pipeline once. */
export function answeringOf({ services, name }: AnsweringOptions): Answering {
  const pipelines = Object.fromEntries(COLUMNS.map((column) => [column, compiled(stagesOf(column))])) as Record<
    PipelineColumn,
    Run
  >;
  return {
    answer(request, column, known) {
      const { path, rawQuery } = targetOf(request.url ?? '/');
      return pipelines[column]({ services, request, path, rawQuery, ...known });
    },
    tell(request, answer, body) {
      const event = eventOf(request, answer, targetOf(request.url ?? '/').path, services.clock, name);
      services.observe(event, contentOf(request, answer, body ?? null));
    },
  };
}

/** Splits a request target at its first question mark, without decoding. */
export function targetOf(url: string): { readonly path: string; readonly rawQuery: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, rawQuery: '' } : { path: url.slice(0, mark), rawQuery: url.slice(mark + 1) };
}

import { notHeld, readAnswer } from '../http/answers.ts';
import { executionJson } from './execution-row.ts';
import type { ReadHandler } from './handler.ts';
import { pageAnswer } from './page-answer.ts';

/** One page of the organisation's executions, newest first (PAGE-12). */
export const listExecutions: ReadHandler = ({ services, caller, query }) => {
  const { orgId } = caller.user;
  const rows = services.state.executions(orgId);
  return pageAnswer(
    services,
    query,
    { collection: 'executions', orgId, rows, order: 'descending', keyOf: (row) => row.executionId },
    executionJson,
  );
};

/** One execution; throws NOT_FOUND if the organisation does not hold it. */
export const getExecution: ReadHandler = ({ services, caller, params }) => {
  const execution = services.state.executions(caller.user.orgId).get(params['id'] ?? '');
  if (execution === undefined) throw notHeld(services, 'execution');
  return readAnswer(services, executionJson(execution, services));
};

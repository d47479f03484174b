import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { processes } from './process-shapes.ts';
import { noQuery } from './shapes.ts';

/** Reads the processes of the deployment. */
export const PROCESS_ROUTES = [
  controlRoute({
    operationId: 'readProcesses',
    method: 'GET',
    path: '/processes',
    tag: 'Platform',
    summary:
      'Every process of the deployment, the active platform first. One that ends is not listed any more, at the latest some four seconds after it was killed',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: processes },
    run: (controlled) => json({ items: controlled.processes() }),
  }),
] as const;

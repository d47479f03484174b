import { BALANCE_ROUTES } from './balance-routes.ts';
import { CLIENT_ROUTES } from './client-routes.ts';
import { CLOCK_ROUTES } from './clock-routes.ts';
import { type ControlRoute, controlRoute, JSON_TYPE, json } from './control-route.ts';
import { EVENT_ROUTES } from './events/event-routes.ts';
import { FAULT_ROUTES } from './fault-routes.ts';
import { IDENTITY_ROUTES } from './identity-routes.ts';
import { LOGIN_ROUTES } from './login-routes.ts';
import { MEMBER_ROUTES } from './member-routes.ts';
import { OWNER_ROUTES } from './owner-routes.ts';
import { PLATFORM_ROUTES } from './platform-routes.ts';
import { PRINCIPAL_ROUTES } from './principal-routes.ts';
import { processes } from './process-shapes.ts';
import { REFERENCE_ROUTES } from './reference-routes.ts';
import { ROLL_ROUTES } from './roll-routes.ts';
import { ROUTING_ROUTES } from './routing-routes.ts';
import { SANDBOX_ROUTES } from './sandbox-routes.ts';
import { SCENARIO_ROUTES } from './scenario-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { noQuery } from './shapes.ts';
import { VENUE_ROUTES } from './venue-routes.ts';
import { WORLD_ROUTES } from './world-routes.ts';

/** Reads the processes of the deployment. */
const PROCESS_ROUTES = [
  controlRoute({
    operationId: 'readProcesses',
    method: 'GET',
    path: '/processes',
    tag: 'Platform',
    summary:
      'Every process of the deployment, the active platform first. A killed process disappears from the list within about four seconds',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: processes },
    run: (controlled) => json({ items: controlled.processes() }),
  }),
] as const;

/** Every route of the control plane except its document. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...SANDBOX_ROUTES,
  ...EVENT_ROUTES,
  ...SCENARIO_ROUTES,
  ...CLIENT_ROUTES,
  ...WORLD_ROUTES,
  ...PLATFORM_ROUTES,
  ...REFERENCE_ROUTES,
  ...VENUE_ROUTES,
  ...BALANCE_ROUTES,
  ...PROCESS_ROUTES,
  ...MEMBER_ROUTES,
  ...SESSION_ROUTES,
  ...ROUTING_ROUTES,
  ...ROLL_ROUTES,
  ...CLOCK_ROUTES,
  ...FAULT_ROUTES,
  ...OWNER_ROUTES,
  ...IDENTITY_ROUTES,
  ...LOGIN_ROUTES,
  ...PRINCIPAL_ROUTES,
];

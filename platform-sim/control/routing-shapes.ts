import { z } from 'zod';
import { ROUTINGS } from '../front/routing.ts';

const route = z.enum(ROUTINGS).meta({
  description:
    'round-robin: each member in turn; random: as the seed decides; sticky: a client address always reaches the same member; weighted: in proportion to the weights',
});
const namesMember = z
  .boolean()
  .meta({ description: 'Whether HTTP answers have the header X-Service-Member, which is not part of the interface' });

/** How the front chooses a member. */
export const routing = z.strictObject({ route, namesMember }).meta({ id: 'Routing' });

/** Changes of the routing. */
export const routingChange = routing.partial().meta({ id: 'RoutingChange' });

import { z } from 'zod';
import { ROUTINGS } from '../front/routing.ts';

const route = z.enum(ROUTINGS).meta({
  description:
    'round-robin: one after the other; random: by the seed; sticky: a client, by its address, stays at the member that it met first; weighted: as often as its weight says',
});
const namesMember = z
  .boolean()
  .meta({ description: 'Whether HTTP answers carry X-Service-Member, which is no header of the interface' });

/** How the front chooses a member. */
export const routing = z.strictObject({ route, namesMember }).meta({ id: 'Routing' });

/** Changes of the routing. */
export const routingChange = routing.partial().meta({ id: 'RoutingChange' });

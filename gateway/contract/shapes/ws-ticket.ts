import { z } from 'zod';
import { ns } from './scalars.ts';

const stream = z.enum(['trading'], { error: 'takes "trading": the market data socket opens without a ticket' });

/** The body of POST /v1/ws-tickets. */
export const wsTicketRequest = z.strictObject({ stream }).meta({ id: 'WsTicketRequest' });

/** A minted ticket and its expiry (TKT-01). */
export const wsTicket = z
  .strictObject({
    ticket: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/)
      .meta({
        description:
          'Opens one session once: put it unchanged in the URL of the trading WebSocket as ?ticket=. Never parse, cache or log it.',
      }),
    expiresAtNs: ns.meta({ description: 'Ten seconds from minting, or when the token expires, whichever is sooner.' }),
    stream,
  })
  .meta({ id: 'WsTicket' });

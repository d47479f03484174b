/** A connection to NATS that reconnects for ever, or one line for the user. */
import type { NatsConnection } from '@nats-io/transport-node';

/** @throws LogError where no server answers, the credentials are refused, or JetStream is off */
export async function connectNats(_url: string, _name: string): Promise<NatsConnection> {
  throw new Error('to come');
}

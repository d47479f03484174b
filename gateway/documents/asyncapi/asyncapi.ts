import { z } from 'zod';
import { createSchema } from 'zod-openapi';
import { SOCKET_PATHS, type SocketGates, type SocketName, type SocketVersion } from '../../contract/sockets.ts';
import type { Gates } from '../../contract/versions.ts';
import { olderExample, olderSchemas } from '../older-document.ts';
import { marketDataMessages, type OpRow, type SocketRow, tradingMessages } from './messages.ts';
import { MARKET_DATA_REFUSAL_CODE, tradingRefusalCode } from './refusal-codes.ts';

const ASSUMED = { 'x-assumed': true } as const;

const HANDSHAKE = {
  owed: 'The handshake brings one credential of two, never both: the query parameter ticket, minted by POST /v1/ws-tickets for one session (a browser), or the header Authorization: Bearer (every other client).',
  notOwed:
    'The handshake brings at most one credential of two: the query parameter ticket, or the header Authorization: Bearer. Without one the session authenticates by op auth.',
  none: 'The handshake carries no credential. The client sends op auth first, and waits for its acknowledgement.',
} as const;

/**
 * The AsyncAPI 3.0 document of both sockets of a member, built from the shapes of their frames. Parts that the
 * interface does not show and this platform designed carry `x-assumed: true`, both addresses included.
 *
 * @param version of the trading socket's own contract
 * @param gates of the member's REST contract, whose shapes the frames use
 */
export function socketDocument(
  version: SocketVersion,
  socketGates: SocketGates,
  gates: Gates,
): Record<string, unknown> {
  const every = {
    trading: tradingMessages(tradingRefusalCode(version)),
    'market-data': marketDataMessages(MARKET_DATA_REFUSAL_CODE),
  };
  const sockets = openOps(every, socketGates);
  const isOwed = socketGates['handshake.credential-owed'];
  const host = { host: '{host}', protocol: 'ws', variables: { host: { default: '127.0.0.1:4010' } } };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Trading gateway: sockets',
      version,
      description:
        'The trading socket, whose contract has its own version, and the market data socket. Parts marked x-assumed are this platform’s own design.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      trading: {
        ...host,
        description: isOwed ? HANDSHAKE.owed : HANDSHAKE.notOwed,
        ...(isOwed
          ? {
              security: [
                { $ref: '#/components/securitySchemes/bearer' },
                { $ref: '#/components/securitySchemes/ticket' },
              ],
            }
          : {}),
      },
      marketData: { ...host, description: HANDSHAKE.none },
    },
    channels: {
      trading: channel('trading', sockets.trading, handshakeBinding(isOwed)),
      marketData: channel('market-data', sockets['market-data'], {}),
    },
    operations: { ...operations('trading', sockets.trading), ...operations('market-data', sockets['market-data']) },
    components: {
      messages: {
        ...messages('trading', sockets.trading, gates),
        ...messages('market-data', sockets['market-data'], gates),
      },
      schemas: schemas(Object.values(sockets), gates),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ticket: {
          type: 'httpApiKey',
          name: 'ticket',
          in: 'query',
          description:
            'Of POST /v1/ws-tickets: opens one session once, within ten seconds. Never parse, cache or log it.',
        },
      },
    },
  };
}

/** Each socket without the ops that its version does not have, and without the messages that only these ops use. */
function openOps(sockets: Record<SocketName, SocketRow>, gates: SocketGates): Record<SocketName, SocketRow> {
  const open = ({ messages: all, events, ops: every }: SocketRow): SocketRow => {
    const ops = every.filter(({ gate }) => gate === undefined || gates[gate]);
    const named = new Set([...events, ...ops.flatMap(({ op, replies }) => [op, ...replies])]);
    return { events, ops, messages: Object.fromEntries(Object.entries(all).filter(([name]) => named.has(name))) };
  };
  return { trading: open(sockets.trading), 'market-data': open(sockets['market-data']) };
}

const PREFIX = { trading: 'trading', 'market-data': 'marketData' } as const satisfies Record<SocketName, string>;

function idOf(socket: SocketName, name: string): string {
  return `${PREFIX[socket]}.${name}`;
}

function channel(socket: SocketName, { messages: all }: SocketRow, binding: object): object {
  return {
    address: SOCKET_PATHS[socket],
    title: socket === 'trading' ? 'Trading' : 'Market data',
    servers: [{ $ref: `#/servers/${PREFIX[socket]}` }],
    ...ASSUMED,
    messages: Object.fromEntries(
      Object.keys(all).map((name) => [name, { $ref: `#/components/messages/${idOf(socket, name)}` }]),
    ),
    bindings: { ws: { method: 'GET', ...binding, bindingVersion: '0.1.0' } },
  };
}

function handshakeBinding(isOwed: boolean): object {
  const one = isOwed ? 'One of the two, never both.' : 'At most one of the two.';
  return {
    query: { type: 'object', properties: { ticket: { type: 'string', description: `A single-use ticket. ${one}` } } },
    headers: {
      type: 'object',
      properties: { Authorization: { type: 'string', description: `Bearer and an access token. ${one}` } },
    },
  };
}

/** The operations from the member's side: it receives ops and replies, and sends events. */
function operations(socket: SocketName, { events, ops, messages: all }: SocketRow): Record<string, object> {
  const channelRef = { $ref: `#/channels/${PREFIX[socket]}` };
  const refs = (names: readonly string[]) => names.map((name) => ({ $ref: `${channelRef.$ref}/messages/${name}` }));
  const operation = ({ op, summary, replies, assumed }: OpRow) =>
    [
      idOf(socket, op),
      {
        action: 'receive',
        channel: channelRef,
        summary,
        messages: refs([op]),
        reply: { channel: channelRef, messages: refs(replies) },
        ...(assumed ? ASSUMED : {}),
      },
    ] as const;
  const telling = (name: string) =>
    [
      idOf(socket, `on.${name}`),
      {
        action: 'send',
        channel: channelRef,
        summary: all[name]?.summary,
        messages: refs([name]),
        ...(all[name]?.assumed ? ASSUMED : {}),
      },
    ] as const;
  return Object.fromEntries([...ops.map(operation), ...events.map(telling)]);
}

function messages(socket: SocketName, { messages: all, events }: SocketRow, gates: Gates): Record<string, object> {
  return Object.fromEntries(
    Object.entries(all).map(([name, { title, summary, schema, examples, assumed }]) => [
      idOf(socket, name),
      {
        name,
        title,
        summary,
        ...(assumed ? ASSUMED : {}),
        ...(events.includes(name) ? {} : { correlationId: { location: '$message.payload#/reqId' } }),
        payload: { $ref: `#/components/schemas/${schema.meta()?.id}` },
        examples: examples.map((payload) => ({ payload: olderExample(payload, gates) })),
      },
    ]),
  );
}

function schemas(sockets: readonly SocketRow[], gates: Gates): Record<string, unknown> {
  const frames = sockets.flatMap(({ messages: all }) => Object.values(all).map(({ schema }) => schema));
  const { components } = createSchema(z.tuple(frames as [z.ZodType, ...z.ZodType[]]), { io: 'output' });
  olderSchemas(components, gates);
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}

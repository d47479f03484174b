import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import {
  algoVersion,
  algoVersionRequest,
  instrument,
  instrumentRequest,
  instruments,
  quote,
  quoteRequest,
} from './reference-shapes.ts';
import { noQuery } from './shapes.ts';

/** Lists instruments, moves quotes, and loads algo versions. */
export const REFERENCE_ROUTES = [
  controlRoute({
    operationId: 'readInstruments',
    method: 'GET',
    path: '/instruments',
    tag: 'Platform',
    summary: 'The instruments, with the quote of the venue for each',
    query: noQuery,
    answer: { status: 200, type: JSON_TYPE, shape: instruments },
    run: ({ platform: { reference } }) => json({ items: reference.instruments() }),
  }),
  controlRoute({
    operationId: 'listInstrument',
    method: 'POST',
    path: '/instruments',
    tag: 'Platform',
    summary: 'Lists a new instrument. Members receive it at once; a fault at the edge apply delays it',
    query: noQuery,
    body: instrumentRequest,
    answer: { status: 201, type: JSON_TYPE, shape: instrument },
    async run(world, { body }) {
      const { bid, ask, ...terms } = body;
      const quote = bid === undefined || ask === undefined ? null : { bid, ask };
      const listed = await world.platform.reference.listInstrument({ ...terms, quote });
      if (listed === undefined) throw new ControlError('CONFLICT', `symbol: ${body.symbol} is listed already`);
      return json(listed, 201);
    },
  }),
  controlRoute({
    operationId: 'moveQuote',
    method: 'POST',
    path: '/quotes',
    tag: 'Platform',
    summary: 'Changes the quote of the venue: subscribers receive it at once, and later orders are priced from it',
    query: noQuery,
    body: quoteRequest,
    answer: { status: 200, type: JSON_TYPE, shape: quote },
    run(world, { body: { instrumentId, ...quoted } }) {
      const moved = world.platform.reference.moveQuote(instrumentId, quoted);
      if (moved === undefined)
        throw new ControlError('NOT_FOUND', `instrumentId: there is no instrument ${instrumentId}`);
      return json(moved);
    },
  }),
  controlRoute({
    operationId: 'loadAlgoVersion',
    method: 'POST',
    path: '/algo-versions',
    tag: 'Platform',
    summary:
      'Loads an algo version into an engine pool. Members receive it at once; a fault at the edge apply delays it',
    query: noQuery,
    body: algoVersionRequest,
    answer: { status: 201, type: JSON_TYPE, shape: algoVersion },
    async run(world, { body }) {
      const { pool, algoVersionId = null, manifest = null, documentSchema = null } = body;
      const loaded = await world.platform.reference.loadAlgoVersion({ pool, algoVersionId, manifest, documentSchema });
      if (typeof loaded === 'string') throw new ControlError('CONFLICT', loaded);
      return json(loaded, 201);
    },
  }),
] as const;

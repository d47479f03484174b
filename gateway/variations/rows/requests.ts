/** Additional requirements and tolerances for requests (decisions A19, A32, A64, A66). */
import { type HttpRequest, headerOf, jsonOf, keyOf, type Layer, routeOf, withHeader } from '../layer.ts';
import { variation } from '../variation.ts';

/** Makes the gateway refuse the request as malformed, in the order of its own checks. */
const malformed = (request: HttpRequest): HttpRequest => withHeader(request, 'Idempotency-Key', ' ');

const NARROW_KEY = /^[A-Za-z0-9-]{8,36}$/;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const isWrite = ({ method }: HttpRequest): boolean => method === 'POST' || method === 'PUT' || method === 'DELETE';

const narrowKeys: Layer = (request, next) => {
  const key = keyOf(request);
  const isAlgos = request.path.startsWith('/algos');
  return next(isWrite(request) && !isAlgos && key !== undefined && !NARROW_KEY.test(key) ? malformed(request) : request);
};

/** Variations of accepted requests (decisions A19, A32, A64, A66). */
export const REQUEST_VARIATIONS = [
  variation('narrow-keys', ['A19'], 'Keys have 8 to 36 letters, digits and hyphens, except on algos.', () => narrowKeys),
  variation('client-order-id-required', ['A32'], 'An order without clientOrderId answers 400.', () => (request, next) => {
    const body = routeOf(request) === 'POST /orders' ? jsonOf(request) : undefined;
    return next(body !== undefined && body['clientOrderId'] === undefined ? malformed(request) : request);
  }),
  variation('chunked-request-refused', ['A64'], 'A body without Content-Length answers 400.', () => (request, next) => {
    const isChunked = headerOf(request, 'transfer-encoding') !== undefined;
    return next(isChunked && isWrite(request) ? malformed(request) : request);
  }),
  variation(
    'byte-order-mark-accepted',
    ['A66'],
    'A byte order mark before a JSON body is accepted.',
    () => (request, next) => next(request.body.subarray(0, 3).equals(BOM) ? { ...request, body: request.body.subarray(3) } : request),
  ),
] as const;

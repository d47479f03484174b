/** Reports whether a variation changed anything. A variation that never changes anything proves nothing. */
import type { Connection, SocketLayer } from '../../../gateway/variations/frames.ts';
import type { HttpRequest, HttpResponse, Layer } from '../../../gateway/variations/layer.ts';
import type { Parts } from '../../../gateway/variations/variation.ts';

const requestText = ({ method, path, headers, body }: HttpRequest): string =>
  JSON.stringify([method, path, headers, body.toString('latin1')]);
const responseText = ({ status, headers, body, wire }: HttpResponse): string =>
  JSON.stringify([status, headers, body, wire]);

function ofLayer(layer: Layer, changed: () => void): Layer {
  return async (request, next) => {
    const passed: HttpResponse[] = [];
    const response = await layer(request, async (forwarded) => {
      if (forwarded !== request && requestText(forwarded) !== requestText(request)) changed();
      const answer = await next(forwarded);
      passed.push(answer);
      return answer;
    });
    const [only, second] = passed;
    if (
      only === undefined ||
      second !== undefined ||
      (only !== response && responseText(only) !== responseText(response))
    )
      changed();
    return response;
  };
}

function ofSocket(socket: SocketLayer, changed: () => void): SocketLayer {
  return (talk) => {
    const reporting =
      <T extends readonly unknown[]>(act: (...of: T) => void) =>
      (...of: T): void => {
        changed();
        act(...of);
      };
    const { toClient, toGateway, closeClient } = talk;
    const seen: Connection = {
      ...talk,
      toClient: reporting(toClient),
      toGateway: reporting(toGateway),
      closeClient: reporting(closeClient),
    };
    const layer = socket(seen);
    if (layer.wire !== undefined) changed();
    const watch = (put: (text: string) => readonly string[]) => (text: string) => {
      const texts = put(text);
      if (texts.length !== 1 || texts[0] !== text) changed();
      return texts;
    };
    const { down, up, closing } = layer;
    return {
      ...layer,
      ...(down === undefined ? {} : { down: watch(down) }),
      ...(up === undefined ? {} : { up: watch(up) }),
      ...(closing === undefined
        ? {}
        : {
            closing(code: number) {
              const closed = closing(code);
              if (closed !== code) changed();
              return closed;
            },
          }),
    };
  };
}

/** Wraps the parts. `changed` is called at each change. */
export function watched({ layer, socket }: Parts, changed: () => void): Parts {
  return {
    ...(layer === undefined ? {} : { layer: ofLayer(layer, changed) }),
    ...(socket === undefined ? {} : { socket: ofSocket(socket, changed) }),
  };
}

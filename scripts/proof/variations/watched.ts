/** Whether a variation did anything at all: one that never does proves nothing. */
import type { Connection, SocketLayer } from '../../../gateway/variations/frames.ts';
import type { HttpRequest, HttpResponse, Layer } from '../../../gateway/variations/layer.ts';
import type { Parts } from '../../../gateway/variations/variation.ts';

const asSent = ({ method, path, headers, body }: HttpRequest): string =>
  JSON.stringify([method, path, headers, body.toString('latin1')]);
const asSaid = ({ status, headers, body, wire }: HttpResponse): string => JSON.stringify([status, headers, body, wire]);

function ofLayer(layer: Layer, changed: () => void): Layer {
  return async (asked, next) => {
    const passed: HttpResponse[] = [];
    const told = await layer(asked, async (one) => {
      if (one !== asked && asSent(one) !== asSent(asked)) changed();
      const answer = await next(one);
      passed.push(answer);
      return answer;
    });
    const [only, second] = passed;
    if (only === undefined || second !== undefined || (only !== told && asSaid(only) !== asSaid(told))) changed();
    return told;
  };
}

function ofSocket(socket: SocketLayer, changed: () => void): SocketLayer {
  return (talk) => {
    const telling =
      <T extends readonly unknown[]>(act: (...of: T) => void) =>
      (...of: T): void => {
        changed();
        act(...of);
      };
    const { toClient, toGateway, closeClient } = talk;
    const seen: Connection = {
      ...talk,
      toClient: telling(toClient),
      toGateway: telling(toGateway),
      closeClient: telling(closeClient),
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

/** The same parts, which tell of each change. */
export function watched({ layer, socket }: Parts, changed: () => void): Parts {
  return {
    ...(layer === undefined ? {} : { layer: ofLayer(layer, changed) }),
    ...(socket === undefined ? {} : { socket: ofSocket(socket, changed) }),
  };
}

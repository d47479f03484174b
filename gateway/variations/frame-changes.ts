/** Changes of the frames of one connection, with a memory of the connection. */
import type { Connection } from './frames.ts';
import { frameOf, type SocketLayer } from './frames.ts';
import type { Json } from './layer.ts';
import { isObject } from './layer.ts';

export type Change = (frame: Json, connection: Connection) => Json | readonly Json[] | undefined;

const texts = (changed: Json | readonly Json[] | undefined): string[] =>
  (changed === undefined ? [] : Array.isArray(changed) ? (changed as Json[]) : [changed as Json]).map((one) =>
    JSON.stringify(one),
  );

/** Replaces each frame of the gateway; undefined drops it. Has a memory of each connection. */
export const changeFrames = (make: () => Change) => (): SocketLayer => (connection) => {
  const change = make();
  return {
    down(text) {
      const frame = frameOf(text);
      return frame === undefined ? [text] : texts(change(frame, connection));
    },
  };
};

/** As `changeFrames`, without a memory. */
export const inFrames = (fits: (frame: Json) => boolean, change: Change) =>
  changeFrames(() => (frame, connection) => (fits(frame) ? change(frame, connection) : frame));

/** Whether a frame is an event of this kind. */
export const isEvent =
  (kind: string) =>
  (frame: Json): boolean =>
    frame['event'] === kind;

/** Whether a frame is sessionOpened. */
export const isOpened = isEvent('sessionOpened');

/** Whether a frame is sessionExpiring. */
export const isExpiring = isEvent('sessionExpiring');

/** Whether a frame is sessionClosing. */
export const isClosing = isEvent('sessionClosing');

/** Whether a frame answers an op. */
export const isAnswer = (frame: Json): boolean => 'success' in frame;

/** Whether a frame answers a successful op auth. */
export const isGranted = (frame: Json): boolean => frame['op'] === 'auth' && frame['success'] === true;

/** Whether a frame answers a refused op. */
export const isRefused = (frame: Json): boolean => frame['success'] === false;

/** Whether a frame is a refusal with one of these codes. */
export const isCoded =
  (...codes: readonly string[]) =>
  (frame: Json): boolean =>
    isRefused(frame) && codes.includes(String(frame['code']));

/** Changes the `data` member of a frame. */
export const inData =
  (change: (data: Json) => Json): Change =>
  (frame) => ({ ...frame, data: change(frame['data'] as Json) });

/** Changes the grant in sessionOpened and in the answer to op auth. */
export const inGrants = (change: (grant: Json) => Json) =>
  inFrames(
    (frame) => isOpened(frame) || (isGranted(frame) && isObject(frame['session'])),
    (frame) =>
      isOpened(frame)
        ? { ...frame, data: change(frame['data'] as Json) }
        : { ...frame, session: change(frame['session'] as Json) },
  );

/** The grant in a frame; undefined if the frame carries none. */
export const grantOf = (frame: Json): Json | undefined =>
  isOpened(frame) ? (frame['data'] as Json) : isGranted(frame) ? (frame['session'] as Json | undefined) : undefined;

/** A change that drops the frame. */
export const nothing = (): undefined => undefined;

/** Removes one member of an object. */
export const less = (name: string) => (object: Json) =>
  Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));

/** Replaces each message of the client that is an object. */
export const changeSent =
  (make: (connection: Connection) => (frame: Json, text: string) => readonly string[]) =>
  (): SocketLayer =>
  (connection) => {
    const change = make(connection);
    return {
      up(text) {
        const frame = frameOf(text);
        return frame === undefined ? [text] : change(frame, text);
      },
    };
  };

/** A refusal of the op that a client's frame requests. */
export const refusalTo = (frame: Json, code: string): Json => ({
  op: frame['op'],
  reqId: frame['reqId'],
  success: false,
  code,
  message: 'refused by the proxy',
  retryable: false,
});

/** Closes only the client's side, after the rest of that frame. */
export const closingOn = (
  fits: (frame: Json) => boolean,
  code: number,
  change: (frame: Json) => Json | undefined = (f) => f,
) =>
  inFrames(fits, (frame, connection) => {
    const last = change(frame);
    if (last !== undefined) connection.toClient(JSON.stringify(last));
    connection.closeClient(code);
    return undefined;
  });

/** The close code at the end of a lease. */
export const LAPSED = 4001;

/** Withholds the gateway's close at the end of the lease; later ops are answered as unknown, or not at all. */
export const undying =
  (isLively: boolean, until: (frame: Json) => boolean = () => true): (() => SocketLayer) =>
  () =>
  (connection) => {
    let [isOver, isIn] = [false, false];
    return {
      closing(code) {
        isOver = code === LAPSED && isIn;
        return isOver ? undefined : code;
      },
      down(text) {
        isIn ||= until(frameOf(text) ?? {});
        return [text];
      },
      up(text) {
        if (isOver && isLively) connection.toClient(JSON.stringify(refusalTo(frameOf(text) ?? {}, 'UNKNOWN_OP')));
        return isOver ? [] : [text];
      },
    };
  };

/** A refusal of the control plane: thrown anywhere, rendered in one place as `{ error: { code, message } }`. */
export const CONTROL_ERRORS = {
  MALFORMED_REQUEST: 400,
  HOST_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CLOCK_IS_REAL: 409,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_ERROR: 500,
  NOT_QUIET: 503,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ControlErrorCode = keyof typeof CONTROL_ERRORS;

/** A refusal of the control plane, with its code and status. */
export class ControlError extends Error {
  readonly code: ControlErrorCode;
  readonly status: number;

  constructor(code: ControlErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = CONTROL_ERRORS[code];
  }
}

/** The refusal of an unknown name; its message points to `GET /${kind}s`. */
export function noSuch(
  kind: 'exchange' | 'fault' | 'frame' | 'roll' | 'snapshot' | 'world',
  name: string | undefined,
): ControlError {
  return new ControlError('NOT_FOUND', `there is no ${kind} ${name}: GET /${kind}s lists them`);
}

/** @throws ControlError of `code` with the message of an error of this kind; any other error is rethrown */
export async function orRefused<Done>(
  kind: abstract new (...made: never[]) => Error,
  code: ControlErrorCode,
  does: () => Done | Promise<Done>,
): Promise<Done> {
  try {
    return await does();
  } catch (thrown) {
    throw thrown instanceof kind ? new ControlError(code, thrown.message) : thrown;
  }
}

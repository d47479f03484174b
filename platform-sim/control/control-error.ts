/** A refusal of the control plane, thrown anywhere and rendered in one place as `{ error: { code, message } }`. */
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

export class ControlError extends Error {
  readonly code: ControlErrorCode;
  readonly status: number;

  constructor(code: ControlErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = CONTROL_ERRORS[code];
  }
}

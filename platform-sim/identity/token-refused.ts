export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type';

/** A refusal of the token endpoint (RFC 6749 section 5.2); the message is its `error_description`. */
export class TokenRefused extends Error {
  readonly error: OAuthError;

  constructor(error: OAuthError, description: string) {
    super(description);
    this.error = error;
  }
}

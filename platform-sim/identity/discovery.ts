/** What an OAuth client library reads first (OpenID Connect Discovery 1.0, RFC 8414). */

export interface DiscoveryDocument {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly grant_types_supported: readonly ['client_credentials', 'authorization_code', 'refresh_token'];
  /** none: of the one client of a page's login. */
  readonly token_endpoint_auth_methods_supported: readonly ['client_secret_post', 'client_secret_basic', 'none'];
  readonly response_types_supported: readonly ['code'];
  readonly response_modes_supported: readonly ['query'];
  readonly code_challenge_methods_supported: readonly ['S256'];
  /** RFC 9207. */
  readonly authorization_response_iss_parameter_supported: true;
  readonly scopes_supported: readonly ['openid'];
  readonly subject_types_supported: readonly ['public'];
  readonly id_token_signing_alg_values_supported: readonly ['ES256'];
}

/** The metadata of an issuer. @param servedAt the base of its endpoints */
export function discoveryDocument(issuer: string, servedAt: string): DiscoveryDocument {
  return {
    issuer,
    authorization_endpoint: `${servedAt}/authorize`,
    token_endpoint: `${servedAt}/token`,
    jwks_uri: `${servedAt}/jwks`,
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['openid'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** What an OAuth client library reads first (OpenID Connect Discovery 1.0, RFC 8414). */

export interface DiscoveryDocument {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly grant_types_supported: readonly ['client_credentials'];
  readonly token_endpoint_auth_methods_supported: readonly ['client_secret_post', 'client_secret_basic'];
  /** Empty: there is no interactive sign-in. */
  readonly response_types_supported: readonly [];
  readonly subject_types_supported: readonly ['public'];
  readonly id_token_signing_alg_values_supported: readonly ['ES256'];
}

/** The metadata of an issuer at this address. */
export function discoveryDocument(issuer: string): DiscoveryDocument {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

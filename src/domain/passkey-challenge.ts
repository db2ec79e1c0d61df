/** Apart from the schemas, which no page needs before somebody logs in. */

/** Ed25519, P-256 with SHA-256, RSA with SHA-256 (COSE). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** In milliseconds; also how long the browser waits for the person. */
export const PASSKEY_CHALLENGE_LIFE = 5 * 60 * 1000;

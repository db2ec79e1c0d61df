/** Apart from passkeys.ts, which few pages need. */
export const canUsePasskeys = (): boolean => isSecureContext && typeof PublicKeyCredential === 'function';

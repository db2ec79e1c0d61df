import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set<string>(dictionary['passwords-common']);

/** Whether a password stands on the list of common ones, whatever its case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

import type { Secrets } from '../base/secrets/secrets.ts';
import type { EndpointRow } from './store/webhooks.ts';

/** Lists what messages are signed with, the latest first: those that a SECRET_KEY here still opens. */
export function liveSecrets(
  secrets: Secrets,
  { secret, formerSecret, formerUntil }: Pick<EndpointRow, 'secret' | 'formerSecret' | 'formerUntil'>,
): string[] {
  const sealed = [secret, ...(formerSecret && formerUntil && formerUntil > new Date() ? [formerSecret] : [])];
  return sealed
    .filter((one) => secrets.sealedBy(one) !== 'unknown')
    .flatMap((one) => secrets.decryptCode(one).split(' '));
}

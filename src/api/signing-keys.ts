import * as v from 'valibot';
import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';
import { PublicKeysSchema } from '../domain/receipt.ts';

const ANSWER_WITHIN_MS = 15_000;

/** The worker has them without a network, once they were seen. @throws if it hasn’t. */
export async function fetchSigningKeys() {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(site.apiBase + paths.signingKeys, { signal });
  return v.parse(PublicKeysSchema, await response.json()).keys;
}

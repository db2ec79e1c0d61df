import * as v from 'valibot';
import { type LegalPage, LegalPageSchema } from '../domain/legal-page.ts';

const ANSWER_WITHIN_MS = 15_000;

/** Works offline too, from the worker's cache. @throws if the response is no such page. */
export async function fetchLegalPage(file: string): Promise<LegalPage> {
  const response = await fetch(file, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!response.ok) throw new TypeError('The server sent no legal page');
  return v.parse(LegalPageSchema, await response.json());
}

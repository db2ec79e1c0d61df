import { onTestFinished } from 'vitest';
import { site } from '../../src/config/site.ts';
import { DEFAULT_SITE, type Site } from '../../src/domain/site.ts';

/** Makes the app another brand's for one test, as a server does in its pages. */
export function asBrand(brand: Partial<Site>): void {
  Object.assign(site, brand);
  onTestFinished(() => void Object.assign(site, DEFAULT_SITE));
}

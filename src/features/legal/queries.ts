import { defineQuery } from '../../api/define-query.ts';
import { fetchLegalPage } from '../../api/legal-page.ts';
import { site } from '../../config/site.ts';
import type { LegalName } from '../../domain/legal-terms.ts';

/** The worker keeps its file, whose name changes with its text. */
export const legalPageQuery = (name: LegalName) => {
  const file = site.legal.find((page) => page.name === name)?.file;
  return defineQuery({
    name: 'legal-page',
    params: [name, file],
    ask: () => (file === undefined ? null : fetchLegalPage(file)),
    staleTime: Number.POSITIVE_INFINITY,
  });
};

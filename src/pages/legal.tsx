import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { LEGAL_NAMES, LEGAL_WORDS, type LegalName } from '../domain/legal-terms.ts';
import { LegalText } from '../features/legal/legal-text.tsx';
import { legalPageQuery } from '../features/legal/queries.ts';
import { PageHead } from '../ui/layout/page-head.tsx';
import { QueryView } from '../ui/list/query-view.tsx';
import { Component as NotFound } from './not-found.tsx';

/** /terms, /privacy and /imprint, if the brand has them. */
export function Component() {
  const { pathname } = useLocation();
  const name = LEGAL_NAMES.find((known) => pathname.toLowerCase().includes(known)) ?? 'terms';
  return <LegalPage name={name} />;
}

function LegalPage({ name }: { name: LegalName }) {
  const query = useQuery(legalPageQuery(name));
  const title = query.data?.title ?? LEGAL_WORDS[name].title;
  if (query.data === null) return <NotFound />;
  return (
    <main id="main" className="page stack">
      <PageHead title={title} description={title} />
      <h1>{title}</h1>
      <QueryView query={query}>{(page) => page && <LegalText content={page.content} />}</QueryView>
    </main>
  );
}

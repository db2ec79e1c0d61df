import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { prefetch } from '../api/prefetch.ts';
import { useDesk } from '../browser/density.ts';
import { site } from '../config/site.ts';
import { TEST_SHIPMENT_DAYS } from '../domain/api-key.ts';
import { paths } from '../domain/paths.ts';
import { SNIPPET_LANGUAGES } from '../domain/v1/snippets.ts';
import { Contents } from '../features/developers/contents.tsx';
import { v1DocumentQuery } from '../features/developers/queries.ts';
import { Reference, referenceChapters } from '../features/developers/reference.tsx';
import { Snippets } from '../features/developers/snippets.tsx';
import { ProblemTable, StatusTable } from '../features/developers/tables.tsx';
import { WebhookGuide } from '../features/developers/webhook-guide.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Section } from '../ui/layout/section.tsx';
import { QueryView } from '../ui/list/query-view.tsx';
import { Verbatim } from '../ui/verbatim.tsx';

export const loader = prefetch((client) => client.prefetchQuery(v1DocumentQuery));

/** /developers, for everybody. */
export function Component() {
  const document = useQuery(v1DocumentQuery);
  const [search] = useSearchParams();
  const language = SNIPPET_LANGUAGES.find((one) => one === search.get('lang')) ?? 'curl';
  const isAtDesk = useDesk();
  const chapters = [
    { id: 'key', title: 'Get a key' },
    { id: 'start', title: 'Start here' },
    { id: 'webhooks', title: 'Webhooks' },
    { id: 'connect', title: 'WooCommerce and Shopify' },
    ...(document.data ? referenceChapters(document.data) : []),
    { id: 'statuses', title: 'Statuses' },
    { id: 'problems', title: 'Problems' },
  ];
  const origin = document.data?.servers[0]?.url ?? location.origin;
  return (
    <main id="main" className="page stack">
      <PageHead
        title="For developers"
        description="Create shipments, print labels and follow parcels from your shop."
      />
      <h1>For developers</h1>
      <div className={isAtDesk ? 'grid gap-x-10 items-start grid-cols-[13rem_minmax(0,1fr)]' : 'contents'}>
        <Contents chapters={chapters} />
        <div className="stack">
          <Section id="key" title="Get a key" className="stack gap-3">
            <ol className="max-w-140 pl-6 m-0 list-decimal">
              <li>
                <Link to={paths.register}>Create an account</Link>, or log in.
              </li>
              <li>
                Ask <Verbatim>{site.name}</Verbatim> to let it ship.
              </li>
              <li>
                Make a test key on <Link to={paths.developerKeys}>your developers page</Link>, which is there once your
                account ships. Tick <i>Manage webhooks</i> if your program adds them. Make a live key once it works.
              </li>
            </ol>
            <p className="max-w-140">
              Send it with each call as <code className="typed break-anywhere">Authorization: Bearer wb_test_…</code>,
              and never from a browser: anyone who has it can do what you can. All keys of an account together make 300
              reads and 120 writes a minute; the <code className="typed">RateLimit</code> header says what is left.
            </p>
            <p className="max-w-140">
              A test key makes the same calls and gets the same responses, but nothing is sent or paid, and no live key
              sees it. Its shipments have tracking IDs that begin with <code className="typed">TEST</code> and are kept
              for {TEST_SHIPMENT_DAYS} days. You move them on yourself, with{' '}
              <a href="#advanceTestShipment" className="typed break-anywhere">
                POST /v1/test/shipments/
                <wbr />
                {'{id}'}
                <wbr />
                /advance
              </a>
              .
            </p>
          </Section>
          <Snippets origin={origin} language={language} />
          <WebhookGuide origin={origin} language={language} />
          <Section id="connect" title="WooCommerce and Shopify" className="stack gap-3">
            <p className="max-w-140">
              They need no program: <Link to={paths.connectedShops}>connect your shop</Link>, and each order becomes a
              draft by itself. Its webhook sends the order to{' '}
              <code className="typed break-anywhere">/v1/inbound/…</code>, signed with a secret of that shop instead of
              a key.
            </p>
          </Section>
          <QueryView query={document}>{(data) => <Reference document={data} />}</QueryView>
          <Section id="statuses" title="Statuses" className="stack gap-3">
            <StatusTable />
          </Section>
          <Section id="problems" title="Problems" className="stack gap-3">
            <p className="max-w-140">
              What is refused comes as problem details (RFC 9457): <code className="typed">code</code> is for your
              program, <code className="typed">detail</code> for people, and <code className="typed">errors</code> says
              where, as JSON pointers.
            </p>
            <ProblemTable />
          </Section>
          <p>
            For tools: <a href={`${site.apiBase}${paths.v1}/openapi.json`}>the OpenAPI document</a>.
          </p>
        </div>
      </div>
    </main>
  );
}

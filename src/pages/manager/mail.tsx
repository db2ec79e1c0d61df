import { useSearchParams } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { parseMailState, parseReceiver } from '../../domain/mail.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { MailStateTabs } from '../../features/mail/mail-state-tabs.tsx';
import { MailTable } from '../../features/mail/mail-table.tsx';
import { mailsOnDevice, mailsQuery } from '../../features/mail/queries.ts';
import { SendMailForm } from '../../features/mail/send-mail-form.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PagedView } from '../../ui/paged-view.tsx';

/** What the address asks of the log. */
const logSearch = (search: URLSearchParams) => ({
  page: parsePage(search.get('page')),
  state: parseMailState(search.get('state')),
});

export const loader = askAhead((client, search) => client.prefetchQuery(mailsQuery(logSearch(search))));

/** /manager/mail: write to somebody, and see what became of every mail. */
export function Component() {
  const [search] = useSearchParams();
  const to = parseReceiver(search.get('to'));
  const { page, state } = logSearch(search);
  const mails = useList(mailsQuery({ page, state }), { page, state }, mailsOnDevice);
  return (
    <>
      <ConfirmedAt query={mails} />
      <main id="main" className="page stack">
        <PageHead title="Mail" description="Write to somebody, and see what became of every mail." noindex />
        <Breadcrumbs crumbs={[{ label: 'Manager', to: paths.manager }, { label: 'Mail' }]} />
        <h1>Mail</h1>
        <section aria-labelledby="write-mail" className="stack">
          <h2 id="write-mail">Write a mail</h2>
          <SendMailForm key={to} to={to} />
        </section>
        <section aria-labelledby="mail-log" className="mt-6">
          <h2 id="mail-log" className="mb-2">
            Log
          </h2>
          <MailStateTabs current={state} to={(chosen) => paths.manageMail({ to, state: chosen })} />
          <div className="stack mt-4">
            <PagedView query={mails} page={page} to={(target) => paths.manageMail({ to, state, page: target })}>
              {(rows, dimmed) => <MailTable mails={rows} dimmed={dimmed} />}
            </PagedView>
          </div>
        </section>
      </main>
    </>
  );
}

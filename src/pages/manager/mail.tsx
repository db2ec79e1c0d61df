import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { useDesk } from '../../browser/density.ts';
import { useClosePanel, usePanelLink } from '../../browser/panel-history.ts';
import { MAIL_STATES, parseMailState, parseReceiver } from '../../domain/mail.ts';
import { parsePreview } from '../../domain/message-preview.ts';
import { formatTotal, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { MailDialog } from '../../features/mail/mail-dialog.tsx';
import { MAIL_STATE_STYLE } from '../../features/mail/mail-style.ts';
import { MailTable } from '../../features/mail/mail-table.tsx';
import { PreviewDialog } from '../../features/mail/preview-dialog.tsx';
import { mailsOnDevice, mailsQuery } from '../../features/mail/queries.ts';
import { SendMailForm } from '../../features/mail/send-mail-form.tsx';
import { Texts } from '../../features/mail/texts.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { useList } from '../../offline/use-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ChoiceTabs } from '../../ui/layout/tab.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { SearchForm } from '../../ui/list/search-form.tsx';

function parseLogSearch(search: URLSearchParams) {
  const { page, q } = parsePageSearch(search);
  return { page, q, state: parseMailState(search.get('state')) };
}

export const loader = prefetch((client, search) =>
  client.prefetchQuery(mailsQuery({ ...parseLogSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const to = parseReceiver(search.get('to'));
  const isAtDesk = useDesk();
  const isWriting = search.has('to');
  const size = useRowsPerPage();
  const logSearch = { ...parseLogSearch(search), size };
  const { page, q, state } = logSearch;
  const mails = useList(mailsQuery(logSearch), logSearch, mailsOnDevice);
  const opened = search.get('mail');
  const list = { to: isWriting ? (to ?? '') : undefined, state, q };
  const here = page > 1 ? { ...list, page } : list;
  const navigate = useNavigate();
  const { state: panel } = useLocation();
  const preview = parsePreview(search.get('preview'));
  const toPreview = paths.manageMail({ ...here, preview: 'delivery' });
  const previewLink = (
    <ButtonLink {...usePanelLink(toPreview)} icon="eye" to={toPreview}>
      Preview
    </ButtonLink>
  );
  const close = useClosePanel(paths.manageMail(here));
  return (
    <DeskPage
      title="Mail"
      description="Write emails and check their delivery."
      query={mails}
      heading={
        isAtDesk ? (
          <div className="row justify-between">
            <h1>Mail</h1>
            <div className="row">
              {previewLink}
              {isWriting ? (
                <ButtonLink icon="x" to={paths.manageMail({ ...here, to: undefined })}>
                  Close
                </ButtonLink>
              ) : (
                <ButtonLink icon="mail" to={paths.manageMail({ ...here, to: '' })}>
                  Write an email
                </ButtonLink>
              )}
            </div>
          </div>
        ) : undefined
      }
    >
      {(isWriting || !isAtDesk) && (
        <Section id="write-mail" title="Write an email" className="stack">
          <SendMailForm key={to} to={to} />
        </Section>
      )}
      <Texts />
      <Section
        id="mail-log"
        title="Log"
        head={isAtDesk && !isWriting ? 'sr-only' : 'mb-2'}
        className={isAtDesk ? '' : 'mt-6'}
      >
        <div className="stack">
          {!isAtDesk && <div className="row">{previewLink}</div>}
          <PagedView
            query={mails}
            page={page}
            to={(target) => paths.manageMail({ ...list, page: target })}
            filters={
              <div className={isAtDesk ? 'contents' : 'stack gap-4'}>
                <ChoiceTabs
                  label="Emails by status"
                  choices={MAIL_STATES}
                  current={state}
                  labelOf={(one) => MAIL_STATE_STYLE[one].label}
                  to={(chosen) => paths.manageMail({ ...list, state: chosen })}
                />
                <SearchForm
                  q={q}
                  placeholder="Email, subject or tracking ID"
                  to={(typed) => paths.manageMail({ ...list, q: typed })}
                />
              </div>
            }
            renderTotal={q ? (total) => formatTotal(total, { q }, 'email') : undefined}
            size={size}
            onSize={setRowsPerPage}
          >
            {(rows, dimmed) => (
              <MailTable mails={rows} dimmed={dimmed} to={(mail) => paths.manageMail({ ...here, mail })} />
            )}
          </PagedView>
        </div>
      </Section>
      {preview && (
        <PreviewDialog
          message={preview}
          onChoose={(chosen) =>
            navigate(paths.manageMail({ ...here, preview: chosen }), {
              replace: true,
              preventScrollReset: true,
              state: panel,
            })
          }
          onClose={close}
        />
      )}
      {opened && <MailDialog key={opened} id={opened} onClose={close} />}
    </DeskPage>
  );
}

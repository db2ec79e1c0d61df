import { useQuery } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { failedMailsQuery } from './queries.ts';

/** That mails have failed, and the way to them; draws nothing while none has. */
export function FailedMailsNotice() {
  const { data } = useQuery(failedMailsQuery);
  const newest = data?.data[0];
  if (!newest) return null;
  return (
    <Notice
      tone="bad"
      icon="mail"
      title={`${counted(data.total, 'mail')} failed`}
      action={
        <ButtonLink small to={paths.manageMail({ state: 'failed' })}>
          View failed mails
        </ButtonLink>
      }
    >
      The newest was to {newest.receiver || 'a deleted user'}. {newest.lastError}
    </Notice>
  );
}

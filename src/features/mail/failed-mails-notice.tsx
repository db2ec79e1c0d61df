import { useQuery } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { breakable } from '../../ui/cells.tsx';
import { Notice } from '../../ui/notice.tsx';
import { failedMailsQuery } from './queries.ts';

/** Says that emails have failed, and the way to them; draws nothing while none has. */
export function FailedMailsNotice() {
  const { data } = useQuery(failedMailsQuery);
  const newest = data?.data[0];
  if (!newest) return null;
  return (
    <Notice
      tone="bad"
      icon="mail"
      title={`${counted(data.total, 'email')} failed`}
      action={
        <ButtonLink small to={paths.manageMail({ state: 'failed' })}>
          View failed emails
        </ButtonLink>
      }
    >
      The newest was to {breakable(newest.receiver || 'a deleted user')}. {newest.lastError}
    </Notice>
  );
}

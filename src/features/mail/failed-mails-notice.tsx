import { useQuery } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { failedMailsQuery } from './queries.ts';

export function FailedMailsNotice() {
  const { data } = useQuery(failedMailsQuery);
  const newest = data?.data[0];
  if (!newest) return null;
  const isMore = data.total > EXACT_TOTAL_UNDER_SEARCH;
  const emails = isMore ? `More than ${counted(EXACT_TOTAL_UNDER_SEARCH, 'email')}` : counted(data.total, 'email');
  return (
    <Notice
      tone="bad"
      icon="mail"
      title={`${emails} failed`}
      action={
        <ButtonLink small to={paths.manageMail({ state: 'failed' })}>
          View failed emails
        </ButtonLink>
      }
    >
      The latest was to {newest.receiver ? <Verbatim>{breakAroundAt(newest.receiver)}</Verbatim> : 'a deleted user'}.{' '}
      {newest.lastError}
    </Notice>
  );
}

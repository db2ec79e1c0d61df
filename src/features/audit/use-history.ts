import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Audited, historyQuery } from './queries.ts';

/** One page of a history; the page before it stays while this one loads. */
export const useHistory = (audited: Audited, page: number, isOpen = true) =>
  useQuery({ ...historyQuery(audited, page), placeholderData: keepPreviousData, enabled: isOpen });

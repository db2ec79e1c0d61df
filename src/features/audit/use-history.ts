import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Audited, historyQuery } from './queries.ts';

export const useHistory = (audited: Audited, page: number, isOpen = true) =>
  useQuery({ ...historyQuery(audited, page), placeholderData: keepPreviousData, enabled: isOpen });

import { usePageVisit } from '../../browser/use-page-visit.ts';
import { toast } from './toast.ts';

export function useToastIfLeft(): (title: string, text?: string) => void {
  const { isShown } = usePageVisit();
  return (title, text) => {
    if (!isShown()) toast.success(title, text);
  };
}

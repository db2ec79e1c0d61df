import { useIsShown } from '../../browser/use-is-shown.ts';
import { toast } from './toast.ts';

/** Shows a toast if the person has left the page that would have said it. */
export function useToastIfLeft(): (title: string, text?: string) => void {
  const isShown = useIsShown();
  return (title, text) => {
    if (!isShown()) toast.success(title, text);
  };
}

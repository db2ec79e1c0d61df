import { useIsShown } from '../../browser/use-is-shown.ts';
import { toast } from './toast.ts';

/** For what the page that was left would have said. */
export function useToastIfLeft(): (title: string, text?: string) => void {
  const isShown = useIsShown();
  return (title, text) => {
    if (!isShown()) toast.success(title, text);
  };
}

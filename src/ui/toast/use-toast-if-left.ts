import { useIsShown } from '../../browser/use-is-shown.ts';
import { toast } from './toast.ts';

/** Says in a toast what the page would have said, if the person has left it by then. */
export function useToastIfLeft(): (title: string, text?: string) => void {
  const isShown = useIsShown();
  return (title, text) => {
    if (!isShown()) toast.success(title, text);
  };
}

import { useIsShown } from '../../browser/use-is-shown.ts';
import { toast } from './toast.ts';

export function useToastIfLeft(): (title: string, text?: string) => void {
  const isShown = useIsShown();
  return (title, text) => {
    if (!isShown()) toast.success(title, text);
  };
}

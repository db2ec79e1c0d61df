import { counted } from '../../domain/figures.ts';
import type { FileImported } from '../../domain/shop/draft-file.ts';

export function importedInWords({ added, changed, unchanged, toFix, withheld, leftOut }: FileImported): {
  title: string;
  text: string;
} {
  const more = [
    changed > 0 && `${counted(changed, 'draft')} updated.`,
    unchanged > 0 && `${counted(unchanged, 'order')} imported before.`,
    toFix > 0 && `${counted(toFix, 'draft')} to fix.`,
    withheld > 0 && `${counted(withheld, 'order')} not to be sent.`,
    leftOut.total > 0 && `${counted(leftOut.total, 'line')} left out.`,
  ];
  return {
    title: added > 0 ? `${counted(added, 'draft')} added` : 'No new drafts',
    text: more.filter(Boolean).join(' '),
  };
}

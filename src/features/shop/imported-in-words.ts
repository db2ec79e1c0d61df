import { counted } from '../../domain/figures.ts';
import type { FileImported } from '../../domain/shop/draft-file.ts';

export function importedInWords({ added, changed, unchanged, toFix }: FileImported): { title: string; text: string } {
  const more = [
    changed > 0 && `${counted(changed, 'draft')} updated.`,
    unchanged > 0 && `${counted(unchanged, 'row')} imported before.`,
    toFix > 0 && `${counted(toFix, 'draft')} to fix.`,
  ];
  return {
    title: added > 0 ? `${counted(added, 'draft')} added` : 'No new drafts',
    text: more.filter(Boolean).join(' '),
  };
}

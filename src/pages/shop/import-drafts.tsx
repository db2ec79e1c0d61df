import { usePageVisit } from '../../browser/use-page-visit.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { FileImported } from '../../domain/shops/draft-file.ts';
import { ImportFile } from '../../features/imports/import-file.tsx';
import { ORDERS } from '../../features/imports/order-files.tsx';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { toast } from '../../ui/toast/toast.ts';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  const showDrafts = (result: FileImported) => {
    const { added } = result;
    toast.success(added > 0 ? `${counted(added, 'draft')} added` : 'No new drafts', listOthers(result));
    navigateIfShown(paths.drafts());
  };
  return (
    <ShopPage title="Import CSV" description="Make drafts of the orders in a file." heading={false}>
      <ImportFile
        kind={ORDERS}
        title="Import CSV"
        intro="One draft for each order. Nothing is sent, and nothing costs anything, until you confirm it."
        onDone={showDrafts}
      />
    </ShopPage>
  );
}

const listOthers = ({ changed, unchanged, toFix, withheld, leftOut }: FileImported) =>
  [
    changed > 0 && `${counted(changed, 'draft')} updated.`,
    unchanged > 0 && `${counted(unchanged, 'order')} imported before.`,
    toFix > 0 && `${counted(toFix, 'draft')} to fix.`,
    withheld > 0 && `${counted(withheld, 'order')} not to be sent.`,
    leftOut.total > 0 && `${counted(leftOut.total, 'line')} left out.`,
  ]
    .filter(Boolean)
    .join(' ');

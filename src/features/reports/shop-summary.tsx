import { grouped } from '../../domain/figures.ts';
import { medianBin, sayMedian } from '../../domain/reports/hours.ts';
import { formatShare, sayFirstTry, shareIn, sum } from '../../domain/reports/share.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { figuresBeside, figuresIn } from './findings.ts';
import { useDownloadProofs } from './mutations.ts';
import type { Report } from './queries.ts';

/** What a shop's parcels came to, with the proofs of it to take along. */
export function ShopSummary({ report }: { report: Report }) {
  const download = useDownloadProofs();
  const tries = shareIn(figuresIn(report, 'first-try'), 'yes');
  const before = figuresBeside(report, 'first-try');
  const median = medianBin(figuresIn(report, 'hours'));
  return (
    <TicketCard
      aria-labelledby="summary"
      stubWidth="half"
      stub={
        <section aria-labelledby="proofs" className="p-4 md:p-6 grid gap-3 content-center">
          <h2 id="proofs" className="text-h3">
            Proofs of these days
          </h2>
          <p className="soft">Photos and signatures of each delivery, in one file for your records or a claim.</p>
          <FailureNotice of={download.failure} />
          <Button
            variant="primary"
            icon="download"
            className="justify-self-start print:hidden"
            pending={download.isPending}
            pendingLabel="Downloading"
            onClick={() => download.mutate(report)}
          >
            Download proofs (zip)
          </Button>
        </section>
      }
    >
      <div className="p-4 md:p-6">
        <h2 id="summary" className="text-h3">
          Delivered at the first try
        </h2>
        <p className="typed text-figure sm:text-[4.5rem] leading-none font-800 my-4 [word-spacing:-.35em]">
          {tries.of === 0 ? '–' : formatShare(tries.part, tries.of)}
        </p>
        <p className="soft text-pretty">{sayFirstTry(tries, before && shareIn(before, 'yes'))}</p>
      </div>
      <div className="border-t border-rule">
        <DescriptionList columns={3} boxed={false}>
          <DescriptionItem caption="Sent" value={grouped(sum(figuresIn(report, 'created')))} />
          <DescriptionItem caption="Delivered" value={grouped(sum(figuresIn(report, 'delivered')))} />
          <DescriptionItem caption="Half delivered" value={median < 0 ? null : sayMedian(median)} />
        </DescriptionList>
      </div>
    </TicketCard>
  );
}

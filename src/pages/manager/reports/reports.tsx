import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { filePaths } from '../../../domain/file-paths.ts';
import { paths } from '../../../domain/paths.ts';
import { parsePeriod } from '../../../domain/reports/period.ts';
import type { RestrictedCall } from '../../../domain/roles.ts';
import {
  backlogOf,
  FIRST_TRY,
  hoursOf,
  moneyOf,
  ON_TIME,
  paceOf,
  parcelsOf,
  reasonsOf,
  shareOverTime,
} from '../../../features/reports/findings.ts';
import { MoneyLines } from '../../../features/reports/money-lines.tsx';
import { useDownloadReport } from '../../../features/reports/mutations.ts';
import { PeriodPicker } from '../../../features/reports/period-picker.tsx';
import { type Report, reportQuery } from '../../../features/reports/queries.ts';
import { ReportHead } from '../../../features/reports/report-head.tsx';
import { ReportPlots } from '../../../features/reports/report-plots.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { mayCall, useMay } from '../../../features/session/use-may.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

const seenBy = (may: (call: RestrictedCall) => boolean) => ({
  parcels: may('reports.get'),
  money: may('reports.getMoney'),
});

export const loader = prefetch((client, search) =>
  client.prefetchQuery(reportQuery(parsePeriod(search), seenBy(mayCall(client)))),
);

/** /manager/reports: what the days of a period were. */
export function Component() {
  const period = parsePeriod(useSearchParams()[0]);
  const sees = seenBy(useMay());
  const report = useQuery({ ...reportQuery(period, sees), placeholderData: keepPreviousData });
  const download = useDownloadReport(filePaths.figures);
  const findingsOf = (known: Report) => [
    ...(sees.parcels
      ? [
          parcelsOf(known, [
            ['delivered', 'Delivered', 'good'],
            ['brought-back', 'Brought back', 'warn'],
            ['cancelled', 'Cancelled', 'bad'],
          ]),
          shareOverTime(known, FIRST_TRY),
          reasonsOf(known),
          shareOverTime(known, ON_TIME),
          paceOf(known),
          hoursOf(known),
          backlogOf(known),
        ]
      : []),
    ...(sees.money ? [moneyOf(known)] : []),
  ];
  return (
    <DeskPage
      title="Reports"
      description="What the days of a period were: parcels, first tries, reasons, hours and money."
      query={report}
      heading={
        <ReportHead title="Reports" shown={report.data} download={download}>
          {sees.parcels && (
            <ButtonLink icon="receipt-text" to={paths.daySheet()}>
              Day sheet
            </ButtonLink>
          )}
        </ReportHead>
      }
    >
      <PeriodPicker period={period} report={report.data} to={paths.manageReports} />
      <QueryView query={report}>
        {(known) => (
          <>
            <ReportPlots findings={findingsOf(known)} />
            {known.lines && known.lines.length > 0 && (
              <MoneyLines lines={known.lines} from={known.from} to={known.to} />
            )}
          </>
        )}
      </QueryView>
    </DeskPage>
  );
}

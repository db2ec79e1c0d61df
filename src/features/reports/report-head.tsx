import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useDownloadReport } from './mutations.ts';
import type { Report } from './queries.ts';

interface ReportHeadProps {
  title: string;
  /** Once it is known. */
  report: Report | undefined;
  /** Where its figures are as a file. */
  file: (search: Record<string, string>) => string;
  children?: ReactNode;
}

export function ReportHead({ title, report, file, children }: ReportHeadProps) {
  const download = useDownloadReport(file);
  return (
    <>
      <div className="row justify-between">
        <h1>{title}</h1>
        <div className="row gap-3">
          {children}
          <Button icon="printer" onClick={() => print()}>
            Print
          </Button>
          {report && (
            <Button icon="download" pending={download.isPending} onClick={() => download.mutate(report)}>
              CSV
            </Button>
          )}
        </div>
      </div>
      <FailureNotice of={download.failure} />
    </>
  );
}

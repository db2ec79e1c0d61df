import type { ReactNode } from 'react';
import type { Change } from '../../api/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

interface ReportHeadProps<Shown> {
  title: string;
  /** Once it is known. */
  shown: Shown | undefined;
  download: Change<Shown>;
  emailing?: Change<{ wanted: boolean }>;
  /** Who can’t have it by email has no switch. */
  email?: { label: string; isOn: boolean } | undefined;
  children?: ReactNode;
}

/** What a report is called, and its switch for emails, print and file: of what is shown. */
export function ReportHead<Shown>({ title, shown, download, emailing, email, children }: ReportHeadProps<Shown>) {
  return (
    <>
      <div className="row justify-between">
        <h1>{title}</h1>
        <div className="row gap-3">
          {children}
          {emailing && email && (
            <Button
              icon={email.isOn ? 'check' : 'mail'}
              aria-pressed={email.isOn}
              pending={emailing.isPending}
              onClick={() => emailing.mutate({ wanted: !email.isOn })}
            >
              {email.label}
            </Button>
          )}
          {shown !== undefined && (
            <>
              <Button icon="printer" onClick={() => print()}>
                Print
              </Button>
              <Button icon="download" pending={download.isPending} onClick={() => download.mutate(shown)}>
                CSV
              </Button>
            </>
          )}
        </div>
      </div>
      <FailureNotice of={download.failure} />
      <FailureNotice of={emailing?.failure} />
    </>
  );
}

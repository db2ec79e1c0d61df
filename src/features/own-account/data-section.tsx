import { formatActivityDate } from '../../domain/dates.ts';
import { formatBytes } from '../../domain/figures.ts';
import type { DataExport } from '../../domain/own-account.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useDownloadData, useRequestExport } from './mutations.ts';

/** `file`: undefined until known. */
export function DataSection({ file }: { file: DataExport | null | undefined }) {
  const request = useRequestExport();
  const download = useDownloadData();
  const failure = download.failure ?? request.failure;
  return (
    <section aria-labelledby="data" className="stack gap-4">
      <div>
        <h2 id="data">Your data</h2>
        <p className="mt-2">
          Get everything that belongs to your account in one ZIP file: as JSON for programs, and as CSV for
          spreadsheets.
        </p>
      </div>
      {file?.state === 'waiting' && <Spinner>We’re collecting your data and will email you when it’s ready</Spinner>}
      {file?.state === 'ready' && (
        <div className="row gap-3">
          <Button
            icon="download"
            pending={download.isPending}
            pendingLabel="Downloading"
            onClick={() => download.mutate(file.id)}
          >
            Download my data
          </Button>
          {file.expiresAt && (
            <span className="soft text-small">
              {formatBytes(file.size ?? 0)}, available until {formatActivityDate(file.expiresAt)}
            </span>
          )}
        </div>
      )}
      {file?.state !== 'waiting' && (
        <Button
          icon={file ? 'refresh-cw' : 'download'}
          variant={file ? 'quiet' : 'outline'}
          className={`justify-self-start ${file ? '-ml-[14px]' : ''}`}
          pending={request.isPending}
          pendingLabel="Asking"
          onClick={() => request.mutate()}
        >
          {file ? 'Collect it again' : 'Collect my data'}
        </Button>
      )}
      <FailureNotice of={failure} />
    </section>
  );
}

import { Act } from '../../acts/act.tsx';
import { counted, grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentImport } from '../../domain/shipment-import.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import type { Tone } from '../../ui/tone.ts';
import { PrintButton } from '../labels/print-button.tsx';
import { useSaveReport, useStartImport, useUndoImport } from './mutations.ts';

export function ImportStatus({ file }: { file: ShipmentImport }) {
  const start = useStartImport();
  const scope = file.good === file.rows ? 'all' : 'good';
  return (
    <div className="stack">
      <div role="status" className="grid gap-3">
        <ImportOutcome file={file} />
        {file.state === 'checked' && file.createdBefore > 0 && (
          <Notice
            tone="warn"
            title={`This file was imported before, or is being imported: ${counted(file.createdBefore, 'shipment')}`}
          >
            If you import it again, you’ll have every shipment twice.
          </Notice>
        )}
      </div>
      <div className="row">
        {file.state === 'checked' && file.good > 0 && (
          <Button
            variant={file.createdBefore > 0 ? 'outline' : 'primary'}
            icon="package-plus"
            pending={start.isPending}
            pendingLabel="Starting"
            onClick={() => start.mutate({ id: file.id, scope, createdBefore: file.createdBefore })}
          >
            {scope === 'all' ? `Import ${counted(file.rows, 'shipment')}` : `Import ${counted(file.good, 'valid row')}`}
          </Button>
        )}
        {file.state === 'done' && (
          <ButtonLink to={paths.manageShipments()} icon="package">
            View shipments
          </ButtonLink>
        )}
        {file.state === 'done' && file.created > 0 && (
          <PrintButton toPrint={{ importId: file.id, total: file.created }}>Print labels</PrintButton>
        )}
        {file.good < file.rows && <ReportButton file={file} />}
        {file.state === 'done' && <UndoButton file={file} />}
        {file.state !== 'running' && (
          <ButtonLink to={paths.importShipments} variant="quiet">
            Choose another file
          </ButtonLink>
        )}
      </div>
      <FailureNotice of={start.failure} />
    </div>
  );
}

function ImportOutcome({ file }: { file: ShipmentImport }) {
  if (file.state === 'running') return <Progress created={file.created} good={file.good} />;
  const [tone, title, text] = outcomeOf(file);
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  );
}

const CODES = 'Senders and receivers get their codes by email.';

function outcomeOf({ state, scope, rows, good, created }: ShipmentImport): [tone: Tone, title: string, text: string] {
  const errors = `${counted(rows - good, 'row')} with errors`;
  if (state === 'done') {
    const isPart = scope === 'good' && good < rows;
    return [
      'good',
      `${counted(created, 'shipment')} created`,
      isPart ? `${errors} skipped. The report says why.` : CODES,
    ];
  }
  if (state === 'undone')
    return ['plain', 'This import was undone', 'Its shipments were deleted. Choose the file again to import it.'];
  if (good === 0) {
    const text = 'The report says what’s wrong with each row. Fix the rows in it, then choose it here.';
    return ['bad', 'No rows can be imported', text];
  }
  if (good < rows) {
    const them = rows - good === 1 ? 'it' : 'them';
    const text = `To import everything at once, fix ${them} and choose the file again. Or import only the valid rows now and the rest later, from the report.`;
    return ['warn', errors, text];
  }
  const text = `All or nothing: either every row becomes a shipment or none does. ${CODES}`;
  return ['good', `${counted(rows, 'row')} without errors`, text];
}

function Progress({ created, good }: { created: number; good: number }) {
  return (
    <div className="panel grid gap-3">
      <p className="font-700">
        Importing, {grouped(created)} of {grouped(good)}
      </p>
      <progress className="progress" value={created} max={good} aria-label="Import" />
      <p className="soft text-small">The import continues if you leave this page.</p>
    </div>
  );
}

function UndoButton({ file: { id, created } }: { file: ShipmentImport }) {
  const undo = useUndoImport();
  return (
    <Act
      button={
        <Button icon="trash-2" variant="destructive">
          Undo import
        </Button>
      }
      change={undo}
      input={{ id, created }}
      title="Undo import"
      label={`Delete ${counted(created, 'shipment')}`}
      pendingLabel="Deleting"
      destructive
    >
      This deletes {created === 1 ? 'the shipment' : `all ${counted(created, 'shipment')}`} from this import, as long as{' '}
      {created === 1 ? 'it hasn’t changed' : 'none of them has changed'}. Emails with codes may already have been sent.
    </Act>
  );
}

function ReportButton({ file: { id, fileName } }: { file: ShipmentImport }) {
  const save = useSaveReport();
  return (
    <>
      <Button
        icon="download"
        pending={save.isPending}
        pendingLabel="Downloading"
        onClick={() => save.mutate({ id, fileName })}
      >
        Download report
      </Button>
      <FailureNotice of={save.failure} />
    </>
  );
}

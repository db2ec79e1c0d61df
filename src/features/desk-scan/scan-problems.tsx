import { v4 as newKey } from 'uuid';
import { outbox } from '../../outbox/device-outbox.ts';
import type { ScanRow } from '../../outbox/outbox-row.ts';
import { Button } from '../../ui/button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { orSayNotChanged } from '../outbox/not-changed.ts';
import { scanTitle } from '../shipments/outbox-labels.tsx';
import { markUndone, renameEntry } from './scan-session.ts';

/** Scans that the server has rejected, each with its reason. */
export function ScanProblems({ problems }: { problems: readonly ScanRow[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="scan-problems">
      <h2 id="scan-problems" className="block-head text-h3">
        To look at
        <span className="typed">{problems.length}</span>
      </h2>
      <ul>
        {problems.map((row) => (
          <Problem key={row.opId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ row }: { row: ScanRow }) {
  const canDecide = row.input.act === 'run' && row.problem?.code === 'CONFLICT';

  async function discard() {
    await outbox.discard([row]);
    markUndone(row.opId);
  }

  /** Under a new key: the server knows the old one with another input. */
  async function addAnyway() {
    const { trackingId, input } = row;
    const action = { procedure: 'desk.scan', trackingId, input: { ...input, despite: true } } as const;
    const opId = newKey();
    await outbox.recordAll(row.userId, [{ opId, action, moment: outbox.now() }]);
    renameEntry(row.opId, opId);
    await outbox.discard([row]);
  }

  return (
    <li className="grid gap-2 py-3 border-b border-rule">
      <div>
        <GroupedCode code={row.trackingId} className="font-700" />
        <p className="second-line break-anywhere">{scanTitle(row.input)}</p>
      </div>
      <p className="font-600 text-bad-text">{row.problem?.message}</p>
      <div className="row gap-2">
        {canDecide ? (
          <Button small icon="plus" onClick={() => orSayNotChanged(addAnyway())}>
            Add anyway
          </Button>
        ) : (
          <Button small icon="refresh-cw" onClick={() => orSayNotChanged(outbox.retry(row))}>
            Try again
          </Button>
        )}
        <Button small icon="x" onClick={() => orSayNotChanged(discard())}>
          {canDecide ? 'Leave out' : 'Discard'}
        </Button>
      </div>
    </li>
  );
}

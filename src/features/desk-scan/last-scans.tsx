import { formatClock } from '../../domain/dates.ts';
import { isScan, type ScanRow } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { ScanEntry } from './scan-session.ts';
import { noteOf } from './use-scanning.ts';

const SHOWN = 10;

interface LastScansProps {
  entries: readonly ScanEntry[];
  problems: readonly ScanRow[];
  onUndo: (entry: ScanEntry) => void;
  onStartOver: () => void;
}

/** The newest first, each with its undo. */
export function LastScans({ entries, problems, onUndo, onStartOver }: LastScansProps) {
  const { own, sent } = useOutbox();
  const waiting = new Set(own.filter(({ state }) => state === 'waiting').map(({ opId }) => opId));
  const rejected = new Set(problems.map(({ opId }) => opId));
  const saved = entries.filter(({ id, state }) => state !== 'saving' && !rejected.has(id)).slice(0, SHOWN);
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="last-scans">
      <div className="block-head">
        <h2 id="last-scans" className="text-h3">
          Last scans
        </h2>
        <Button small variant="quiet" className="-mr-[14px]" onClick={onStartOver}>
          Start over
        </Button>
      </div>
      <ul>
        {saved.map((entry) => {
          const answered = sent.filter(isScan).find(({ opId }) => opId === entry.id);
          return (
            <li key={entry.id} className="flex flex-wrap gap-3 items-center justify-between py-2 border-b border-rule">
              <div className={`min-w-0 flex-[1_1_12rem] ${entry.state === 'undone' ? 'text-ink-soft' : ''}`}>
                <p className="flex flex-wrap gap-x-3 items-baseline">
                  <GroupedCode code={entry.trackingId} className="font-700" />
                  <time dateTime={entry.at} className="typed text-small text-ink-soft">
                    {formatClock(entry.at)}
                  </time>
                </p>
                {entry.receiver && (
                  <p className="break-anywhere">
                    <Verbatim>{entry.receiver}</Verbatim>
                  </p>
                )}
                <p className="second-line break-anywhere">
                  {entry.title}
                  {entry.parcels.length > 1 && `, ${entry.parcels.length} parcels`}
                </p>
                {answered && <p className="text-small">{noteOf(answered)}</p>}
              </div>
              {entry.state === 'undone' ? (
                <Badge tone="plain" icon="undo-2" label="Undone" />
              ) : (
                <>
                  {waiting.has(entry.id) && <Badge tone="plain" icon="clock" label="Waiting to send" />}
                  {entry.purpose !== 'sort' && (
                    <Button small icon="undo-2" aria-label={`Undo ${entry.trackingId}`} onClick={() => onUndo(entry)}>
                      Undo
                    </Button>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

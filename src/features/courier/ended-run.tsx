import { paths } from '../../domain/paths.ts';
import type { RunStatus } from '../../domain/runs/run-status.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { Dock } from './run/dock.tsx';

/** In place of what a courier can no longer do, because the run was closed or cancelled. */
export function EndedRun({ status }: { status: RunStatus }) {
  return (
    <>
      <p className="text-lead">This run is {status}.</p>
      <Dock>
        <BigLink to={paths.courier} primary>
          My run
        </BigLink>
      </Dock>
    </>
  );
}

import { paths } from '../../domain/paths.ts';
import { isOpenRun, type RunStatus } from '../../domain/runs/run-status.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { Dock } from './run/dock.tsx';

export function RunNotActive({ status }: { status: RunStatus }) {
  return (
    <>
      <p className="text-lead">{isOpenRun(status) ? 'This run hasn’t been started.' : `This run is ${status}.`}</p>
      <Dock>
        <BigLink to={paths.courier} primary>
          My run
        </BigLink>
      </Dock>
    </>
  );
}

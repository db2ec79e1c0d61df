import type { RunStatus } from '../../domain/runs/run-status.ts';
import type { TaskStatus } from '../../domain/runs/task-status.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

interface Style {
  label: string;
  tone: Tone;
  icon: IconName;
}

export const RUN_STYLE: Record<RunStatus, Style> = {
  planned: { label: 'Planned', tone: 'plain', icon: 'pencil' },
  released: { label: 'Released', tone: 'move', icon: 'send' },
  active: { label: 'Under way', tone: 'signal', icon: 'truck' },
  closed: { label: 'Closed', tone: 'good', icon: 'check' },
  cancelled: { label: 'Cancelled', tone: 'bad', icon: 'ban' },
};

export const TASK_STYLE: Record<TaskStatus, Style> = {
  assigned: { label: 'Not loaded', tone: 'plain', icon: 'package' },
  loaded: { label: 'In the vehicle', tone: 'signal', icon: 'truck' },
  delivered: { label: 'Delivered', tone: 'good', icon: 'package-check' },
  returned: { label: 'Returned', tone: 'warn', icon: 'warehouse' },
  left: { label: 'Left behind', tone: 'plain', icon: 'inbox' },
  missing: { label: 'Missing', tone: 'bad', icon: 'octagon-x' },
  moved: { label: 'Moved', tone: 'plain', icon: 'route' },
  cancelled: { label: 'Cancelled', tone: 'bad', icon: 'ban' },
};

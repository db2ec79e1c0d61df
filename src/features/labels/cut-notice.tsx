import { Notice } from '../../ui/notice.tsx';

/** Says what paper has no room for, while it can still be shortened. */
export function CutNotice({ note }: { note: string }) {
  if (note === '') return null;
  return (
    <Notice tone="warn" title="This doesn’t fit the label" live>
      {note}
    </Notice>
  );
}

import { counted } from '../../domain/figures.ts';
import type { FileReading } from '../../domain/shops/draft-file.ts';
import type { LeftOutReason } from '../../domain/shops/order-rows.ts';
import { formatWithheld } from '../../domain/shops/order-state.ts';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

/** Lists what won't be sent of a file, and which of its lines are no orders. */
export function NotOrders({ reading: { withheld, leftOut } }: { reading: FileReading }) {
  const notToSend = withheld.reduce((sum, { count }) => sum + count, 0);
  const unreadable = leftOut.lines.filter(({ why }) => why === 'unreadable').length;
  return (
    <>
      {notToSend > 0 && (
        <Notice title={`${counted(notToSend, 'order')} not to be sent`}>
          <ul>
            {withheld.map(({ count, ...one }) => (
              <li key={formatWithheld(one)}>
                {count} × {formatWithheld(one)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {leftOut.total > 0 && (
        <Notice tone={unreadable > 0 ? 'warn' : 'plain'} title={`${counted(leftOut.total, 'line')} left out`}>
          <ul>
            {leftOut.lines.map(({ line, why, text }) => (
              <li key={line} className="break-anywhere">
                Line {line}: {WHY[why]}
                {text !== '' && <Verbatim>{text}</Verbatim>}
              </li>
            ))}
            {leftOut.total > leftOut.lines.length && <li>{leftOut.total - leftOut.lines.length} more</li>}
          </ul>
        </Notice>
      )}
    </>
  );
}

const WHY: Record<LeftOutReason, string> = {
  unreadable: '',
  note: 'no order, ',
  explains: 'about the columns, ',
  empty: 'empty',
};

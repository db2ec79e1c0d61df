import { LEFT_LABELS, type StatementImported } from '../../domain/banking.ts';
import { counted } from '../../domain/figures.ts';
import { Notice } from '../../ui/notice.tsx';

/** What a statement brought, and each thing that was left out, with a word on why. */
export function ImportedNotice({ imported }: { imported: StatementImported }) {
  const { added, known, alike, left, otherAccounts, isReencoded } = imported;
  const others = [
    known > 0 && `${counted(known, 'payment')} imported before.`,
    alike > 0 && `${counted(alike, 'payment')} may be the same as others that were here before: look at them first.`,
    ...otherAccounts.map((account) => `This is the statement of ${account}, which isn’t the general bank account.`),
    isReencoded && 'Its letters aren’t in the encoding that it names, so check the names.',
  ].filter((one) => typeof one === 'string');
  const needsLook = alike > 0 || otherAccounts.length > 0 || left.some(({ why }) => why === 'odd');
  return (
    <Notice
      tone={needsLook ? 'warn' : 'good'}
      title={added > 0 ? `${counted(added, 'payment')} added` : 'No new payments'}
      live
    >
      <ul>
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {left.map(({ why, count, first }) => (
          <li key={why} className="break-anywhere">
            {count} left out, {LEFT_LABELS[why]}: {first.join(' · ')}
            {count > first.length && ' …'}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

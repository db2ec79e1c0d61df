import { STORAGE_ISSUE_LABELS, useStorageIssues } from '../../offline/storage-issue.ts';
import { Notice } from '../../ui/notice.tsx';

export function StorageIssueNotices() {
  return useStorageIssues().map((issue) => (
    <Notice key={issue} tone="warn" title={STORAGE_ISSUE_LABELS[issue].title}>
      {STORAGE_ISSUE_LABELS[issue].text}
    </Notice>
  ));
}

interface GroupedCodeProps {
  code: string;
  as?: 'span' | 'h1' | 'h2' | 'strong';
  /** By default the groups, not one long number. */
  label?: string;
  className?: string;
}

const GROUP = /.{1,4}/gu;

/** Gaps are styling: copying gives no spaces. */
export function GroupedCode({ code, as: Tag = 'span', label, className = '' }: GroupedCodeProps) {
  const groups = code.match(GROUP) ?? [];
  const isHeading = Tag === 'h1' || Tag === 'h2';
  return (
    <Tag
      translate="no"
      className={`typed ${className}`}
      // inline text needs a role for an aria-label
      role={isHeading ? undefined : 'img'}
      aria-label={label ?? groups.join(' ')}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place
        <span key={index}>
          <span className="code-group">{group}</span>
          <wbr />
        </span>
      ))}
    </Tag>
  );
}

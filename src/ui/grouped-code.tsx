interface GroupedCodeProps {
  code: string;
  as?: 'span' | 'h1' | 'h2' | 'strong';
  /** The accessible name; by default the groups, so that it isn't read as one long number. */
  label?: string;
  className?: string;
}

const GROUP = /.{1,4}/gu;

/** The gaps are styling: copying the code gives no spaces. */
export function GroupedCode({ code, as: Tag = 'span', label, className = '' }: GroupedCodeProps) {
  const groups = code.match(GROUP) ?? [];
  const isHeading = Tag === 'h1' || Tag === 'h2';
  return (
    <Tag
      translate="no"
      className={`typed ${className}`}
      // headings may have an aria-label; inline text needs a role for it
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

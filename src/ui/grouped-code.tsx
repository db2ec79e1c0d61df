interface GroupedCodeProps {
  code: string;
  as?: 'span' | 'h1' | 'h2' | 'strong';
  /** What is read aloud; default the groups, so "WB48 2077 1593" and not one long number. */
  label?: string;
  className?: string;
}

const GROUP = /.{1,4}/gu;

/** A long code shown in groups of four. The gaps are drawn: what is selected and copied has no spaces. */
export function GroupedCode({ code, as: Tag = 'span', label, className = '' }: GroupedCodeProps) {
  const groups = code.match(GROUP) ?? [];
  const heading = Tag === 'h1' || Tag === 'h2';
  return (
    <Tag
      className={`typed ${className}`}
      // a heading may carry a name; running text needs a role that may
      role={heading ? undefined : 'img'}
      aria-label={label ?? groups.join(' ')}
    >
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a group is
        <span key={place}>
          <span className="code-group">{group}</span>
          <wbr />
        </span>
      ))}
    </Tag>
  );
}

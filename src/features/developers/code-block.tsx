import { CopyButton } from '../../ui/copy-button.tsx';

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className="border border-field-rule rounded-ctl bg-sheet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto p-3" tabIndex={0} aria-label={label}>
        <pre translate="no" className="typed text-small m-0">
          <code>{code}</code>
        </pre>
      </section>
      <div className="px-3 pb-3">
        <CopyButton small variant="outline" value={code} label="Copy" copiedLabel="Copied" />
      </div>
    </div>
  );
}

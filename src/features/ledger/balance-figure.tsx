/** The number never wraps. */
export function BalanceFigure({ children }: { children: string }) {
  // A monospaced character is less than 0.6 em wide.
  const fontSize = `min(2.75rem, calc(100cqi / ${children.length} / 0.6))`;
  return (
    <div className="[container-type:inline-size]">
      <p className="typed leading-none font-800 tracking-[-.03em] whitespace-nowrap" style={{ fontSize }}>
        {children}
      </p>
    </div>
  );
}

/** A balance, large; one of many digits smaller, so that no number is broken in two. */
export function BalanceFigure({ children }: { children: string }) {
  const size = children.length > 12 ? 'text-[1.875rem]' : 'text-[2.75rem]';
  return <p className={`typed ${size} leading-none font-800 tracking-[-.03em] break-anywhere`}>{children}</p>;
}

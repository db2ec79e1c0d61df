export function DateText({ children }: { children: string }) {
  const time = children.search(/- \d\d:\d\d [AP]M$/);
  if (time === -1) return children;
  return (
    <>
      {children.slice(0, time)}
      <span className="whitespace-nowrap">{children.slice(time)}</span>
    </>
  );
}

/** Keeps a postal code, such as 1000-205, on one line. */
export function AddressText({ children }: { children: string }) {
  const parts = children.split(/(\b\d{2,5}-\d{3,4}\b)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
  return <span translate="no">{parts}</span>;
}

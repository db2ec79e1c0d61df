/** Hands a file to the person's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Long enough for a browser that asks where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

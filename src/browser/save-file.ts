export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers ask where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Says a stored word as one reads it: `in-progress` → `In progress`. */
export function choiceLabel(choice: string): string {
  const words = choice.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

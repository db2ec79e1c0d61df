import { TextField } from '../../ui/form/text-field.tsx';

/** Takes a code of an authenticator app, or a recovery code. */
export function CodeField({ hint }: { hint: string }) {
  return (
    <TextField
      name="code"
      label="Code"
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      mono
      required
    />
  );
}

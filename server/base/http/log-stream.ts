let waiting = '';

function flush(): void {
  const lines = waiting;
  waiting = '';
  if (lines) process.stdout.write(lines);
}

process.on('exit', flush);

/** Writes the lines of one turn together: a write each cost a twentieth of a lookup. */
export const logStream = {
  write(line: string): void {
    if (!waiting) setImmediate(flush);
    waiting += line;
  },
};

/** The lines of the log on their way to standard output. */
let waiting = '';

function flush(): void {
  const lines = waiting;
  waiting = '';
  if (lines) process.stdout.write(lines);
}

process.on('exit', flush);

/**
 * Where the log is written: all lines of one turn of the event loop together. A write for each answer cost a twentieth
 * of a look-up, more where a pipe reads it. What is killed on the spot loses that turn's lines and no more.
 */
export const logLines = {
  write(line: string): void {
    if (!waiting) setImmediate(flush);
    waiting += line;
  },
};

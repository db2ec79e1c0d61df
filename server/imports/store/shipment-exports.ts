/** To spare the server's thread (decision 0021). */

export interface ExportedLines {
  lines: string;
  last: string;
}
